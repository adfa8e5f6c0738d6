'use strict';

// Lets node run the TypeScript of this folder and of src as it is: `node -r ./evidence/typescript.cjs FILE.ts`. Types are
// only stripped here, as in the tests; tsc checks them in `npm run check`.

const { readFileSync } = require('node:fs');
const { ModuleKind, ScriptTarget, transpileModule } = require('typescript');

const compilerOptions = {
  module: ModuleKind.CommonJS,
  target: ScriptTarget.ES2022,
  esModuleInterop: true,
  isolatedModules: true,
  inlineSourceMap: true,
};

process.setSourceMapsEnabled(true);
require.extensions['.ts'] = (module, path) => {
  const { outputText } = transpileModule(readFileSync(path, 'utf8'), { compilerOptions, fileName: path });
  module._compile(outputText, path);
};
