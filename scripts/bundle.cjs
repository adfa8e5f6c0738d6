'use strict';

// node scripts/bundle.cjs SOURCE FOLDER: one CommonJS bundle of SOURCE, with the files that it reads beside it.

const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const ncc = require('@vercel/ncc');

// @actions/core can ask for an OpenID token by HTTP, which no action of ours does. Its client would be more than half of
// what an action loads at its start; in its place stands a module that has none of its names and is loaded anyway.
const externals = {
  '@actions/http-client': 'node:path',
  '@actions/http-client/lib/auth': 'node:path',
};

async function main([source, folder]) {
  const { code, assets } = await ncc(join(process.cwd(), source), {
    cache: false, // a bundle is made of what is in this folder now
    transpileOnly: true, // tsc checks the types, in scripts/check
    license: 'licenses.txt',
    quiet: true,
    externals,
  });
  const files = Object.entries({ 'index.js': { source: code, permissions: 0o644 }, ...assets });
  for (const [name, { source: content, permissions }] of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, { mode: permissions });
  }
}

void main(process.argv.slice(2));
