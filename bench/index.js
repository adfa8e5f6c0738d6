// `npm run bench [-- --quick] [--json]`: what things cost, each as a ratio to something known in the same run. Rounds
// alternate between the two, and the median counts, for machines differ and drift.
const { spawn, spawnSync } = require('node:child_process');
const { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { createInterface } = require('node:readline');
const { compare, machineLine, printExceeded, printRows } = require('./measure');

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
  let lines = [];
  let greet;
  const greeted = new Promise((resolve) => (greet = resolve));
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('giveway-program')) greet();
    else if (line.startsWith('= ')) {
      replies.shift()({ status: line.slice(line.indexOf(' ', 2) + 1), lines });
      lines = [];
    } else lines.push(line);
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
      { rounds, limit: 3 },
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
        const { lines } = await session.request('snapshot');
        const record = lines.find((line) => line.startsWith('h1.lease:'))?.slice('h1.lease:'.length) ?? '-';
        const seen = `host h1\nrecord ${record}\nlock none\nnames -`;
        const { status } = await session.request(
          `commit ${nextDeadline}\n${seen}\nverb take ${id} bench 1 0 4.21 120000 86400000 k held new h1 ${details}\ngo`,
        );
        if (!status.startsWith('committed')) throw new Error(status);
      });
      await session.request(`commit ${nextDeadline}\nverb free ${id} h1 end -\ngo`);
      return ms;
    };
    const label = shell.join(' ');
    rows.push(
      await compare(`take a free host (${label})`, takeAndFree, 'flock FOLDER true', flock, { rounds }),
    );
    await session.request(
      `commit ${nextDeadline}\nverb wait beating bench 1 0 4.21 120000 - - h2 ${details}\ngo`,
    );
    const beat = () => millisecondsOf(() => session.request('beat beating -'));
    rows.push(await compare(`heartbeat (${label})`, beat, 'flock FOLDER true', flock, { rounds }));
    await session.end();
    rmSync(folder, { recursive: true, force: true });
  }

  for (const count of isQuick ? [1, 1000] : [1, 100, 1000, 10000]) {
    const { folder, session } = await filledPool(count, ['dash']);
    const snapshot = () => millisecondsOf(() => session.request('snapshot'));
    const listing = () => milliseconds(() => run('ls', ['-U', folder]));
    const limitMs = count === 1000 ? 50 : undefined;
    rows.push(
      await compare(`snapshot of ${count} waiting (dash)`, snapshot, 'ls -U FOLDER', listing, {
        rounds,
        limitMs,
      }),
    );
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
  rows.push(await compare('giveway run … -- true', command, 'node -e 0', node, { rounds }));
  rmSync(pool, { recursive: true, force: true });

  report(rows);
}

function report(rows) {
  if (process.argv.includes('--json'))
    console.log(JSON.stringify({ machine: machineLine(rounds), rows }, null, 2));
  else {
    console.log(`${machineLine(rounds)}\n`);
    printRows(rows);
  }
  process.exitCode = printExceeded(rows) ? 1 : 0;
}

void main();
