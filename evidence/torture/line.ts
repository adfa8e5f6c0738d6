/** A line to a port of this machine on which each connection can have troubles of its own. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Seeded } from '../seeded';

interface Connection {
  readonly near: Socket;
  readonly far: Socket;
  /** For each way, in ms. */
  delayMs: number;
  /** What goes this way vanishes, while the connection stays open. */
  isDeaf: { up: boolean; down: boolean };
}

export class Line {
  readonly #open = new Set<Connection>();
  #isRefusing = false;
  #delayMs = 0;

  private constructor(
    readonly port: number,
    private readonly server: Server,
    private readonly targetPort: number,
  ) {}

  static async to(targetPort: number): Promise<Line> {
    const server = createServer({ noDelay: true });
    const port = await new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
    const line = new Line(port, server, targetPort);
    server.on('connection', (near) => line.#connect(near));
    return line;
  }

  /** Ends one connection without a farewell. */
  cut(random: Seeded): boolean {
    const connection = this.#any(random);
    if (connection !== undefined) end(connection);
    return connection !== undefined;
  }

  /** One connection stays open, and nothing passes any more: as behind a firewall that has forgotten it. */
  halfOpen(random: Seeded): boolean {
    const connection = this.#any(random);
    if (connection !== undefined) connection.isDeaf = { up: true, down: true };
    return connection !== undefined;
  }

  /** On one connection requests arrive, and replies do not. */
  swallowReplies(random: Seeded): boolean {
    const connection = this.#any(random);
    if (connection !== undefined) connection.isDeaf.down = true;
    return connection !== undefined;
  }

  /** Everything takes so long for each way, from now on. */
  delay(ms: number): void {
    this.#delayMs = ms;
    for (const connection of this.#open) connection.delayMs = ms;
  }

  /** New connections are closed at once, until told otherwise. */
  refuse(isRefusing: boolean): void {
    this.#isRefusing = isRefusing;
  }

  /** No trouble any more; connections that had one are over. */
  heal(): void {
    this.refuse(false);
    this.delay(0);
    for (const connection of this.#open) {
      if (!connection.isDeaf.up && !connection.isDeaf.down) continue;
      connection.isDeaf = { up: false, down: false };
      end(connection);
    }
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const connection of this.#open) end(connection);
    await closed;
  }

  #any(random: Seeded): Connection | undefined {
    const sound = [...this.#open].filter(({ isDeaf }) => !isDeaf.up && !isDeaf.down);
    return sound.length === 0 ? undefined : random.pick(sound);
  }

  #connect(near: Socket): void {
    if (this.#isRefusing) {
      near.resetAndDestroy();
      return;
    }
    const far = connect({ port: this.targetPort, host: '127.0.0.1', noDelay: true });
    const connection: Connection = { near, far, delayMs: this.#delayMs, isDeaf: { up: false, down: false } };
    this.#open.add(connection);
    for (const socket of [near, far]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        // whoever hears nothing does not hear of the end either
        if (connection.isDeaf.down) return;
        end(connection);
        this.#open.delete(connection);
      });
    }
    pass(near, far, connection, 'up');
    pass(far, near, connection, 'down');
  }
}

function end({ near, far }: Connection): void {
  near.resetAndDestroy();
  far.resetAndDestroy();
}

function pass(from: Socket, to: Socket, connection: Connection, way: 'up' | 'down'): void {
  let last: Promise<unknown> = Promise.resolve();
  from.on('data', (chunk) => {
    const { delayMs } = connection;
    last = Promise.all([last, delayMs === 0 ? undefined : pause(delayMs)]).then(() => {
      if (!connection.isDeaf[way]) to.write(chunk);
    });
  });
}
