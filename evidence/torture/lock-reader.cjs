'use strict';

// Reads the lock files of a folder over and over and tells each content that is no stamp, once, as a line of JSON. It ends
// with its standard input. usage: lock-reader.cjs FOLDER HOST…

const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const [folder, ...hosts] = process.argv.slice(2);
const told = new Set();
const counts = { reads: 0, absent: 0, stamps: new Set() };
let isOpen = true;
process.stdin.resume().on('end', () => (isOpen = false));

function tell(host, text) {
  const key = `${host} ${text}`;
  if (told.has(key)) return;
  told.add(key);
  console.log(
    JSON.stringify({ host, text, atMs: Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1000 }),
  );
}

function look(host) {
  counts.reads += 1;
  let text;
  try {
    text = readFileSync(join(folder, `${host}.lock`), 'latin1');
  } catch (error) {
    if (error.code !== 'ENOENT') tell(host, error.code);
    counts.absent += 1;
    return;
  }
  if (/^\d{19}\n$/.test(text)) counts.stamps.add(host + text);
  else tell(host, text);
}

(function turn() {
  for (let i = 0; i < 20; i += 1) for (const host of hosts) look(host);
  if (isOpen) setTimeout(turn, 1);
  else console.log(JSON.stringify({ ...counts, stamps: counts.stamps.size }));
})();
