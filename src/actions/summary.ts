import * as core from '@actions/core';
import { durationText } from '../commands/duration-text';
import type { RunOutcome } from '../commands/run';
import type { Lease } from '../lease/lease';
import { oneLine } from '../protocol/one-line';
import type { Told } from '../protocol/record';
import { summaryText } from './harmless';

export interface HeldSummary extends Lease {
  /** Undefined: not known here. */
  readonly waitedMs: number | undefined;
  readonly heldMs: number;
  readonly told: Told | undefined;
  /** As the platform has it; empty where it says nothing. */
  readonly jobStatus: string;
}

/** A table in the job's summary: what was held, for how long, and who asked for it. */
export async function summarizeHeld(summary: HeldSummary): Promise<void> {
  const { hosts, version, waitedMs, heldMs, told, jobStatus } = summary;
  const waited = waitedMs === undefined ? '-' : durationText(waitedMs);
  const asked = told === undefined ? 'nobody' : `${oneLine(told.byJob)} (${oneLine(told.byVersion)})`;
  await addTable([
    ['Host', 'Version', 'Waited', 'Held', 'Asked to leave by', 'Job'],
    [hosts.join(', '), version, waited, durationText(heldMs), asked, jobStatus || '-'],
  ]);
}

/** The same of a step that held a host while a script ran. */
export async function summarizeRan({ outcome, quit, ...fields }: RunOutcome): Promise<void> {
  const { byJob, byVersion } = (quit ?? {}) as { readonly byJob?: string; readonly byVersion?: string };
  const duration = (field: unknown): string => (typeof field === 'number' ? durationText(field * 1000) : '-');
  await addTable([
    ['Host', 'Version', 'Waited', 'Held', 'Asked to leave by', 'Outcome'],
    [
      String(fields['host']),
      String(fields['version']),
      duration(fields['waitedSeconds']),
      duration(fields['heldSeconds']),
      byJob === undefined ? 'nobody' : `${oneLine(byJob)} (${oneLine(byVersion ?? '')})`,
      outcome,
    ],
  ]);
}

/** The same for a job that got no host. */
export async function summarizeNotAcquired(host: string, why: string): Promise<void> {
  await addTable([
    ['Host', 'Not acquired'],
    [host, why],
  ]);
}

/** The summary may be missing or full: what it tells is in the log too. */
async function addTable([head = [], ...rows]: readonly (readonly string[])[]): Promise<void> {
  const cell = (text: string): string => summaryText(oneLine(text, 300));
  try {
    await core.summary
      .addHeading('Giveway', 3)
      .addTable([
        head.map((data) => ({ data, header: true })),
        ...rows.map((row) => row.map((text) => ({ data: cell(text) }))),
      ])
      .write();
  } catch (error) {
    core.info(`giveway: no summary could be written: ${(error as Error).message}`);
  }
}
