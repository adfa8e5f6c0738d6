// `npm run bench:ssh [-- --quick]`: a real sshd on loopback with throwaway keys. Acquire beside what people would use
// instead, the hand-over from a release to the next "acquired", and what idle waiters cost the bastion.
const { execFileSync, spawn, spawnSync } = require('node:child_process');
const {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} = require('node:fs');
const { connect, createServer } = require('node:net');
const { tmpdir, userInfo } = require('node:os');
const { join } = require('node:path');
const { createInterface } = require('node:readline');
const { compare, machineLine, printRows, summary } = require('./measure');

const giveway = join(__dirname, '..', 'dist', 'cli', 'index.js');
const isQuick = process.argv.includes('--quick');
const rounds = isQuick ? 5 : 15;
const handovers = isQuick ? 5 : 20;
const idleSeconds = isQuick ? 5 : 20;

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

async function startSshd(root) {
  const port = await freePort();
  for (const name of ['host', 'user']) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(root, name)]);
  }
  copyFileSync(join(root, 'user.pub'), join(root, 'authorized_keys'));
  const [type, key] = readFileSync(join(root, 'host.pub'), 'utf8').split(' ');
  writeFileSync(join(root, 'known_hosts'), `[127.0.0.1]:${port} ${type} ${key}\n`);
  const config = {
    Port: port,
    ListenAddress: '127.0.0.1',
    HostKey: join(root, 'host'),
    AuthorizedKeysFile: join(root, 'authorized_keys'),
    StrictModes: 'no',
    UsePAM: 'no',
    PermitRootLogin: 'yes',
    PidFile: 'none',
    // the waiters of this bench come all at once, from one address
    MaxStartups: '200:30:300',
  };
  const text = Object.entries(config).map(([name, value]) => `${name} ${value}\n`);
  writeFileSync(join(root, 'sshd_config'), text.join(''));
  mkdirSync('/run/sshd', { recursive: true });
  const child = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', join(root, 'sshd_config')], { stdio: 'ignore' });
  while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 20));
  return { port, child };
}

/** Of a process and all below it: CPU seconds, and memory, with shared pages by their share. */
function costOf(root) {
  const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const stats = readdirSync('/proc').flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const pssKb = Number(
        /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0,
      );
      return [
        {
          pid: Number(pid),
          parent: Number(fields[1]),
          ticks: fields.slice(11, 15).reduce((a, b) => a + Number(b), 0),
          pssKb,
        },
      ];
    } catch {
      return [];
    }
  });
  const below = new Set([root]);
  for (let before = 0; before !== below.size;) {
    before = below.size;
    for (const { pid, parent } of stats) if (below.has(parent)) below.add(pid);
  }
  const own = stats.filter(({ pid }) => below.has(pid));
  return {
    cpu: own.reduce((sum, one) => sum + one.ticks, 0) / ticks,
    megabytes: own.reduce((sum, one) => sum + one.pssKb, 0) / 1024,
  };
}

async function main() {
  const root = mkdtempSync(join(tmpdir(), 'giveway-bench-ssh-'));
  const { port, child: sshd } = await startSshd(root);
  const pool = join(root, 'pool');
  mkdirSync(pool);
  const user = userInfo().username;
  const env = {
    ...process.env,
    GIVEWAY_POOL: `ssh://${user}@127.0.0.1:${port}${pool}`,
    GIVEWAY_PRIVATE_KEY_FILE: join(root, 'user'),
    GIVEWAY_KNOWN_HOSTS: join(root, 'known_hosts'),
    GIVEWAY_STATE_DIR: root,
    GIVEWAY_PRODUCT_VERSION: '4.21',
  };
  const ssh = [
    '-p',
    String(port),
    '-i',
    join(root, 'user'),
    '-o',
    `UserKnownHostsFile=${join(root, 'known_hosts')}`,
    '-o',
    'IdentitiesOnly=yes',
    `${user}@127.0.0.1`,
  ];
  const timed = (command, args, more = {}) => {
    const from = process.hrtime.bigint();
    const { status, stderr } = spawnSync(command, args, {
      env: { ...env, ...more },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
    return Number(process.hrtime.bigint() - from) / 1e6;
  };
  const call = (remote) => timed('ssh', [...ssh, remote]);
  const acquire = () => {
    const ms = timed(process.execPath, [giveway, 'acquire', '--host', 'h1'], { GIVEWAY_OWNER: 'bench' });
    timed(process.execPath, [giveway, 'release'], { GIVEWAY_OWNER: 'bench' });
    return ms;
  };
  // the calls of the bash protocol: waiting file, attempt, confirm, validate, clean-up
  const bash = () =>
    ['touch', 'date +%s%N >|', 'cat', 'ls -1', 'rm -f'].reduce(
      (sum, verb) => sum + call(`${verb} ${root}/b.lock`),
      0,
    );

  const rows = [
    await compare('giveway acquire', acquire, 'ssh bastion true', () => call('true'), { rounds, limit: 1.5 }),
    await compare('five ssh calls, as the bash jobs make', bash, 'giveway acquire', acquire, { rounds }),
    await compare(
      'ssh bastion flock FILE true',
      () => call(`flock ${root}/f true`),
      'ssh bastion true',
      () => call('true'),
      { rounds },
    ),
  ];

  const waiting = [];
  let onAcquired = () => undefined;
  const startWaiter = (index) => {
    const owner = `w${index}`;
    const child = spawn(process.execPath, [giveway, 'acquire', '--host', 'h2'], {
      env: { ...env, GIVEWAY_OWNER: owner },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const waits = new Promise((resolve) =>
      createInterface({ input: child.stderr }).on('line', (line) => line.includes('place ') && resolve()),
    );
    createInterface({ input: child.stdout }).on('line', () => onAcquired(owner));
    waiting.push({ child, owner });
    return waits;
  };
  const release = (owner) =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [giveway, 'release'], {
        env: { ...env, GIVEWAY_OWNER: owner },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      let at;
      child.stdout.once('data', () => (at = process.hrtime.bigint()));
      child.once('close', () => resolve(at));
    });
  /** From the line that says released to the line that says acquired; negative where the latter is read first. */
  const handOver = async (owner) => {
    const next = new Promise(
      (resolve) => (onAcquired = (name) => resolve({ name, at: process.hrtime.bigint() })),
    );
    const [from, { name, at }] = await Promise.all([release(owner), next]);
    return { name, ms: Number(at - from) / 1e6 };
  };

  const figures = [];
  let started = 0;
  for (const count of [1, 50]) {
    timed(process.execPath, [giveway, 'acquire', '--host', 'h2'], { GIVEWAY_OWNER: 'first' });
    let holder = 'first';
    const samples = [];
    await Promise.all(Array.from({ length: count }, () => startWaiter((started += 1))));
    await new Promise((resolve) => setTimeout(resolve, 4000));
    if (count === 50) {
      const before = costOf(sshd.pid);
      await new Promise((resolve) => setTimeout(resolve, idleSeconds * 1000));
      const after = costOf(sshd.pid);
      const share = (100 * (after.cpu - before.cpu)) / idleSeconds;
      figures.push(
        `${count} idle waiters: ${share.toFixed(1)} % of one core on the bastion (limit 10 %), ${(after.megabytes / count).toFixed(1)} MiB each`,
      );
    }
    for (let turn = 0; turn < handovers; turn += 1) {
      const { name, ms } = await handOver(holder);
      samples.push(ms);
      holder = name;
      await startWaiter((started += 1));
    }
    samples.sort((a, b) => a - b);
    const p95 = samples[Math.ceil(samples.length * 0.95) - 1];
    figures.push(
      `hand-over with ${count} waiting: median ${summary(samples).median.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms of ${samples.length} (limit 300 ms)`,
    );
    for (const { child } of waiting) child.kill('SIGTERM');
    await Promise.all(
      waiting.map(({ child }) => child.exitCode ?? new Promise((resolve) => child.once('close', resolve))),
    );
    waiting.length = 0;
    await release(holder);
  }

  console.log(machineLine(rounds));
  printRows(rows);
  for (const figure of figures) console.log(figure);
  sshd.kill('SIGTERM');
  rmSync(root, { recursive: true, force: true });
}

void main();
