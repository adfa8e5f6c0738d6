/** What a person puts into a workflow once a bastion is set up. */
import { shellWord } from './setup-script';

export interface Bastion {
  readonly user: string;
  readonly host: string;
  readonly port: number;
  readonly folder: string;
  /** Lines of known_hosts, or undefined where the host's key is not known. */
  readonly knownHosts: string | undefined;
}

const SSH_PORT = 22;

/** The line by which a client knows the host. `key`: type and base64. */
export function knownHostsLine(host: string, port: number, key: string): string {
  return `${port === SSH_PORT ? host : `[${host}]:${port}`} ${key}`;
}

/** The key in the form that files have it: its type, then base64. */
export function hostKeyText(key: Buffer): string {
  return `${key.subarray(4, 4 + key.readUInt32BE(0)).toString('latin1')} ${key.toString('base64')}`;
}

export function poolName({ user, host, port, folder }: Bastion): string {
  const address = host.includes(':') ? `[${host}]` : host;
  return `ssh://${user}@${address}${port === SSH_PORT ? '' : `:${port}`}${folder}`;
}

/** The lines to paste: for known_hosts, for a workflow, for a shell. */
export function pasteText(bastion: Bastion, host: string | undefined): string {
  const pool = poolName(bastion);
  const { knownHosts } = bastion;
  const command = `--host ${host ?? 'HOST'} --product-version 4.22 -- make test`;
  const known = knownHosts ?? 'the line that ssh-keyscan prints of the bastion, once you have compared it';
  return `# The bastion's host key, as a line of known_hosts:
${known}

# A step of a workflow; the private half of the job's key is its secret GIVEWAY_PRIVATE_KEY:
env:
  GIVEWAY_POOL: ${JSON.stringify(pool)}
  GIVEWAY_KNOWN_HOSTS: ${JSON.stringify(known)}
  GIVEWAY_PRIVATE_KEY: \${{ secrets.GIVEWAY_PRIVATE_KEY }}
run: giveway run ${command}

# A shell, with the private key in a file:
giveway run --pool ${shellWord(pool)} --known-hosts ${shellWord(known)} --private-key-file KEY ${command}
`;
}
