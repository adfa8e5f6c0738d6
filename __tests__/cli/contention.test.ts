import { mkdirSync, rmdirSync } from 'node:fs';
import { endLabs, jsonOf, Lab } from './equipment/lab';

afterEach(endLabs);

test('of 20 jobs that come at one instant one has the host at a time, and nobody errs', async () => {
  const lab = new Lab();
  const inside = lab.path('inside');
  const tokens: number[] = [];
  const runs = Array.from({ length: 10 }, async (_, at) => {
    const script = 'mkdir "$0" || exit 98; sleep 0.01; rmdir "$0"; echo "$GIVEWAY_FENCING_TOKEN"';
    const args = ['run', '--pool', lab.pool, '--host', 'h1', '--', 'sh', '-c', script, inside];
    const { status, stdout, stderr } = await lab.job(`run-${at}`).giveway(...args);
    expect({ status, stderr }).toMatchObject({ status: 0 });
    tokens.push(Number(stdout));
  });
  const steps = Array.from({ length: 10 }, async (_, at) => {
    const one = lab.job(`steps-${at}`);
    const acquired = await one.giveway('acquire', '--pool', lab.pool, '--host', 'h1');
    expect(acquired.status).toBe(0);
    mkdirSync(inside);
    tokens.push(jsonOf(acquired)['fencingToken'] as number);
    rmdirSync(inside);
    expect((await one.giveway('release')).status).toBe(0);
  });
  await Promise.all([...runs, ...steps]);
  expect(new Set(tokens).size).toBe(20);
  await lab.isClean();
}, 90_000);
