/** The scenes of docs/operations.md, with real processes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endLabs, jsonOf, Lab, SHORT, type Ended } from './equipment/lab';

const PAGE = readFileSync(join(__dirname, '../../docs/operations.md'), 'utf8');

let lab: Lab;
beforeEach(() => void (lab = new Lab()));
afterEach(endLabs);

/** What the page says under a scene: its commands, and what they print. */
function scene(name: string): { readonly commands: string[]; readonly text: string } {
  const block = new RegExp(`<!-- scene: ${name} -->\\s+\`\`\`console\\n([^]*?)\`\`\``).exec(PAGE)?.[1] ?? '';
  const commands = block
    .split('\n')
    .flatMap((line) => (line.startsWith('$ giveway ') ? [line.slice(2)] : []));
  return { commands, text: block };
}

/** Runs a line of the page as a person would type it. */
function type(line: string): Promise<Ended> {
  const env = { ...lab.env, POOL: lab.pool, USER: 'ann' };
  const script = `giveway() { "${process.execPath}" "$CLI" "$@"; }; ${line}`;
  return lab.start(['bash', '-c', script], { ...env, CLI: join(__dirname, '../../dist/cli/index.js') }).ended;
}

/** Times and columns' widths apart. */
const shapeOf = (text: string): string =>
  text
    // with the day, where it is another
    .replace(/(\d{4}-\d\d-\d\d )?\d\d:\d\dZ/g, 'HH:MMZ')
    .replace(/\([0-9hms]+\)/g, '(AGE)')
    .replace(/resting \d+m?s/g, 'resting Ns')
    .replace(/ +/g, ' ')
    .trim();

test('a hung job holds the machine that a release needs: evict --now frees it, whatever the job does', async () => {
  const { commands, text } = scene('hung');
  const hung = lab.run(
    lab.job('nightly-4.21'),
    ['--grace', '6h'],
    'sh',
    '-c',
    'trap "" TERM; while :; do sleep 0.1; done',
  );
  await hung.says(/acquired/);
  const release = lab.run(lab.job('release-4.20'), ['--wait-timeout', '60s'], 'echo', 'released');
  await release.says(/waiting for h1/);
  const status = await type(commands[0]!);
  const evict = await type(commands[1]!);
  expect(shapeOf(`$ ${commands[0]!}\n${status.stdout}$ ${commands[1]!}\n${evict.stderr}`)).toBe(
    shapeOf(text),
  );
  expect(evict.status).toBe(0);
  await release.says(/^released$/m);
  expect((await hung.ended).status).toBe(1);
  expect(hung.stderr()).toMatch(/asked to leave by .*: evicted by ann@/);
  expect((await release.ended).status).toBe(0);
  await lab.isClean();
});

test('a network card is broken: a hold keeps jobs off, and ends early by unhold', async () => {
  const { commands, text } = scene('broken');
  const held = await type(commands[0]!);
  expect(shapeOf(`$ ${commands[0]!}\n${held.stderr}`)).toBe(shapeOf(text));
  const job = lab.run(lab.job('nightly-4.22'), [], 'true');
  await job.says(/on hold by ann@.* until/);
  await type('giveway unhold --pool "$POOL" --host h1');
  expect((await job.ended).status).toBe(0);
  await lab.isClean();
});

test('a runner died: the next job has the host after ttl and rest, and says so', async () => {
  const { commands, text } = scene('died');
  const died = lab.run(lab.job('nightly-4.21'), ['--ttl', '8s', '--heartbeat', '2s'], 'sleep', '100');
  await died.says(/acquired/);
  const next = lab.run(
    lab.job('nightly-4.22'),
    [...SHORT, '--preempts', 'no', '--wait-timeout', '60s'],
    'true',
  );
  await next.says(/waiting for h1/);
  for (const { pid, line } of lab.processes()) {
    if (line.includes('--ttl 8s')) process.kill(pid, 'SIGKILL');
  }
  await next.says(/resting|had expired/);
  expect(commands[0]).toMatch(/^giveway status/);
  expect(text).toMatch(/^h1 +resting/m);
  const ended = await next.ended;
  expect(ended.status).toBe(0);
  expect(ended.stderr).toMatch(/the lease of nightly-4\.21 had expired/);
  await lab.isClean();
});

test('a lock that somebody removed by hand is put back, and it is said', async () => {
  const running = lab.run(lab.job('nightly-4.21'), [], 'sleep', '20');
  await running.says(/acquired/);
  const before = lab.lock('h1');
  await lab.start(['rm', join(lab.pool, 'h1.lock')], lab.env).ended;
  await running.says(/the lock of h1 had been removed by somebody; it is back/);
  expect(lab.lock('h1')).toMatch(/^\d{19}$/);
  expect(before).toMatch(/^\d{19}$/);
  running.signal('SIGTERM');
  await running.ended;
});

test('a person’s own words are one line for everybody', async () => {
  const job = lab.job('nightly-4.21');
  await job.giveway('acquire', '--pool', lab.pool, '--host', 'h1');
  await type(
    'giveway evict --pool "$POOL" --host h1 --now --reason "$(printf "a\\n::error::b")" --by "$(printf "x\\ny")"',
  );
  const check = await job.giveway('check-quit');
  expect(check.stderr.trim().split('\n')).toHaveLength(1);
  expect(jsonOf(check)).toMatchObject({ quit: true });
});
