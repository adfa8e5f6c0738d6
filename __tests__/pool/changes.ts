/** Verbs with everything given that a test does not care for. */
import type { Change, Verb } from '../../src/protocol/verbs';

type Of<V extends Verb['verb']> = Extract<Verb, { verb: V }>;

const who = (id: string) => ({ id, owner: `owner-of-${id}`, attempt: 1 });

export function wait(id: string, hosts: readonly string[], more: Partial<Of<'wait'>> = {}): Change {
  return change([], {
    verb: 'wait',
    who: who(id),
    priority: 0,
    version: '4.21',
    ttlMs: 120_000,
    supersedes: undefined,
    target: undefined,
    hosts,
    details: { job: id },
    ...more,
  });
}

export function take(id: string, hosts: readonly string[], more: Partial<Of<'take'>> = {}): Change {
  return change(hosts, {
    verb: 'take',
    who: who(id),
    priority: 0,
    version: '4.21',
    ttlMs: 120_000,
    maxHoldMs: 86_400_000,
    keeper: true,
    state: 'held',
    from: 'new',
    hosts,
    details: { job: id },
    ...more,
  });
}

export function renew(id: string, hosts: readonly string[], keeper = true): Change {
  return change(hosts, { verb: 'renew', id, hosts, keeper });
}

export function keep(id: string, ttlMs: number, more: Partial<Of<'keep'>> = {}, hosts = ['h1']): Change {
  return change(hosts, { verb: 'keep', id, hosts, ttlMs, keeper: false, details: undefined, ...more });
}

export function free(id: string, hosts: readonly string[], more: Partial<Of<'free'>> = {}): Change {
  return change(hosts, { verb: 'free', id, hosts, leave: 'end', details: undefined, ...more });
}

export function change(hosts: readonly string[], ...verbs: Verb[]): Change {
  return { hosts, verbs };
}
