/** What a host is called: also the stem of its files, so nothing that a shell or a glob could read otherwise. */
const HOST = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** A host name as DESIGN has it; `.lock` and `.waiting` in it would make one host's files look like another's. */
export function isHostName(text: string): boolean {
  return HOST.test(text) && !text.includes('.lock') && !text.includes('.waiting');
}

/**
 * What a job wants: one host out of each group, all groups or none. `[['h1', 'h2']]` is any one of two,
 * `[['h1'], ['h2']]` is both.
 */
export type HostGroups = readonly (readonly string[])[];

/** Every host that the groups name, once, in the order given. */
export function hostsOf(groups: HostGroups): string[] {
  return [...new Set(groups.flat())];
}

/**
 * One host of each group, all different, or undefined where the groups can't be served from what is available. Hosts
 * that stand first in a group are preferred; a group gives its first choice up where another could not be served.
 */
export function chooseHosts(
  groups: HostGroups,
  isAvailable: (host: string) => boolean,
): string[] | undefined {
  const choose = (index: number, taken: readonly string[]): string[] | undefined => {
    const group = groups[index];
    if (group === undefined) return [...taken];
    for (const host of group) {
      if (taken.includes(host) || !isAvailable(host)) continue;
      const chosen = choose(index + 1, [...taken, host]);
      if (chosen !== undefined) return chosen;
    }
    return undefined;
  };
  return choose(0, []);
}
