/** What goes over the streams, and when, by a program of the test's own at the far end. */
import { PassThrough } from 'node:stream';
import { PoolUnavailable } from '../../src/pool/pool';
import { openSession, type Channel, type Ending } from '../../src/pool/program-session';

const LIMITS = { name: 'lab', timeoutMs: 2000, afterAbortMs: 0 };

/** A far end of which the test says each word. */
class FarEnd {
  readonly #input = new PassThrough();
  readonly #output = new PassThrough();
  #end: (how: Ending) => void = () => undefined;
  received = '';
  hungUp = 0;
  readonly channel: Channel = {
    input: this.#input,
    output: this.#output,
    load: () => void this.#input.write('PROGRAM\n'),
    complaints: () => '',
    destroy: () => this.end('cut'),
    hangUp: () => {
      this.hungUp += 1;
      this.end('ended');
    },
    closed: new Promise((resolve) => (this.#end = resolve)),
  };

  constructor() {
    this.#input.on('data', (chunk: Buffer) => (this.received += chunk.toString()));
  }

  say(...lines: string[]): void {
    for (const line of lines) this.#output.write(`${line}\n`);
  }

  end(how: Ending): void {
    this.#end(how);
  }
}

/** All that is on its way has arrived. */
const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

it('a read goes with the program, and does not wait for its greeting', async () => {
  const far = new FarEnd();
  far.say('giveway-loader');
  const session = await openSession(far.channel, LIMITS);
  const reply = session.request('snapshot');
  await settled();
  expect(far.received).toBe('PROGRAM\n1 snapshot\n');
  far.say('giveway-program 1.0 read yours', 'snapshot', '= 1 ok');
  await expect(reply).resolves.toEqual({ lines: ['snapshot'], status: 'ok' });
  await expect(session.started).resolves.toEqual({ role: 'read', tenant: 'yours' });
});

it('a change waits for the greeting, for it has no outcome where there is no program', async () => {
  const far = new FarEnd();
  far.say('giveway-loader');
  const session = await openSession(far.channel, LIMITS);
  let isSent = false;
  const reply = session.request('commit', { onSent: () => (isSent = true) });
  await settled();
  expect([far.received, isSent]).toEqual(['PROGRAM\n', false]);
  far.say('giveway-program 1.0 job -');
  await settled();
  expect([far.received, isSent]).toEqual(['PROGRAM\n1 commit\n', true]);
  far.say('= 1 busy');
  await expect(reply).resolves.toEqual({ lines: [], status: 'busy' });
});

it.each([
  [
    'says why it does not start',
    (far: FarEnd) => far.say('giveway-error no-folder there is none'),
    'no-folder',
  ],
  ['speaks another protocol', (far: FarEnd) => far.say('giveway-program 2.0 job -'), 'newer-format'],
  ['ends without a word', (far: FarEnd) => far.end('ended'), 'fault'],
])('a program that %s fails what was sent with it, by its pool’s name', async (_, happen, reason) => {
  const far = new FarEnd();
  far.say('giveway-loader');
  const session = await openSession(far.channel, LIMITS);
  const reads = session.request('snapshot');
  const changes = session.request('commit', { onSent: () => undefined });
  reads.catch(() => undefined);
  changes.catch(() => undefined);
  await settled();
  happen(far);
  const error = await reads.catch((error: unknown) => error as PoolUnavailable);
  expect(error).toBeInstanceOf(PoolUnavailable);
  expect(error).toMatchObject({ reason, message: expect.stringMatching(/^the pool lab: /) as string });
  await expect(changes).rejects.toBeInstanceOf(Error);
  expect(far.received).toBe('PROGRAM\n1 snapshot\n');
  expect(session.isOpen()).toBe(false);
});

it('an idle conversation is hung up, one with a request in flight is let end', async () => {
  const idle = new FarEnd();
  idle.say('giveway-program 1.0 job -');
  await (await openSession(idle.channel, LIMITS)).close();
  expect(idle.hungUp).toBe(1);

  const busy = new FarEnd();
  busy.say('giveway-program 1.0 job -');
  const session = await openSession(busy.channel, LIMITS);
  const reply = session.request('snapshot');
  await settled();
  const closed = session.close();
  busy.say('= 1 ok');
  await expect(reply).resolves.toMatchObject({ status: 'ok' });
  busy.end('ended');
  await closed;
  expect(busy.hungUp).toBe(0);
});
