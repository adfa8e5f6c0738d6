/**
 * The image that the Containerfile makes, as far as that can be told without building it: what is copied where, its
 * environment, its user. Its base is this machine's Node and system, for which the official image has the same paths.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './tools';

export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Files of this machine in a container. */
export interface Mount {
  readonly source: string;
  readonly target: string;
  readonly readOnly: boolean;
}

export interface Image {
  readonly name: string;
  readonly files: readonly Mount[];
  readonly env: readonly string[];
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly workingDir: string;
}

const KNOWN = ['FROM', 'LABEL', 'COPY', 'ENV', 'USER', 'WORKDIR', 'ENTRYPOINT'];

export function readContainerfile(path = join(ROOT, 'Containerfile')): readonly Instruction[] {
  const lines = readFileSync(path, 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [, name = '', text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (!KNOWN.includes(name)) throw new Error(`Containerfile: can't read ${line}`);
    return { name, text: text.trim() };
  });
}

/** Throws where an instruction copies what is not there. */
export function imageOf(name: string, instructions = readContainerfile()): Image {
  const texts = (wanted: string): string[] =>
    instructions.filter((each) => each.name === wanted).map((each) => each.text);
  const only = (wanted: string): string => texts(wanted).at(-1) ?? '';
  return {
    name,
    files: [
      { source: process.execPath, target: '/usr/local/bin/node', readOnly: true },
      ...texts('COPY').map((text) => {
        const [from = '', target = '', ...more] = text.split(/\s+/);
        const source = join(ROOT, from);
        if (more.length > 0 || !existsSync(source)) throw new Error(`Containerfile: can't copy ${text}`);
        return { source, target, readOnly: true };
      }),
    ],
    env: texts('ENV'),
    user: only('USER'),
    entrypoint: JSON.parse(only('ENTRYPOINT')) as string[],
    workingDir: only('WORKDIR'),
  };
}
