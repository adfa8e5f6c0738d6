/** With what a login is tried: the keys first, then the agent's. */
import { BaseAgent, createAgent, utils } from 'ssh2';
import type { AnyAuthMethod, IdentityCallback, ParsedKey, SignCallback, SigningRequestOptions } from 'ssh2';
import { PoolUnavailable } from './pool';
import { keyError } from './ssh-errors';
import { nameOfHop, type Hop } from './ssh-target';

export interface Credentials {
  readonly methods: readonly AnyAuthMethod[];
  /** For the message of a refusal; what the agent had is known only then. */
  readonly describe: () => string;
}

/** Throws PoolUnavailable where a key that was named can't be used, and where there is nothing to try. */
export function credentialsOf(hop: Hop): Credentials {
  const { username, passphrase, identities } = hop;
  const methods: AnyAuthMethod[] = [];
  const tried: string[] = [];
  const passedOver: string[] = [];
  const tryKeys = new Set<string>();
  for (const { name, key, isNamed } of identities) {
    const parsed = utils.parseKey(key, passphrase);
    const problem =
      parsed instanceof Error ? parsed.message : parsed.isPrivateKey() ? undefined : 'a public key';
    if (problem === undefined && !(parsed instanceof Error)) {
      methods.push({ type: 'publickey', username, key: parsed });
      tried.push(name);
      tryKeys.add(parsed.getPublicSSH().toString('base64'));
      continue;
    }
    const error = keyError(name, key, problem ?? '');
    if (isNamed) throw error;
    passedOver.push(error.message);
  }
  const agent = hop.agent === undefined ? undefined : agentOf(hop.agent, hop, tryKeys);
  if (agent !== undefined) methods.push({ type: 'agent', username, agent });
  const besides = passedOver.map((problem) => `; ${problem}`).join('');
  if (methods.length === 0) {
    throw new PoolUnavailable(
      'auth',
      `can't log in at ${nameOfHop(hop)}: there is no key and no agent${besides}. Give a key (--private-key-file, GIVEWAY_PRIVATE_KEY)`,
    );
  }
  return {
    methods,
    describe: () => [...tried, ...(agent === undefined ? [] : [agent.describe()])].join(', ') + besides,
  };
}

function agentOf(socket: string, { agentKeys }: Hop, tryKeys: ReadonlySet<string>): QuietAgent {
  const wanted = agentKeys?.map((line) => line.split(/\s+/)[1] ?? '');
  return new QuietAgent(createAgent(socket) as BaseAgent<ParsedKey>, (key) => {
    const text = key.getPublicSSH().toString('base64');
    // each refusal counts (MaxAuthTries), so none is asked for twice
    return !tryKeys.has(text) && (wanted === undefined || wanted.includes(text));
  });
}

/** An agent that can't be reached has no keys: it is no reason to stop, and others have been tried before. */
class QuietAgent extends BaseAgent<ParsedKey> {
  #state = 'an agent that was not asked';

  constructor(
    private readonly agent: BaseAgent<ParsedKey>,
    private readonly isWanted: (key: ParsedKey) => boolean,
  ) {
    super();
  }

  describe(): string {
    return this.#state;
  }

  getIdentities(callback: IdentityCallback<ParsedKey>): void {
    this.agent.getIdentities((error, keys) => {
      const wanted = ((keys ?? []) as ParsedKey[]).filter((key) => this.isWanted(key));
      this.#state = error
        ? 'an agent that does not answer'
        : `an agent with ${wanted.length === 1 ? '1 key' : `${wanted.length} keys`}`;
      callback(undefined, wanted);
    });
  }

  sign(
    key: ParsedKey,
    data: Buffer,
    options: SigningRequestOptions | SignCallback,
    callback?: SignCallback,
  ): void {
    if (typeof options === 'function') this.agent.sign(key, data, options);
    else this.agent.sign(key, data, options, callback);
  }
}
