/** A lab with commands of the recipes' names in a workspace, and a CI server's way to run a script in it. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { GIVEWAY, Lab, until, type Running } from '../cli/equipment/lab';

export const RECIPES = resolve(__dirname, '../../recipes');

export class RecipeLab extends Lab {
  readonly workspace = this.folder('workspace');
  readonly #log = join(this.root, 'log');

  constructor() {
    super();
    const bin = this.folder('bin');
    const path = join(bin, 'giveway');
    writeFileSync(path, `#!/bin/sh\nexec ${process.execPath} ${GIVEWAY} "$@"\n`);
    chmodSync(path, 0o755);
  }

  /** What a job's commands get, beside what its server sets. */
  override get env(): NodeJS.ProcessEnv {
    return { ...super.env, PATH: `${this.path('bin')}:${process.env['PATH'] ?? ''}` };
  }

  /** A command in the workspace that says in a log that it runs, and then does this. */
  command(name: string, text = ''): void {
    const path = join(this.workspace, name);
    writeFileSync(path, `#!/bin/sh\necho ${name} >>${this.#log}\n${text}\n`);
    chmodSync(path, 0o755);
  }

  /** The commands that have run, in their order. */
  ran(): string[] {
    return existsSync(this.#log) ? readFileSync(this.#log, 'utf8').trim().split('\n') : [];
  }

  async runs(name: string): Promise<void> {
    await until(() => this.ran().includes(name), `${name} runs`);
  }

  script(command: readonly string[], env: NodeJS.ProcessEnv): Running {
    return this.start(command, { ...this.env, ...env }, this.workspace);
  }

  /** A job of this version that holds h1, or wants it, until it is told to release. */
  async holder(version: string): Promise<() => Promise<unknown>> {
    const job = this.job(`other-${version}`);
    await job.giveway('acquire', '--pool', this.pool, '--host', 'h1');
    return () => job.giveway('release');
  }

  /** A job of this version that waits for h1. */
  async waiter(version: string): Promise<Running> {
    const waiting = this.job(`waiting-${version}`).start('acquire', '--pool', this.pool, '--host', 'h1');
    await until(() => this.traces().some((name) => name.endsWith(`.${version}`)), `${version} waits`);
    return waiting;
  }
}
