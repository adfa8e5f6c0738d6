/** Every command once: what it is for, its inputs, and examples. */
import type { InputName } from './inputs';

const WHO = ['product-version', 'version-pattern', 'owner', 'job-url'] as const;
const LEASE = [
  'priority',
  'if-busy',
  'wait-timeout',
  'ttl',
  'heartbeat',
  'max-hold',
  'exempt-time',
  'grace',
  'preempts',
  'preemptible',
  'starve-after',
  'settle',
] as const;
const POOL = ['pool', 'private-key-file', 'known-hosts', 'jump', 'allow-nfs'] as const;

const OWN_LEASE = ['lease-file', 'lease', 'state-dir', 'owner'] as const;

export interface CommandSpec {
  readonly about: string;
  readonly inputs: readonly InputName[];
  /** Does a command line of the user's own follow behind `--`? */
  readonly takesCommand?: boolean;
  /** The input that may also stand on its own, without its flag. */
  readonly operand?: InputName;
  readonly examples: readonly (readonly [line: string, about: string])[];
}

export const COMMANDS = {
  run: {
    about: 'Hold a host while a command runs. The command is stopped when it must give way.',
    inputs: [...POOL, 'host', ...WHO, ...LEASE, 'mode', 'quit-signal', 'result-file'],
    takesCommand: true,
    examples: [
      ['giveway run --pool /srv/lab --host h1 --product-version 4.22 -- make test', 'hold h1 for 4.22'],
      ['giveway run --pool /srv/lab --host h1,h2,h3 -- ./install.sh', 'whichever is free first'],
      ['giveway run --pool /srv/lab --host h1 --host h2 -- ./pair.sh', 'both at the same time'],
    ],
  },
  acquire: {
    about: 'Wait for a host and keep it for later steps, until `giveway release`.',
    inputs: [...POOL, 'host', ...WHO, ...LEASE, 'lease-ttl', 'state-dir', 'lease'],
    examples: [
      ['giveway acquire --pool /srv/lab --host h1 --wait-timeout 2h', 'wait for two hours at most'],
      ['giveway acquire --pool /srv/lab --host h1 --if-busy skip', 'succeed without it if it is busy'],
      ['giveway acquire --pool /srv/lab --lease "$LEASE_ID"', 'have what an earlier job acquired, by its id'],
    ],
  },
  'check-quit': {
    about: 'At a checkpoint: must this job leave? Also keeps the lease alive.',
    inputs: [...POOL, ...OWN_LEASE, 'mode', 'iteration', 'every', 'on-unreachable'],
    examples: [
      ['giveway check-quit', 'exit 10 if a newer job waits'],
      ['giveway check-quit --mode force', 'exit 1 if a newer job waits'],
      ['giveway check-quit --iteration "$i" --every 3', 'look on every third turn of a loop'],
    ],
  },
  keep: {
    about: 'Beat for a lease that an earlier step acquired, for as long as this process runs.',
    inputs: [...POOL, ...OWN_LEASE, 'wait-timeout', 'ttl', 'heartbeat', 'lease-ttl', 'quit-file', 'on-end'],
    examples: [
      ['giveway keep --quit-file /tmp/quit &', 'the host is free 2 minutes after this machine has died'],
      [
        'giveway keep --pool /srv/lab --owner "$BUILD_ID" --wait-timeout 2h --on-end release',
        'beside the steps of a job, from before one of them acquires',
      ],
    ],
  },
  release: {
    about: 'Give the host back. Safe to call in every case, as often as you like.',
    inputs: [...POOL, ...OWN_LEASE],
    examples: [
      ['giveway release', 'the lease in the state folder'],
      ['giveway release --pool /srv/lab --owner "$BUILD_ID"', 'no lease file was saved'],
    ],
  },
  status: {
    about: 'Who holds which host, since when, and who waits.',
    inputs: [...POOL, 'host', 'json', 'watch', 'check', 'max-held'],
    examples: [
      ['giveway status --pool /srv/lab', 'a table'],
      [
        'giveway status --pool /srv/lab --check --max-held 12h',
        'for monitoring: exit 14 if a person is needed',
      ],
    ],
  },
  fence: {
    about: 'On a lab host: run a command unless a later lease of the host has run one before.',
    inputs: ['pool', 'token', 'fence-file', 'adopt', 'print'],
    takesCommand: true,
    examples: [
      ['giveway fence --token "$GIVEWAY_FENCING_TOKEN" --pool "$GIVEWAY_POOL" -- ./flash.sh', 'on the host'],
      ['giveway fence --print >giveway-fence', 'the same as a file that needs only sh and flock'],
    ],
  },
  init: {
    about: 'Set up a folder, here or on a bastion: account, program, settings, and a restricted key.',
    inputs: [
      ...POOL,
      'user',
      'group',
      'host',
      'add-key',
      'role',
      'tenant',
      'max-priority',
      'max-version',
      'legacy',
      'lock-timeout',
      'locks',
      'print',
    ],
    operand: 'pool',
    examples: [
      ['giveway init /srv/lab --group lab', 'a folder of this machine, for a group'],
      [
        'giveway init ssh://root@bastion/srv/lab --user giveway --add-key job.pub --role job --tenant ci',
        'a bastion, with an account and a key that jobs use',
      ],
      [
        'giveway init /srv/lab --legacy --lock-timeout 10h --locks /var/run/lock/pool',
        'share it with bash jobs; safe to run again, as all of these',
      ],
      ['giveway init /srv/lab --print | ssh root@bastion sh', 'read it before it runs, or run it elsewhere'],
    ],
  },
  'bash-functions': {
    about: "Print the bash jobs' functions on Giveway: one file to source instead of theirs.",
    inputs: ['pool', 'known-hosts', 'locks'],
    examples: [
      [
        'giveway bash-functions --known-hosts known_hosts >>"$SHARED_DIR/functions.sh"',
        'behind the text of the functions that it replaces',
      ],
    ],
  },
  demo: {
    about: '4.21 holds a host, 4.22 arrives, 4.21 gives way: in a temporary folder, no set-up.',
    inputs: [],
    examples: [],
  },
} as const satisfies Record<string, CommandSpec>;

export type CommandName = keyof typeof COMMANDS;
