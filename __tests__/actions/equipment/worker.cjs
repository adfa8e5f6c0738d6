'use strict';
// The process that a job's steps are started by, as the runner's worker is: their parent, in a process group with them.
// The test that forked it tells it what to start, and does the rest; when the test is gone, it goes too.
const { spawn } = require('node:child_process');

process.on('disconnect', () => process.exit());
let unread = () => undefined;
process.on('message', ({ id, file, args, env, cwd }) => {
  if (id === 'stop reading') {
    unread();
    process.send({ id });
    return;
  }
  const tell = (message) => process.connected && process.send({ id, ...message });
  const child = spawn(file, args, { env, cwd, stdio: 'pipe' });
  child.once('spawn', () => tell({ type: 'spawn', pid: child.pid }));
  child.once('error', ({ message }) => tell({ type: 'error', message }));
  child.stdin.end();
  unread = () => [child.stdout, child.stderr].forEach((stream) => stream.destroy());
  for (const [name, stream] of Object.entries({ stdout: child.stdout, stderr: child.stderr })) {
    stream.setEncoding('utf8').on('data', (text) => tell({ type: 'output', stream: name, text }));
  }
  child.once('exit', (code, signal) => tell({ type: 'exit', code, signal }));
  child.once('close', () => tell({ type: 'close' }));
});
