/** `giveway demo`: two jobs of real processes share a host in a temporary folder. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EXIT } from '../settings/exit-codes';
import type { GivenInputs, Problem } from '../settings/inputs';
import type { Session } from './session';
import { failOn } from './usage';

const HOST = 'lab-host-1';

export async function demoCommand(
  session: Session,
  _inputs: Pick<GivenInputs, 'given'>,
  problems: readonly Problem[],
): Promise<number> {
  failOn(problems);
  const folder = mkdtempSync(join(tmpdir(), 'giveway-demo-'));
  const steps = new Set<Promise<number>>();
  try {
    return await playDemo(session, folder, steps);
  } catch (error) {
    session.interrupts.signal.throwIfAborted();
    throw error;
  } finally {
    await Promise.all(steps);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function playDemo(session: Session, pool: string, steps: Set<Promise<number>>): Promise<number> {
  const tell = (text: string): void => {
    session.interrupts.signal.throwIfAborted();
    session.print(`\n# ${text}\n`);
  };
  const older = jobIn(session, pool, 'nightly-4.21', steps);
  const newer = jobIn(session, pool, 'nightly-4.22', steps);

  tell(`A job for 4.21 acquires ${HOST}, in the folder ${pool}`);
  const acquired = await older('acquire', '--pool', pool, '--host', HOST, '--product-version', '4.21').ended;
  tell('A job for 4.22 arrives, and has to wait');
  const waiting = newer('acquire', '--pool', pool, '--host', HOST, '--product-version', '4.22');
  await waiting.says(/asked to leave|place 1|held by/);
  const status = await older('status', '--pool', pool).ended;
  tell('4.21 comes to its next checkpoint, and is told to give way');
  const checked = await older('check-quit').ended;
  tell('It leaves in good order; 4.22, which waits, gets the host');
  const released = await older('release').ended;
  const promoted = await waiting.ended;
  tell('4.22 has done its work');
  const finished = await newer('release').ended;

  const left = readdirSync(pool).filter((name) => name.includes('.lock'));
  tell(
    left.length === 0 ? 'The pool holds no lock and no waiting file' : `Left in the pool: ${left.join(', ')}`,
  );
  const isRight =
    [acquired, status, released, promoted, finished].every((code) => code === EXIT.done) &&
    checked === EXIT.quitGraceful &&
    left.length === 0;
  return isRight ? EXIT.done : EXIT.fault;
}

interface Step {
  readonly ended: Promise<number>;
  /** Resolves when it prints such a line; rejects if it ends without. */
  readonly says: (pattern: RegExp) => Promise<void>;
}

/** Starts steps of one job; what they print goes to stdout behind the job's name. */
function jobIn(
  session: Session,
  pool: string,
  job: string,
  steps: Set<Promise<number>>,
): (...args: string[]) => Step {
  const env: NodeJS.ProcessEnv = {
    PATH: session.env['PATH'],
    GIVEWAY_OWNER: job,
    GIVEWAY_STATE_DIR: mkdtempSync(join(pool, `.state-${job}-`)),
    JOB_NAME: job,
  };
  return (...args) => {
    session.print(`[${job}] $ giveway ${args.join(' ')}\n`);
    const child = spawn(process.execPath, [process.argv[1] ?? '', ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const seen: string[] = [];
    let onLine: (line: string) => void = () => undefined;
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        session.print(`[${job}] ${line}\n`);
        seen.push(line);
        onLine(line);
      });
    }
    const stop = (): void => void child.kill('SIGTERM');
    session.interrupts.signal.addEventListener('abort', stop, { once: true });
    const ended = new Promise<number>((resolve) => {
      child.once('close', (code) => {
        session.interrupts.signal.removeEventListener('abort', stop);
        resolve(code ?? EXIT.fault);
      });
    });
    steps.add(ended);
    const says = (pattern: RegExp): Promise<void> =>
      new Promise((resolve, reject) => {
        onLine = (line) => {
          if (pattern.test(line)) resolve();
        };
        seen.forEach((line) => onLine(line));
        void ended.then((code) => reject(new Error(`giveway ${args.join(' ')} ended with ${code}`)));
      });
    return { ended, says };
  };
}
