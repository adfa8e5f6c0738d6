#!/usr/bin/env node
import { EXIT } from '../settings/exit-codes';
import { main } from './main';

// Node's own code for this is 1, which has a meaning here.
process.on('uncaughtException', (error) => {
  console.error(`giveway: a fault of giveway itself: ${error.stack ?? error.message}`);
  process.exit(EXIT.fault);
});

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
