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
  /** What inputs mean here, where that is not what they mean elsewhere. */
  readonly meanings?: { readonly [name in InputName]?: string };
}

export const COMMANDS = {
  run: {
    about: 'Hold a host while a command runs. The command is stopped when it must give way.',
    inputs: [...POOL, 'host', ...WHO, ...LEASE, 'resume', 'mode', 'on-quit', 'quit-signal', 'result-file'],
    takesCommand: true,
    examples: [
      ['giveway run --pool /srv/lab --host h1 --product-version 4.22 -- make test', 'hold h1 for 4.22'],
      ['giveway run --pool /srv/lab --host h1,h2,h3 -- ./install.sh', 'whichever is free first'],
      ['giveway run --pool /srv/lab --host h1 --host h2 -- ./pair.sh', 'both at the same time'],
    ],
  },
  acquire: {
    about: 'Wait for a host and keep it for later steps, until `giveway release`.',
    inputs: [...POOL, 'host', ...WHO, ...LEASE, 'lease-ttl', 'state-dir', 'lease', 'resume'],
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
    inputs: [...POOL, ...OWN_LEASE, 'if-failed', 'job-status'],
    examples: [
      ['giveway release', 'the lease in the state folder'],
      [
        'giveway release --if-failed hold:2h --job-status "$?"',
        'keep the machine to look at it, after a failure',
      ],
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
  hold: {
    about: 'Have a host for a person: jobs wait, bash jobs too, and it ends by itself. Needs an admin key.',
    inputs: [...POOL, 'host', 'for', 'reason', 'by', 'if-busy', 'wait-timeout', 'settle'],
    examples: [
      ['giveway hold --pool /srv/lab --host h1 --for 4h --reason "bad NIC"', 'as soon as its job is done'],
      ['giveway evict --pool /srv/lab --host h1 --reason "bad NIC"', 'and its job is asked to leave'],
    ],
  },
  unhold: {
    about: "End a person's hold early. Needs an admin key.",
    inputs: [...POOL, 'host', 'by'],
    examples: [['giveway unhold --pool /srv/lab --host h1', 'jobs go on']],
  },
  evict: {
    about:
      'Make the job on a host leave, whatever it does: told now, over after its grace. Needs an admin key.',
    inputs: [...POOL, 'host', 'reason', 'by', 'grace', 'now'],
    examples: [
      ['giveway evict --pool /srv/lab --host h1 --reason "release needs it"', 'ten minutes to leave'],
      ['giveway evict --pool /srv/lab --host h1 --reason "it hangs" --now', 'no grace: over in 2 minutes'],
    ],
  },
  bump: {
    about: 'Give a waiting job another priority. Needs an admin key.',
    inputs: [...POOL, 'lease', 'owner', 'priority'],
    examples: [['giveway bump --pool /srv/lab --owner "$OWNER" --priority 10', 'before all of lower ones']],
  },
  cancel: {
    about: 'Take a waiting job out of the queue: its acquire ends. Needs an admin key.',
    inputs: [...POOL, 'lease', 'owner', 'reason', 'by'],
    examples: [['giveway cancel --pool /srv/lab --owner "$OWNER" --reason "wrong branch"', 'it exits 12']],
  },
  note: {
    about: 'Say something about a lease to whoever looks: a phase, a reason.',
    inputs: [...POOL, ...OWN_LEASE, 'host', 'text'],
    examples: [
      ['giveway note --text installing', 'by the job that has the lease'],
      ['giveway note --pool /srv/lab --host h1 --text "ask Ann first"', 'by an admin'],
    ],
  },
  explain: {
    about: 'Why: who holds a host by which rule, who is next, when it may be free, and what would help.',
    inputs: [...POOL, 'host', 'owner', 'lease', 'json'],
    examples: [
      ['giveway explain --pool /srv/lab --host h1', 'who holds h1, may it be asked to leave, who is next'],
      ['giveway explain --pool /srv/lab --owner "$BUILD_ID"', 'why does this job wait, and for what'],
      ['giveway explain --pool /srv/lab --json', 'the same as values, for a chat bot or a page'],
    ],
  },
  history: {
    about: 'What has happened: who waited, held, gave way or was evicted, when and for how long.',
    inputs: [...POOL, 'host', 'job', 'project', 'since', 'json', 'follow'],
    examples: [
      ['giveway history --pool /srv/lab --host h1 --since 24h', 'a table'],
      ['giveway history --pool /srv/lab --json --follow', 'a line of JSON for each event, as they happen'],
    ],
  },
  doctor: {
    about:
      'What is wrong with a pool: leftovers and whatever does not belong; each with the reason and what to do.',
    inputs: [...POOL, 'fix', 'json'],
    examples: [
      [
        'giveway doctor --pool /srv/lab',
        'looks only; exit 14 if something is wrong, 0 if there is advice at most',
      ],
      ['giveway doctor --pool /srv/lab --fix', 'for a timer: says nothing where nothing is wrong'],
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
      'max-hold',
      'legacy',
      'lock-timeout',
      'locks',
      'print',
    ],
    operand: 'pool',
    meanings: { 'max-hold': 'the longest that a lease of this key may live; none' },
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
