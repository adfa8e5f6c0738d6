/** giveway-run under Tekton's own controllers and entrypoint, against a real sshd. */
import { condition, reason, results } from './equipment/cluster';
import { Lab, runOf } from './equipment/lab';
import { BUILD_MS } from './equipment/tools';

let lab: Lab;
beforeAll(async () => {
  lab = await Lab.start();
}, BUILD_MS);
afterAll(() => lab.end());

jest.setTimeout(120_000);

async function start(
  name: string,
  script: string,
  params: Record<string, string | readonly string[]> = {},
  spec = {},
) {
  const all = { pool: lab.pool, host: name, image: 'job', script, ...params };
  await lab.cluster.apply(runOf('TaskRun', name, { ref: 'giveway-run', params: all, spec }));
  return `${name}-pod`;
}

test('a script runs while the host is held, and its end is the end of the run', async () => {
  await start('h1', 'echo "host $GIVEWAY_HOST token $GIVEWAY_FENCING_TOKEN args $*"', { args: ['a b', 'c'] });
  const run = await lab.cluster.done('TaskRun', 'h1');
  console.log(lab.cluster.story());
  expect(lab.cluster.log('h1-pod', 'step-script')).toMatch(/^host h1 token \d{16} args a b c$/m);
  expect([condition(run), reason(run)]).toEqual(['True', 'Succeeded']);
  expect(results(run)).toEqual({});
  expect(lab.leftovers()).toEqual([]);
});
