/** What a checkpoint costs, by itself and within `run`; and the memory of a run. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { GIVEWAY, run, startBastion, timed } from './bastion';
import { costOf } from './cost';
import { compared, inTurn, type Report } from './measure';

export async function checkpointReport(rounds: number): Promise<Report> {
  const bastion = await startBastion();
  const { env, ssh } = bastion;
  const logins = (): number => bastion.sshd.log.split('Accepted publickey').length - 1;
  const giveway = (...args: string[]): Promise<number> => timed([process.execPath, GIVEWAY, ...args], env);
  await run([process.execPath, GIVEWAY, 'acquire', '--host', 'h1'], env);
  // a shell within run that does what it is told, and says when it has
  const script = `while read -r line; do "${process.execPath}" "${GIVEWAY}" check-quit; done`;
  const holder = spawn(process.execPath, [GIVEWAY, 'run', '--host', 'h2', '--', 'sh', '-c', script], {
    env: { ...env, GIVEWAY_OWNER: 'holder' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const answers = createInterface({ input: holder.stdout });
  const within = async (): Promise<number> => {
    const fromMs = performance.now();
    const answered = new Promise((resolve) => answers.once('line', resolve));
    holder.stdin.write('check\n');
    await answered;
    return performance.now() - fromMs;
  };
  try {
    await within();
    const loginsBefore = logins();
    let asked = 0;
    const ms = await inTurn(rounds, {
      nothing: () => timed([process.execPath, '-e', '0'], env),
      floor: () => timed([...ssh, 'true'], env),
      commandLine: () => giveway('check-quit'),
      within: () => ((asked += 1), within()),
    });
    const others = 2 * asked;
    const floor = ['ssh bastion true', ms.floor] as const;
    const nothing = ['node -e 0', ms.nothing] as const;
    return {
      title: `A checkpoint over SSH, ${rounds} rounds`,
      comparisons: [
        compared(['giveway check-quit', ms.commandLine], floor),
        compared(['giveway check-quit, within run', ms.within], floor),
        compared(['the same beside node’s own start', ms.within], nothing),
      ],
      figures: [
        {
          name: 'logins for a checkpoint within run',
          value: (logins() - loginsBefore - others) / asked,
          unit: 'each',
          atMost: 0,
        },
        {
          name: 'memory of a run that keeps a host (Pss; its guard and shell included)',
          value: costOf(holder.pid ?? 0).megabytes,
          unit: 'MiB',
        },
      ],
    };
  } finally {
    holder.stdin.end();
    await new Promise((resolve) => holder.once('close', resolve));
    await run([process.execPath, GIVEWAY, 'release'], env);
    await bastion.stop();
  }
}
