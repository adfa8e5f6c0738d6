/** Modules of this checkout as they would be with a fault in one of them, beside those that everybody else uses. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { withFault, type Fault } from './fault';

const PROJECT = resolve(__dirname, '..');

export interface ModuleFault extends Fault {
  /** From the root of the checkout. */
  readonly file: string;
}

/**
 * What the file exports, where it and all that it imports of this checkout are loaded anew, one of them with the fault.
 * Nothing is shared with modules that were loaded otherwise: classes are others, and so is what a module remembers.
 */
export function loadFaulty(file: string, fault: ModuleFault | undefined): unknown {
  const loaded = new Map<string, object>();
  let isMet = fault === undefined;
  const load = (path: string): unknown => {
    const known = loaded.get(path);
    if (known !== undefined) return known;
    const exports = {};
    loaded.set(path, exports);
    const own = fault !== undefined && path === join(PROJECT, fault.file) ? fault : undefined;
    isMet ||= own !== undefined;
    const others = createRequire(path);
    const require = (name: string): unknown => {
      const source = name.startsWith('.') ? `${resolve(dirname(path), name)}.ts` : '';
      return existsSync(source) ? load(source) : others(name);
    };
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a module, as node makes one of a file
    const module = new Function('exports', 'require', '__dirname', compiled(path, own));
    (module as (...parts: unknown[]) => void)(exports, require, dirname(path));
    return exports;
  };
  const exports = load(join(PROJECT, file));
  if (!isMet) throw new Error(`${fault?.name}: ${file} does not use ${fault?.file}`);
  return exports;
}

const sound = new Map<string, string>();

function compiled(path: string, fault: Fault | undefined): string {
  const known = fault === undefined ? sound.get(path) : undefined;
  if (known !== undefined) return known;
  const source = readFileSync(path, 'utf8');
  const { outputText } = transpileModule(fault === undefined ? source : withFault(fault, source), {
    compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, esModuleInterop: true },
  });
  if (fault === undefined) sound.set(path, outputText);
  return outputText;
}
