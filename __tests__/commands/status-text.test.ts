import { statusJson, statusTable } from '../../src/commands/status-text';
import type { HolderStatus, HostStatus, Status, WaiterStatus } from '../../src/protocol/status';

const NOW = Date.parse('2026-03-01T11:14:30.000Z');
const SINCE = Date.parse('2026-03-01T10:02:10.000Z');
const MINUTE_MS = 60_000;

function holder(more: Partial<HolderStatus> = {}): HolderStatus {
  return {
    job: 'nightly',
    url: 'https://ci/1',
    version: '4.21',
    sinceMs: SINCE,
    fencingToken: SINCE * 1000,
    legacy: false,
    endsAtMs: NOW + 2 * MINUTE_MS,
    lastSignMs: NOW,
    ...more,
  };
}

const bash = holder({ job: 'a bash job', url: null, version: null, fencingToken: null, legacy: true });

function waiter(more: Partial<WaiterStatus> = {}): WaiterStatus {
  return {
    job: 'my-job',
    id: 'w',
    owner: 'org/my-job',
    url: null,
    version: '4.22',
    sinceMs: NOW - MINUTE_MS,
    position: 1,
    alive: true,
    preempts: true,
    legacy: false,
    asks: true,
    rule: null,
    ...more,
  };
}

const dead = waiter({ job: 'gone', alive: false, position: null });

function host(more: Partial<HostStatus> = {}): HostStatus {
  return { host: 'h1', state: 'held', holder: holder(), waiting: [], ...more };
}

function told(more: Partial<NonNullable<HolderStatus['told']>> = {}): HostStatus {
  const telling = { byJob: 'x', byVersion: '4.22', graceUntilMs: NOW + 190_000, overdue: false, ...more };
  return host({ state: 'quitting', holder: holder({ told: telling }) });
}

function statusWith(...hosts: HostStatus[]): Status {
  return { nowMs: NOW, hosts };
}

function table(hosts: HostStatus[], options: { colours?: boolean; columns?: number } = {}): string {
  return statusTable(statusWith(...hosts), { nowMs: NOW, colours: false, ...options });
}

test('a pool at a glance', () => {
  expect(
    table([
      host({ host: 'lab-1', waiting: [waiter(), waiter({ position: 2 }), waiter({ position: 3 })] }),
      host({ host: 'lab-2', state: 'free', holder: null }),
      host({ host: 'lab-10', holder: bash }),
      host({ host: 'lab-11', state: 'broken', holder: null, problem: 'its record is damaged' }),
    ]),
  ).toBe(
    [
      'Host    State   Holder      Version  Since           Waiting',
      'lab-1   held    nightly     4.21     10:02Z (1h12m)  4.22 my-job (asked), +2',
      'lab-2   free    -           -        -               -',
      'lab-10  held    a bash job  -        10:02Z (1h12m)  -',
      'lab-11  broken  -           -        -               -',
      'lab-11: its record is damaged',
    ].join('\n'),
  );
});

test('a pool that nobody has used says so', () => {
  expect(table([])).toBe('Nobody has used this pool yet.');
});

describe('a cell', () => {
  /** By its header, in the only line below. */
  function cell(header: string, one: HostStatus): string {
    const [headers = '', line = ''] = table([one]).split('\n');
    const start = headers.indexOf(header);
    const next = headers.slice(start + header.length).search(/\S/);
    return line.slice(start, next < 0 ? undefined : start + header.length + next).trim();
  }

  test.each<[string, string, HostStatus, string]>([
    ['State', 'of one that leaves has the time left', told(), 'quitting 3m10s'],
    ['State', 'of one that should have left', told({ overdue: true }), 'quitting (overdue)'],
    ['State', 'of one whose record only says so', host({ state: 'quitting' }), 'quitting'],
    ['State', 'of one that has not looked', host({ holder: holder({ unaware: true }) }), 'held (unaware)'],
    ['State', 'of one that rests', host({ state: 'resting', restsUntilMs: NOW + 12_000 }), 'resting 12s'],
    ['State', 'of one that has rested', host({ state: 'resting', restsUntilMs: NOW - 1 }), 'resting 0s'],
    ['State', 'of one that has expired', host({ state: 'expired' }), 'expired'],
    ['State', 'of one that settles', host({ state: 'settling' }), 'settling'],
    ['State', 'of one that a person keeps', host({ state: 'on-hold' }), 'on-hold'],
    [
      'Since',
      'on another day',
      host({ holder: holder({ sinceMs: NOW - 51 * 60 * MINUTE_MS }) }),
      '2026-02-27 08:14Z (2d3h)',
    ],
    ['Since', 'unknown', host({ holder: holder({ sinceMs: null }) }), '-'],
    [
      'Since',
      'in the future, by a clock that was set',
      host({ holder: holder({ sinceMs: NOW + 5000 }) }),
      '11:14Z (0s)',
    ],
    ['Version', 'none given', host({ holder: holder({ version: '0.0' }) }), '0.0'],
    ['Version', 'that is long', host({ holder: holder({ version: '4.22.0-rc.1+build.7' }) }), '4.22.0-rc.1…'],
    ['Waiting', 'one that asks', host({ waiting: [waiter()] }), '4.22 my-job (asked)'],
    ['Waiting', 'one that does not', host({ waiting: [waiter({ asks: false })] }), '4.22 my-job'],
    ['Waiting', 'a dead one only', host({ waiting: [dead] }), '1 dead'],
    [
      'Waiting',
      'dead ones too',
      host({ waiting: [waiter({ asks: false }), waiter(), dead, dead] }),
      '4.22 my-job, +1, 2 dead',
    ],
  ])('%s %s', (header, _, one, expected) => {
    expect(cell(header, one)).toBe(expected);
  });
});

describe('what is long', () => {
  const long = 'periodic-ci-openshift-kni-eco-ci-cd-main-nightly-4.21-telcov10n-functional';
  const busy = host({ holder: holder({ job: long }), waiting: [waiter({ job: long }), waiter()] });

  test.each([85, 100, 120, 300])('is cut to fit into %d columns', (columns) => {
    const lines = table([busy, told()], { columns }).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(lines[1]).toMatch(/^h1 .*4\.22 peri.* \(asked\), \+1$/);
    expect(lines.join().includes('…')).toBe(columns < 200);
  });

  test('leaves its room to the other column if it does not need it', () => {
    const [, line] = table([host({ holder: holder({ job: 'x'.repeat(60) }) })]).split('\n');
    expect(line).toMatch(/ x{50,}…? /);
    const [, other] = table([host({ waiting: [waiter({ job: 'y'.repeat(45) })] })]).split('\n');
    expect(other).toMatch(/4\.22 y{30,}…? \(asked\)$/);
  });

  test('is never a host', () => {
    const name = 'spoke-baremetal-50-7c-6f-5c-47-8c';
    const lines = table([{ ...busy, host: name }], { columns: 40 }).split('\n');
    expect(lines[1]).toMatch(
      new RegExp(`^${name}  held +periodic-ci…  4\\.21 .*  4\\.22 period… \\(asked\\), \\+1$`),
    );
  });

  test('counts characters, not halves of them', () => {
    const lines = table([host({ holder: holder({ job: '🚦🚦' }) }), host({ holder: holder({ job: 'ab' }) })]);
    const [, one = '', other = ''] = lines.split('\n');
    expect(Array.from(one).indexOf('4')).toBe(Array.from(other).indexOf('4'));
  });
});

describe('colours', () => {
  const hosts = [host(), host({ host: 'h2', state: 'free', holder: null }), told()];

  test('are there only if asked for', () => {
    expect(table(hosts)).not.toContain('\u001b');
    expect(table(hosts, { colours: true })).toContain('\u001b[33mheld\u001b[0m');
    expect(table(hosts, { colours: true })).toContain('\u001b[32mfree\u001b[0m');
  });

  test('change nothing else', () => {
    const bare = table(hosts, { colours: true }).replace(/\u001b\[\d+m/g, '');
    expect(bare.replace(/ +$/gm, '')).toBe(table(hosts));
  });
});

describe('the JSON', () => {
  test('is one line, with the fields of the contract', () => {
    const text = statusJson(
      statusWith(
        host({ waiting: [waiter({ rule: 'version' })] }),
        host({ host: 'h2', state: 'free', holder: null }),
      ),
      '/srv/lab',
    );
    expect(text).not.toContain('\n');
    expect(JSON.parse(text)).toEqual({
      pool: '/srv/lab',
      now: '2026-03-01T11:14:30.000Z',
      hosts: [
        {
          host: 'h1',
          state: 'held',
          holder: {
            job: 'nightly',
            url: 'https://ci/1',
            version: '4.21',
            since: '2026-03-01T10:02:10.000Z',
            fencingToken: SINCE * 1000,
            legacy: false,
            endsAt: '2026-03-01T11:16:30.000Z',
            lastSign: '2026-03-01T11:14:30.000Z',
          },
          waiting: [
            {
              job: 'my-job',
              id: 'w',
              owner: 'org/my-job',
              url: null,
              version: '4.22',
              since: '2026-03-01T11:13:30.000Z',
              position: 1,
              alive: true,
              preempts: true,
              legacy: false,
              asks: true,
              rule: 'version',
            },
          ],
        },
        { host: 'h2', state: 'free', holder: null, waiting: [] },
      ],
    });
  });

  test('has what is not always there', () => {
    const telling = { byJob: 'x', byVersion: '4.22', graceUntilMs: NOW, overdue: true };
    const text = statusJson(
      statusWith(
        host({ holder: holder({ project: 'org/repo', told: telling }), state: 'quitting' }),
        host({ holder: holder({ expiredBy: 'silence' }), state: 'resting', restsUntilMs: NOW }),
        host({ holder: null, state: 'broken', problem: 'damaged' }),
        host({ holder: { ...bash, endsAtMs: null, lastSignMs: null, sinceMs: null } }),
        host({ holder: holder({ unaware: true }) }),
      ),
      'p',
    );
    const now = '2026-03-01T11:14:30.000Z';
    expect(JSON.parse(text)).toMatchObject({
      hosts: [
        {
          holder: {
            project: 'org/repo',
            told: { byJob: 'x', byVersion: '4.22', graceUntil: now, overdue: true },
          },
        },
        { holder: { expiredBy: 'silence' }, restsUntil: now },
        { holder: null, problem: 'damaged' },
        {
          holder: {
            version: null,
            since: null,
            fencingToken: null,
            legacy: true,
            endsAt: null,
            lastSign: null,
          },
        },
        { holder: { unaware: true } },
      ],
    });
    expect(text).not.toMatch(/Ms"/);
  });

  test('keeps a fencing token exact', () => {
    const text = statusJson(statusWith(host({ holder: holder({ fencingToken: 1766568440841947 }) })), 'p');
    expect(text).toContain('"fencingToken":1766568440841947,');
  });
});
