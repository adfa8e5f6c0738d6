'use strict';

// What scripts/executable puts into a copy of Node: runs the bundle, whose files are inside as well. The bundle loads its
// parts and reads its shell programs beside itself, so it gets a require of its own, for which those files are where it
// looks for them. Nothing global changes, and the bundle is the very one of dist.

const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');
const { getAsset } = require('node:sea');

// A folder that no file system has: whatever is read there is inside this file or nowhere.
const folder = path.join(process.execPath, 'bundle');
const names = new Set(JSON.parse(getAsset('names', 'utf8')));

function nameOf(file) {
  if (typeof file !== 'string' || path.dirname(path.normalize(file)) !== folder) return undefined;
  const name = path.basename(file);
  return names.has(name) ? name : undefined;
}

function readFileSync(file, ...options) {
  const name = nameOf(file);
  if (name === undefined) return fs.readFileSync(file, ...options);
  const [encoding] = options.map((option) => option?.encoding ?? option);
  return encoding ? getAsset(name, encoding) : Buffer.from(getAsset(name));
}

const bundledFs = { ...fs, readFileSync };
const modules = new Map();

function load(file) {
  const loaded = modules.get(file);
  if (loaded !== undefined) return loaded.exports;
  const name = nameOf(file);
  if (name === undefined) {
    // as Node has it: dependencies look for what is optional, and go on without it
    throw Object.assign(new Error(`Cannot find module '${file}'`), { code: 'MODULE_NOT_FOUND' });
  }
  const module = { exports: {} };
  modules.set(file, module);
  const parameters = ['exports', 'require', 'module', '__filename', '__dirname'];
  const run = vm.compileFunction(getAsset(name, 'utf8'), parameters, { filename: file });
  run.call(module.exports, module.exports, requireFrom, module, file, folder);
  return module.exports;
}

function requireFrom(id) {
  if (id.startsWith('.')) return load(path.join(folder, id));
  return /^(?:node:)?fs$/.test(id) ? bundledFs : require(id);
}

// `giveway demo` starts its steps as `node SCRIPT …`. Here this file is both, and starts its script without being told.
process.argv[1] = process.execPath;
if (process.argv[2] === process.execPath) process.argv.splice(2, 1);

load(path.join(folder, 'index.js')).cli();
