/** The journal of a pool against what its jobs have noted of the hosts that they used, where nobody has noted their requests. */
import { contradiction, type Contradiction } from './contradiction';
import { commitText, type Commit } from './journal';
import { replayLeases } from './leases';

/** A job begins to use a host. */
export interface Use {
  readonly owner: string;
  readonly host: string;
  readonly token: number;
  readonly atMs: number;
}

export interface Uses {
  readonly commits: readonly Commit[];
  /** Are all commits there? A full disk takes no lines of the journal. */
  readonly isWhole: boolean;
  readonly uses: readonly Use[];
  /** When the process of each owner was started, on the clock of the uses. */
  readonly startedAtMs: ReadonlyMap<string, number>;
}

/** Whatever there is to contradict, in no order. */
export function checkUses({ commits, isWhole, uses, startedAtMs }: Uses): Contradiction[] {
  const { contradictions } = replayLeases(commits, { isWhole });
  const takes = takesOf(commits);
  const firsts = [...firstCommits(commits)].flatMap(([owner, commit]) => {
    const atMs = startedAtMs.get(owner);
    return atMs === undefined ? [] : [{ owner, commit, atMs }];
  });
  const found: Contradiction[] = [];
  for (const use of uses) {
    const { owner, host, token, atMs } = use;
    const what = `${owner} used ${host} with token ${token} at ${atMs} ms`;
    const take = takes.get(`${host} ${token}`);
    if (take === undefined) {
      if (isWhole) found.push(contradiction('acknowledged', `${what}, and the journal has no such lease`));
      continue;
    }
    if (take.owner !== owner) found.push(contradiction('own lease', `${what}, which ${take.owner} took`));
    if (isWhole && !take.isHeld) found.push(contradiction('own lease', `${what}, which never was held`));
    const early = firsts.find((one) => one.atMs > atMs && one.commit.number < take.commit.number);
    if (early !== undefined) {
      const later = `${early.owner}, which was started at ${early.atMs} ms, by ${commitText(early.commit)}`;
      found.push(
        contradiction('real time', `${what}, by ${commitText(take.commit)}; before that came ${later}`),
      );
    }
  }
  return [...contradictions, ...found];
}

interface Take {
  readonly owner: string;
  readonly commit: Commit;
  /** At once, or once it had settled. */
  isHeld: boolean;
}

/** By host and token. */
function takesOf(commits: readonly Commit[]): Map<string, Take> {
  const takes = new Map<string, Take>();
  const settling = new Map<string, Take[]>();
  for (const commit of commits) {
    for (const { name, words } of commit.events) {
      const [id = '', owner = '', , token = '', hosts = ''] = words;
      if (name === 'held' && words.length === 1)
        for (const take of settling.get(id) ?? []) take.isHeld = true;
      if ((name !== 'held' && name !== 'settling') || words.length === 1) continue;
      for (const host of hosts.split(',')) {
        const take = { owner, commit, isHeld: name === 'held' };
        takes.set(`${host} ${token}`, take);
        settling.set(id, [...(settling.get(id) ?? []), take]);
      }
    }
  }
  return takes;
}

/** The first commit that names an owner as the one that asks. */
function firstCommits(commits: readonly Commit[]): Map<string, Commit> {
  const firsts = new Map<string, Commit>();
  for (const commit of commits) {
    for (const { name, words } of commit.events) {
      const [, owner = ''] = words;
      const isAsked = name === 'requested' || ((name === 'held' || name === 'settling') && words.length > 1);
      if (isAsked && !firsts.has(owner)) firsts.set(owner, commit);
    }
  }
  return firsts;
}
