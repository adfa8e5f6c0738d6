/** The caps of a key, as the program keeps them; in every shell that it is written for. */
import { directoryPool } from '../../src/pool/directory';
import { PoolUnavailable, type Pool } from '../../src/pool/pool';
import { programText } from '../../src/pool/program-text';
import { keep, take, wait } from '../pool/changes';
import { commit, mustCommit, SHELLS, TestBed } from '../pool/test-bed';

describe.each(SHELLS)('a key, with the program in %s,', (_, shell) => {
  let bed: TestBed;
  beforeEach(() => (bed = new TestBed(({ folder, settings }) => directoryPool({ folder, settings, shell }))));
  afterEach(() => bed.dispose());

  async function refusal(pool: Pool, change: Parameters<typeof commit>[1]): Promise<string> {
    const error: unknown = await commit(pool, change).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(PoolUnavailable);
    expect((error as PoolUnavailable).reason).toBe('refused');
    expect(bed.visible()).toEqual([]);
    return (error as PoolUnavailable).message;
  }

  it.each([
    ['4.30', '4.30', true],
    ['4.30', '4.30.99', true],
    ['4.30', '4.30.0-rc.1', true],
    ['4.30', '4.31', false],
    ['4.30', '4.31.0-rc.1', false],
    ['4.30', '4.9', true],
    ['4.30', '4.100', false],
    ['4.30', '5.0', false],
    ['4.30', '99.0', false],
    ['4.30', '3.99', true],
    ['4.30', '0.0', true],
    ['0.0', '0.0', true],
    ['0.0', '0.1', false],
  ])('capped at version %s, may claim %s: %j', async (cap, version, isAllowed) => {
    const pool = bed.open('role=job', `max-version=${cap}`);
    for (const change of [wait('w', ['h1'], { version }), take('t', ['h2'], { version })]) {
      if (isAllowed) await mustCommit(pool, change);
      else {
        const [verb] = change.verbs;
        const message = await refusal(pool, change);
        for (const part of [
          `refused ${verb!.verb}`,
          version.split('.').slice(0, 2).join('.'),
          'max-version',
          cap,
        ]) {
          expect(message).toContain(part);
        }
      }
    }
  });

  it.each([
    [5, 5, true],
    [5, 6, false],
    [5, -5, true],
    [0, 0, true],
    [0, 1, false],
    [-5, -5, true],
    [-5, -4, false],
    [-5, 0, false],
    [-5, -100, true],
  ])('capped at priority %d, may claim %d: %j', async (cap, priority, isAllowed) => {
    const pool = bed.open('role=job', `max-priority=${cap}`);
    for (const change of [wait('w', ['h1'], { priority }), take('t', ['h2'], { priority })]) {
      if (isAllowed) await mustCommit(pool, change);
      else {
        const message = await refusal(pool, change);
        for (const part of [`priority ${priority} `, 'max-priority', String(cap)])
          expect(message).toContain(part);
      }
    }
  });

  it('is held to both caps, and without one to none', async () => {
    const capped = bed.open('role=job', 'max-priority=1', 'max-version=4.30');
    expect(await refusal(capped, wait('a', ['h1'], { priority: 2, version: '4.30' }))).toContain(
      'max-priority',
    );
    expect(await refusal(capped, wait('b', ['h1'], { priority: 1, version: '4.31' }))).toContain(
      'max-version',
    );
    await mustCommit(capped, wait('c', ['h1'], { priority: 1, version: '4.30' }));
    await mustCommit(bed.open('role=job'), wait('d', ['h1'], { priority: 1000, version: '99.0' }));
  });

  it.each<[string, (ms: number) => Parameters<typeof commit>[1]]>([
    ['a lease', (ms) => take('a', ['h1'], { maxHoldMs: ms })],
    ['a lease without a sign of life', (ms) => take('a', ['h1'], { ttlMs: ms, maxHoldMs: 7_200_000 })],
    ['a place without a sign of life', (ms) => wait('a', ['h1'], { ttlMs: ms })],
  ])('capped at a hold of 2 h, may claim %s of so long and no ms more', async (_, change) => {
    const pool = bed.open('role=job', 'max-hold=7200');
    const message = await refusal(pool, change(7_200_001));
    for (const part of ['refused', '7200 s are above', 'max-hold, 7200 s', '--lease-ttl', 'giveway.json'])
      expect(message).toContain(part);
    await mustCommit(pool, change(7_200_000));
  });

  it('capped at a hold, cannot make one longer when it has one', async () => {
    const pool = bed.open('role=job', 'max-hold=7200');
    await mustCommit(pool, take('a', ['h1'], { maxHoldMs: 7_200_000 }));
    for (const kind of [undefined, 'hold'] as const) {
      const longer = keep('a', 7_201_000, { kind });
      await expect(commit(pool, longer)).rejects.toThrow(
        "refused keep: 7201 s are above this key's max-hold",
      );
    }
    await mustCommit(pool, keep('a', 7_200_000, { kind: 'hold' }));
  });

  it('takes no place for less and then a host for more', async () => {
    const pool = bed.open('role=job', 'max-version=4.30');
    await mustCommit(pool, wait('w', ['h1'], { version: '4.30' }));
    await expect(commit(pool, take('w', ['h1'], { version: '99.0', from: 'waiting' }))).rejects.toThrow(
      'max-version',
    );
  });

  it.each([
    'max-priority=',
    'max-priority=x',
    'max-priority=1e3',
    'max-version=',
    'max-version=4',
    'max-version=4.30.1',
    'max-version=v4.30',
    'max-version=4.x',
    'max-hold=',
    'max-hold=0',
    'max-hold=2h',
    'max-hold=07200',
    'max-hold=1000000000',
    'tenant=a b',
    'role=root',
  ])('does not start with %j', async (option) => {
    await expect(bed.open(option).snapshot()).rejects.toThrow(PoolUnavailable);
  });

  it("can't keep another tenant's lease or place alive", async () => {
    const mine = bed.open('role=job', 'tenant=mine');
    await mustCommit(mine, take('held', ['h1']));
    await mustCommit(mine, wait('waiting', ['h2']));
    for (const other of [bed.open('role=job', 'tenant=other'), bed.open('role=job')]) {
      // a place under the holder's id would beat for its lease
      await expect(commit(other, wait('held', ['h3']))).rejects.toThrow('belongs to tenant mine');
      await expect(commit(other, wait('waiting', ['h3']))).rejects.toThrow('belongs to tenant mine');
      await expect(other.beat('held', ['h1'])).rejects.toThrow('belongs to tenant mine');
      await expect(other.beat('waiting', [])).rejects.toThrow('belongs to tenant mine');
    }
  });

  it('learns which role may do what its own may not', async () => {
    const legacy = { hosts: [], verbs: [{ verb: 'legacy', lockTimeoutS: 60, folder: undefined }] } as const;
    const reader = bed.open('role=read');
    await expect(commit(reader, wait('a', ['h1']))).rejects.toThrow('needs the role job or admin');
    await expect(reader.beat('a', [])).rejects.toThrow('needs the role job or admin');
    await expect(commit(bed.open('role=job'), legacy)).rejects.toThrow('needs the role admin');
    await mustCommit(bed.open('role=admin'), legacy);
  });
});

describe('a program of another version', () => {
  let bed: TestBed;
  afterEach(() => bed.dispose());
  const program = (version: string): string => {
    const text = programText();
    expect(text).toContain('protocol=1.0\n');
    return text.replace('protocol=1.0\n', `protocol=${version}\n`);
  };
  const open = (version: string): Pool => {
    bed = new TestBed(({ folder, settings }) =>
      directoryPool({ folder, settings, program: program(version) }),
    );
    return bed.open();
  };

  it.each(['1.1', '1.10'])('works where only the minor is newer: %s', async (version) => {
    const pool = open(version);
    await mustCommit(pool, take('a', ['h1']));
    expect((await pool.beat('a', ['h1'])).kind).toBe('alive');
  });

  it.each(['0.9', '2.0', '10.0'])('is refused where the major differs: %s', async (version) => {
    const error: unknown = await open(version)
      .snapshot()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PoolUnavailable);
    expect((error as PoolUnavailable).reason).toBe('newer-format');
    expect((error as PoolUnavailable).message).toContain(`protocol ${version}`);
    expect((error as PoolUnavailable).message).toContain('update');
    expect(bed.visible()).toEqual([]);
  });
});
