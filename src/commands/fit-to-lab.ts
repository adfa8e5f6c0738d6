import { NO_VERSION } from '../protocol/product-version';
import type { AcquireRequest } from '../protocol/request';
import type { Snapshot } from '../protocol/snapshot';
import { DEFAULTS } from '../protocol/timing';
import type { Inputs, Problem } from '../settings/inputs';
import { NO_SETTINGS, parseLabSettings, resolveHost, type LabSettings } from '../settings/lab-settings';
import { exactDurationText } from './duration-text';
import type { Session } from './session';
import { failOn } from './usage';

/** What a job has said itself; undefined where the lab's defaults hold. */
export type Said = Inputs<'max-hold' | 'grace' | 'exempt-time' | 'priority'>;

/** The lab's settings; those that can't be read are said, and count as none: a slip in a file must not stop the lab. */
export function labSettings({ say }: Pick<Session, 'say'>, snapshot: Snapshot): LabSettings {
  const parsed = parseLabSettings(snapshot.settingsText);
  if ('settings' in parsed) return parsed.settings;
  say.line(`warning: ${parsed.problem}; going on without it`);
  return NO_SETTINGS;
}

/**
 * The request as the lab has it: its hosts by their own names, its defaults where the job says nothing. A job may be
 * stricter than the lab's limits, not looser: that, and a host that the lab does not have, throws UsageError.
 */
export function fitToLab(request: AcquireRequest, said: Said, lab: LabSettings): AcquireRequest {
  const problems: Problem[] = [];
  const groups = request.groups.map((group) =>
    group.map((name) => {
      const found = resolveHost(lab, name);
      if ('host' in found) return found.host;
      problems.push({
        input: '--host',
        expected: `a host of this lab (nearest: ${found.nearest})`,
        got: name,
      });
      return name;
    }),
  );
  if (new Set(groups.flat()).size !== groups.flat().length) {
    problems.push({
      input: '--host',
      expected: 'every host once, by its name or an alias',
      got: request.groups.join(' '),
    });
  }
  const { limits, defaults } = lab;
  const within = (
    flag: string,
    given: number | undefined,
    usual: number,
    most: number,
    show = exactDurationText,
  ): number => {
    if (given === undefined) return Math.min(usual, most);
    if (given > most)
      problems.push({
        input: `--${flag}`,
        expected: `at most ${show(most)}, the lab's limit`,
        got: show(given),
      });
    return given;
  };
  const most = (limit: number | undefined): number => limit ?? Infinity;
  const maxHoldMs = within(
    'max-hold',
    said['max-hold'],
    defaults.maxHoldMs ?? DEFAULTS.maxHoldMs,
    most(limits.maxHoldMs),
  );
  const graceMs = within('grace', said.grace, defaults.graceMs ?? DEFAULTS.graceMs, most(limits.graceMs));
  const exemptMs = within(
    'exempt-time',
    said['exempt-time'],
    defaults.exemptMs ?? DEFAULTS.exemptMs,
    Math.min(most(limits.exemptMs), maxHoldMs),
  );
  const priority = within('priority', said.priority, defaults.priority ?? 0, most(limits.priority), String);
  if (lab.requireVersion && request.version === NO_VERSION) {
    problems.push({
      input: '--product-version',
      expected: 'a version, which this lab requires',
      got: undefined,
    });
  }
  failOn(problems);
  const { details } = request;
  return {
    ...request,
    groups,
    priority,
    maxHoldMs,
    // a lease that nothing but check-quit renews is over with max-hold anyway
    ttlMs: Math.min(request.ttlMs, maxHoldMs),
    details: {
      ...details,
      ...(graceMs === DEFAULTS.graceMs && said.grace === undefined ? {} : { graceMs }),
      ...(exemptMs === DEFAULTS.exemptMs && said['exempt-time'] === undefined ? {} : { exemptMs }),
    },
  };
}
