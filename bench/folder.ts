/** In a folder of this machine: the command's start, a take and a heartbeat in each shell, and growth with the queue. */
import { GIVEWAY, timed } from './bastion';
import { compared, inTurn, milliseconds, type Comparison, type Figure, type Report } from './measure';
import { DETAILS, filledPool, NO_DEADLINE, removePool, startProgram, type Conversation } from './program';

const SHELLS = [['dash'], ['bash'], ['busybox', 'ash']];

export async function folderReport(rounds: number): Promise<Report> {
  const folder = filledPool(0);
  try {
    const node = (...args: string[]): Promise<number> => timed([process.execPath, ...args]);
    const asJob = ['--pool', folder, '--host', 'h1', '--owner', 'bench', '--product-version', '4.21'];
    const ms = await inTurn(rounds, {
      nothing: () => node('-e', '0'),
      help: () => node(GIVEWAY, '--help'),
      run: () => node(GIVEWAY, 'run', ...asJob, '--', 'true'),
      flock: () => timed(['flock', folder, 'true']),
    });
    const nothing = ['node -e 0', ms.nothing] as const;
    const comparisons = [
      compared(['giveway --help', ms.help], nothing, { atMost: 3 }),
      compared(['giveway run … -- true', ms.run], nothing),
    ];
    for (const shell of SHELLS) comparisons.push(...(await inShell(shell, rounds)));
    return { title: `In a folder, ${rounds} rounds`, comparisons, figures: [] };
  } finally {
    removePool(folder);
  }
}

async function inShell(shell: readonly string[], rounds: number): Promise<Comparison[]> {
  const folder = filledPool(0);
  const session = await startProgram(folder, shell);
  try {
    await session.ask(`commit ${NO_DEADLINE}\nverb wait beating bench 1 0 4.21 120000 - - h2 ${DETAILS}\ngo`);
    let turn = 0;
    const ms = await inTurn(rounds, {
      take: () => takeAndFree(session, `r${(turn += 1)}`),
      beat: () => milliseconds(() => session.ask('beat beating -')),
      flock: () => timed(['flock', folder, 'true']),
    });
    const name = shell.join(' ');
    const flock = ['flock FOLDER true', ms.flock] as const;
    return [
      compared([`take a free host (${name})`, ms.take], flock),
      compared([`heartbeat (${name})`, ms.beat], flock),
    ];
  } finally {
    await session.end();
    removePool(folder);
  }
}

/** The time of a look and a take. */
async function takeAndFree(session: Conversation, id: string): Promise<number> {
  const ms = await milliseconds(async () => {
    const { lines } = await session.ask('snapshot');
    const record = lines.find((line) => line.startsWith('h1.lease:'))?.slice('h1.lease:'.length) ?? '-';
    const seen = `host h1\nrecord ${record}\nlock none\nnames -`;
    const take = `verb take ${id} bench 1 0 4.21 120000 86400000 k held new h1 ${DETAILS}`;
    const { status } = await session.ask(`commit ${NO_DEADLINE}\n${seen}\n${take}\ngo`);
    if (!status.startsWith('committed')) throw new Error(status);
  });
  await session.ask(`commit ${NO_DEADLINE}\nverb free ${id} h1 end -\ngo`);
  return ms;
}

/** What a look and a commit cost by the length of the queue. */
export async function queueReport(counts: readonly number[], rounds: number): Promise<Report> {
  const comparisons: Comparison[] = [];
  const medians = new Map<number, number>();
  for (const count of counts) {
    const folder = filledPool(count);
    const session = await startProgram(folder);
    try {
      const ms = await inTurn(rounds, {
        snapshot: () => milliseconds(() => session.ask('snapshot')),
        commit: () => registerAndLeave(session),
        listing: () => timed(['ls', '-U', folder]),
      });
      const listing = ['ls -U FOLDER', ms.listing] as const;
      const limits = count === 1000 ? { atMostMs: 50 } : count === 10_000 ? { atMostMs: 500 } : {};
      comparisons.push(
        compared([`snapshot of ${count} waiting`, ms.snapshot], listing, limits),
        compared([`into a queue of ${count}, and out of it`, ms.commit], listing),
      );
      medians.set(count, ms.snapshot.median);
    } finally {
      await session.end();
      removePool(folder);
    }
  }
  const figures: Figure[] = [];
  const [some, many] = [medians.get(1000), medians.get(10_000)];
  if (some !== undefined && many !== undefined) {
    figures.push({
      name: 'snapshot of 10,000 beside 1,000 (10: linear)',
      value: many / some,
      unit: '×',
      atMost: 12,
    });
  }
  return { title: `By the length of the queue (dash), ${rounds} rounds`, comparisons, figures };
}

/** The time of two commits. */
function registerAndLeave(session: Conversation): Promise<number> {
  return milliseconds(async () => {
    await session.ask(
      `commit ${NO_DEADLINE}\nverb wait newcomer bench 1 0 4.21 120000 - - h1 ${DETAILS}\ngo`,
    );
    await session.ask(`commit ${NO_DEADLINE}\nverb unwait newcomer -\ngo`);
  });
}

/** How many commits a second go through one folder when so many clients want them at once. */
export async function commitsReport(clients: number, seconds: number): Promise<Report> {
  const folder = filledPool(0);
  const sessions: Conversation[] = [];
  try {
    for (let index = 0; index < clients; index += 1) sessions.push(await startProgram(folder));
    const counts = { committed: 0, busy: 0 };
    const endMs = performance.now() + seconds * 1000;
    await Promise.all(
      sessions.map(async (session, index) => {
        for (let turn = 0; performance.now() < endMs; turn += 1) {
          const verb =
            turn % 2 === 0
              ? `wait c${index} bench${index} 1 0 4.21 120000 - - h1 ${DETAILS}`
              : `unwait c${index} -`;
          const { status } = await session.ask(`commit ${NO_DEADLINE}\nverb ${verb}\ngo`);
          counts[status.startsWith('committed') ? 'committed' : 'busy'] += 1;
        }
      }),
    );
    return {
      title: `${clients} clients that all want to commit, for ${seconds} s (dash, this machine’s cores shared)`,
      comparisons: [],
      figures: [
        { name: 'commits', value: counts.committed / seconds, unit: 'a second' },
        { name: 'turned away as busy, to try again', value: counts.busy, unit: 'in all' },
      ],
    };
  } finally {
    await Promise.all(sessions.map((session) => session.end()));
    removePool(folder);
  }
}
