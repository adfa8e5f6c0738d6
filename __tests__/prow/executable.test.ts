/** The single-file executable, where there is no Node. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { endLabs, jsonOf, Lab, type Running } from '../cli/equipment/lab';

const ROOT = resolve(__dirname, '../..');

let made: string;
/** The tools of this machine, but for Node's. */
let tools: string;
beforeAll(() => {
  made = mkdtempSync(join(tmpdir(), 'giveway-executable-'));
  execFileSync(join(ROOT, 'scripts/executable'), [join(made, 'out')], { stdio: 'pipe' });
  tools = join(made, 'tools');
  mkdirSync(tools);
  for (const name of readdirSync('/usr/bin')) {
    if (!/^(?:node|nodejs|npm|npx|giveway)$/.test(name))
      symlinkSync(join('/usr/bin', name), join(tools, name));
  }
}, 120_000);
afterAll(() => rmSync(made, { recursive: true, force: true }));
afterEach(endLabs);

class BareLab extends Lab {
  readonly empty = this.folder('empty');

  giveway(...args: string[]): Running {
    const env = { PATH: tools, HOME: this.root, TMPDIR: this.tmp, GIVEWAY_OWNER: 'a-job' };
    return this.start([join(made, 'out/giveway'), ...args], env, this.empty);
  }
}

it('says its version where there is no Node', async () => {
  expect(spawnSync('node', ['--version'], { env: { PATH: tools } }).error).toMatchObject({ code: 'ENOENT' });
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  expect(await new BareLab().giveway('--version').ended).toMatchObject({
    status: 0,
    stdout: `${version}\n`,
    stderr: '',
  });
});

it('takes and gives back a host of a pool in a folder', async () => {
  const lab = new BareLab();
  const pool = ['--pool', lab.pool];
  const acquired = await lab.giveway('acquire', ...pool, '--host', 'h1', '--product-version', '4.22').ended;
  expect(jsonOf(acquired)).toMatchObject({ acquired: true, host: 'h1' });
  expect(lab.lock('h1')).toMatch(/^\d{19}$/);
  expect(readdirSync(lab.empty)).toEqual(['giveway-h1.lease.json']);
  expect(jsonOf(await lab.giveway('release').ended)).toMatchObject({ released: true });
  expect(readdirSync(lab.empty)).toEqual([]);
  await lab.isClean();
});

it('runs a command under its guard, and passes its status on', async () => {
  const lab = new BareLab();
  const pool = ['--pool', lab.pool, '--host', 'h1', '--product-version', '4.22'];
  const run = await lab.giveway('run', ...pool, '--', 'sh', '-c', 'echo "$GIVEWAY_HOST"; exit 7').ended;
  expect(run).toMatchObject({ status: 7, stdout: 'h1\n' });
  await lab.isClean();
});

it('has the demo in it, whose steps are processes of the same file', async () => {
  const lab = new BareLab();
  const demo = await lab.giveway('demo').ended;
  expect(demo).toMatchObject({ status: 0, stderr: '' });
  expect(demo.stdout).toContain('The pool holds no lock and no waiting file');
  await lab.isClean();
});

it.each([
  [['init', '/nowhere', '--print'], /^set -- folder=\/nowhere\n/],
  [['run', '--help'], /giveway run /],
])('has in it what %j prints', async (args, expected) => {
  const printed = await new BareLab().giveway(...args).ended;
  expect(printed).toMatchObject({ status: 0, stderr: '' });
  expect(printed.stdout).toMatch(expected);
});
