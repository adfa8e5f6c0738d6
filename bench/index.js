// `npm run bench [-- --quick] [--json]`: what things cost, each as a ratio to something known in the same run. Rounds
// alternate between the two, and the median counts, for machines differ and drift.
const { execFileSync, spawn, spawnSync } = require('node:child_process');
const { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { cpus, tmpdir, totalmem } = require('node:os');
const { join } = require('node:path');
const { createInterface } = require('node:readline');

const dist = join(__dirname, '..', 'dist', 'cli');
const giveway = join(dist, 'index.js');
const program = readFileSync(join(dist, 'program.sh'), 'utf8');
const isQuick = process.argv.includes('--quick');
const rounds = isQuick ? 5 : 15;
const nextDeadline = '999999999999';
const details = JSON.stringify({ job: 'bench', groups: [['h1']], heartbeatMs: 15000 });

/** One conversation with the program in a shell. */
function startProgram(folder, shell) {
  const child = spawn(shell[0], [...shell.slice(1), '-c', program, 'giveway', folder, 'role=admin']);
  const replies = [];
  let greet;
  const greeted = new Promise((resolve) => (greet = resolve));
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('giveway-program')) greet();
    else if (line.startsWith('= ')) replies.shift()(line.slice(line.indexOf(' ', 2) + 1));
  });
  let sequence = 0;
  return {
    greeted,
    request: (text) =>
      new Promise((resolve) => {
        replies.push(resolve);
        child.stdin.write(`${(sequence += 1)} ${text}\n`);
      }),
    end: () => {
      child.stdin.end();
      return new Promise((resolve) => child.once('close', resolve));
    },
  };
}

function milliseconds(action) {
  const from = process.hrtime.bigint();
  action();
  return Number(process.hrtime.bigint() - from) / 1e6;
}

async function millisecondsOf(action) {
  const from = process.hrtime.bigint();
  await action();
  return Number(process.hrtime.bigint() - from) / 1e6;
}

function summary(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)], min: sorted[0], max: sorted[sorted.length - 1] };
}

/** Both in turn, so that a drift of the machine meets both. */
async function compare(name, ours, peerName, peer, limit) {
  const samples = { ours: [], peer: [] };
  await ours();
  await peer();
  for (let round = 0; round < rounds; round += 1) {
    samples.ours.push(await ours());
    samples.peer.push(await peer());
  }
  const [own, other] = [summary(samples.ours), summary(samples.peer)];
  return { name, ours: own, peerName, peer: other, ratio: own.median / other.median, limit };
}

function run(command, args, env = {}) {
  const result = spawnSync(command, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${result.status}`);
}

/** A pool with so many queue files, all of live requests. */
async function filledPool(count, shell) {
  const folder = mkdtempSync(join(tmpdir(), 'giveway-bench-'));
  const session = startProgram(folder, shell);
  await session.greeted;
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const uptime = Math.floor(Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1000);
  mkdirSync(join(folder, '.giveway'), { recursive: true });
  for (let index = 0; index < count; index += 1) {
    const arrival = `${1700000000}${String(index).padStart(9, '0')}`;
    const record = `1 id${index} owner${index} 1 - 0 4.21 lease waiting 0 ${arrival} 0 120000 ${uptime}+0@${boot} ${details}`;
    writeFileSync(join(folder, `h1.lock.waiting.${arrival}.4.21.queued`), `${record}\n`);
    writeFileSync(
      join(folder, '.giveway', `id${index}.hb`),
      `${String(uptime).padStart(15, '0')} ${boot} ${arrival}\n`,
    );
  }
  return { folder, session };
}

async function main() {
  const rows = [];
  const node = () => milliseconds(() => run(process.execPath, ['-e', '0']));
  rows.push(
    await compare(
      'giveway --help',
      () => milliseconds(() => run(process.execPath, [giveway, '--help'])),
      'node -e 0',
      node,
      3,
    ),
  );

  const shells = isQuick ? [['dash']] : [['dash'], ['bash'], ['busybox', 'ash']];
  for (const shell of shells) {
    const { folder, session } = await filledPool(0, shell);
    const flock = () => milliseconds(() => run('flock', [folder, 'true']));
    let turn = 0;
    const takeAndFree = async () => {
      const id = `r${(turn += 1)}`;
      const ms = await millisecondsOf(async () => {
        await session.request('snapshot');
        const took = await session.request(
          `commit ${nextDeadline}\nhost h1\nverb take ${id} bench 1 0 4.21 120000 86400000 k held new h1 ${details}\ngo`,
        );
        if (!/^(committed|conflict)/.test(took)) throw new Error(took);
      });
      await session.request(`commit ${nextDeadline}\nverb free ${id} h1 end -\ngo`);
      return ms;
    };
    const label = shell.join(' ');
    rows.push(await compare(`take a free host (${label})`, takeAndFree, 'flock FOLDER true', flock));
    await session.request(
      `commit ${nextDeadline}\nverb wait beating bench 1 0 4.21 120000 - - h2 ${details}\ngo`,
    );
    const beat = () => millisecondsOf(() => session.request('beat beating -'));
    rows.push(await compare(`heartbeat (${label})`, beat, 'flock FOLDER true', flock));
    await session.end();
    rmSync(folder, { recursive: true, force: true });
  }

  for (const count of isQuick ? [1, 1000] : [1, 100, 1000, 10000]) {
    const { folder, session } = await filledPool(count, ['dash']);
    const snapshot = () => millisecondsOf(() => session.request('snapshot'));
    const listing = () => milliseconds(() => run('ls', ['-U', folder]));
    const limitMs = count === 1000 ? 50 : undefined;
    rows.push({
      ...(await compare(`snapshot of ${count} waiting (dash)`, snapshot, 'ls -U FOLDER', listing)),
      limitMs,
    });
    await session.end();
    rmSync(folder, { recursive: true, force: true });
  }

  const pool = mkdtempSync(join(tmpdir(), 'giveway-bench-'));
  const command = () =>
    milliseconds(() =>
      run(process.execPath, [
        giveway,
        'run',
        '--pool',
        pool,
        '--host',
        'h1',
        '--owner',
        'bench',
        '--',
        'true',
      ]),
    );
  rows.push(await compare('giveway run … -- true', command, 'node -e 0', node));
  rmSync(pool, { recursive: true, force: true });

  report(rows);
}

function report(rows) {
  const machine = {
    date: new Date().toISOString().slice(0, 10),
    cpu: `${cpus().length} × ${cpus()[0].model.trim()}`,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    kernel: execFileSync('uname', ['-sr'], { encoding: 'utf8' }).trim(),
    node: process.version,
    rounds,
  };
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify({ machine, rows }, null, 2));
  } else {
    console.log(
      `${machine.date}, ${machine.cpu}, ${machine.memoryGiB} GiB, ${machine.kernel}, Node ${machine.node}, ${rounds} rounds\n`,
    );
    const ms = ({ median, min, max }) => `${median.toFixed(1)} (${min.toFixed(1)}–${max.toFixed(1)})`;
    const cells = [
      ['what', 'ms: median (min–max)', 'beside', 'ms: median (min–max)', 'ratio', 'limit'],
      ...rows.map((row) => [
        row.name,
        ms(row.ours),
        row.peerName,
        ms(row.peer),
        row.ratio.toFixed(2),
        row.limit === undefined ? (row.limitMs === undefined ? '' : `${row.limitMs} ms`) : `${row.limit} ×`,
      ]),
    ];
    const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
    for (const row of cells)
      console.log(
        row
          .map((cell, column) => cell.padEnd(widths[column]))
          .join('  ')
          .trimEnd(),
      );
  }
  const failed = rows.filter(
    (row) => row.ratio > (row.limit ?? Infinity) || row.ours.median > (row.limitMs ?? Infinity),
  );
  for (const row of failed) console.error(`over its limit: ${row.name}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

void main();
