/** The small worlds that are gone through: what meets there, and what may go wrong, at most how often. */
import type { WorldOptions } from './world';

export interface NamedWorld {
  readonly name: string;
  readonly options: WorldOptions;
}

const older = { version: '4.21' };
const newer = { version: '4.22' };
const oneOfTwo = [['h1', 'h2']];
const bothOfTwo = [['h1'], ['h2']];

/** Each is exhausted in seconds. */
export const WORLDS: readonly NamedWorld[] = [
  { name: 'two jobs', options: { jobs: [older, newer], budget: { lost: 1, crashes: 1 } } },
  {
    name: 'two of one version, and one wants no longer',
    options: { jobs: [older, older], budget: { lost: 1, givenUp: 1, late: 1 } },
  },
  {
    name: 'two of one minor version',
    options: { jobs: [{ version: '4.21.1' }, { version: '4.21.2' }], budget: { lost: 1, crashes: 1 } },
  },
  { name: 'three jobs, and nothing goes wrong', options: { jobs: [older, older, newer], budget: {} } },
  { name: 'a job that comes back', options: { jobs: [older, newer], budget: { crashes: 1, restarts: 1 } } },
  {
    name: 'late changes, and no deadline that refuses them',
    options: { jobs: [older, newer], budget: { late: 1 }, deadlines: false },
  },
  {
    name: 'jobs that stand still',
    options: { jobs: [older, newer], budget: { late: 1 }, deadlines: false, pauses: true },
  },
  {
    name: 'a reboot that empties the folder of the locks',
    options: { jobs: [older, newer], budget: { reboots: 1 } },
  },
  { name: 'a clock that is set', options: { jobs: [older, newer], budget: { clockJumps: 1, crashes: 1 } } },
  {
    name: 'one of two hosts beside both of them',
    options: {
      jobs: [
        { ...newer, groups: oneOfTwo },
        { ...older, groups: bothOfTwo },
      ],
      budget: { crashes: 1 },
    },
  },
  {
    name: 'two holders, and one that asks one of them to leave',
    options: {
      jobs: [
        { ...newer, groups: oneOfTwo },
        { ...older, groups: oneOfTwo },
        { ...older, groups: oneOfTwo },
      ],
      budget: {},
    },
  },
  { name: 'a newer bash job', options: { jobs: [older], bash: [newer], budget: { lost: 1 } } },
  { name: 'an older bash job', options: { jobs: [newer], bash: [older], budget: {} } },
  {
    name: 'a folder shared with bash, and a reboot that leaves the locks',
    options: { jobs: [newer], isShared: true, tmpfs: false, budget: { reboots: 1, lost: 1 } },
  },
];

/** For a longer while: `npm run explore -- --deep`. */
export const DEEP_WORLDS: readonly NamedWorld[] = [
  { name: 'three jobs', options: { jobs: [older, older, newer], budget: { lost: 1, crashes: 1, late: 1 } } },
  {
    name: 'two jobs, everything at once',
    options: {
      jobs: [older, newer],
      budget: { lost: 2, late: 1, crashes: 2, restarts: 1, givenUp: 1, reboots: 1 },
    },
  },
  {
    name: 'three jobs that stand still, and late changes for ever',
    options: { jobs: [older, older, newer], budget: { late: 1 }, deadlines: false, pauses: true },
  },
  {
    name: 'three jobs and two hosts',
    options: {
      jobs: [
        { ...newer, groups: oneOfTwo },
        { ...older, groups: bothOfTwo },
        { ...older, groups: oneOfTwo },
      ],
      budget: { lost: 1, crashes: 1 },
    },
  },
  {
    name: 'a bash job that dies, lost replies, a reboot',
    options: { jobs: [newer], bash: [older], budget: { crashes: 1, lost: 1, reboots: 1 } },
  },
  { name: 'two jobs and a bash job', options: { jobs: [older, newer], bash: [older], budget: {} } },
  { name: 'three jobs and a bash job', options: { jobs: [older, older, newer], bash: [older], budget: {} } },
];
