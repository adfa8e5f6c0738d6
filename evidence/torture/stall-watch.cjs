'use strict';

// Says when this machine has given a process no time for so long that a fault of the machine could pass for one of a
// job: a line of JSON with the uptime and the length, in ms. It ends with its standard input. usage: stall-watch.cjs MS

const { readFileSync } = require('node:fs');

const leastMs = Number(process.argv[2]);
const EVERY_MS = 20;
let last = performance.now();
const timer = setInterval(() => {
  const now = performance.now();
  const lateMs = Math.round(now - last - EVERY_MS);
  last = now;
  if (lateMs < leastMs) return;
  const atMs = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1000;
  console.log(JSON.stringify({ atMs, lateMs }));
}, EVERY_MS);
process.stdin.resume().on('end', () => clearInterval(timer));
