/** Conversations with the program itself, without a client: what the bastion's side costs. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSession, type Channel } from '../src/pool/program-session';

const PROGRAM = join(__dirname, '..', 'src', 'pool', 'program.sh');
/** On no clock of a machine that is up: no commit comes too late. */
export const NO_DEADLINE = '999999999999';
export const DETAILS = JSON.stringify({ job: 'bench', groups: [['h1']], heartbeatMs: 15_000 });

export interface Conversation {
  /** Resolves with the lines and the status; rejects where the program says that it cannot. */
  ask(text: string): Promise<{ readonly lines: readonly string[]; readonly status: string }>;
  end(): Promise<void>;
}

export async function startProgram(
  folder: string,
  shell: readonly string[] = ['dash'],
): Promise<Conversation> {
  const [command = '', ...args] = shell;
  const text = readFileSync(PROGRAM, 'utf8');
  const child = spawn(command, [...args, '-c', text, 'giveway', folder, 'role=admin'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const channel: Channel = {
    input: child.stdin,
    output: child.stdout,
    complaints: () => '',
    destroy: () => void child.kill('SIGKILL'),
    closed: new Promise((resolve) => child.once('close', () => resolve('ended'))),
  };
  const session = await openSession(channel, { name: folder, timeoutMs: 60_000, afterAbortMs: 0 });
  return {
    async ask(text) {
      const reply = await session.request(text);
      if (/^(?:error|refused)/.test(reply.status)) throw new Error(`${text}: ${reply.status}`);
      return reply;
    },
    end: () => session.close(),
  };
}

/** A pool's folder with so many live waiters; removed by whoever asked for it. */
export function filledPool(count: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'giveway-bench-'));
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const uptimeMs = Math.floor(Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1000);
  mkdirSync(join(folder, '.giveway'));
  for (let index = 0; index < count; index += 1) {
    const arrival = `1700000000${String(index).padStart(9, '0')}`;
    const record = `1 id${index} owner${index} 1 - 0 4.21 lease waiting 0 ${arrival} 0 120000 ${uptimeMs}+0@${boot} ${DETAILS}`;
    writeFileSync(join(folder, `h1.lock.waiting.${arrival}.4.21.queued`), `${record}\n`);
    const heartbeat = `${String(uptimeMs).padStart(15, '0')} ${boot} ${arrival}\n`;
    writeFileSync(join(folder, '.giveway', `id${index}.hb`), heartbeat);
  }
  return folder;
}

export function removePool(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
