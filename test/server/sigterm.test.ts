import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Load } from '../support/load.js';
import { HANGS } from '../support/patience.js';

const program = fileURLToPath(new URL('sigterm-server.ts', import.meta.url));

/** What a test that fails would leave open. */
const open: (() => unknown)[] = [];

/** A server in a process of its own, and what it says. */
class Program {
  readonly #child: ChildProcess;
  readonly #said: any[] = [];
  readonly exited: Promise<unknown[]>;

  constructor({ idle }: { idle: number }) {
    const flags = process.execArgv.filter((flag) => !flag.startsWith('--test'));
    this.#child = spawn(process.execPath, [...flags, program, String(idle)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child.on('message', (message) => this.#said.push(message));
    this.exited = once(this.#child, 'exit');
    open.push(() => this.#child.kill('SIGKILL'));
  }

  /** What it says under this name, now or later. */
  async says(name: string, value?: unknown): Promise<any> {
    for (;;) {
      const message = this.#said.find(
        (message) => name in message && (value === undefined || message[name] === value),
      );
      if (message) return message[name];
      await once(this.#child, 'message');
    }
  }

  terminate(): void {
    this.#child.kill('SIGTERM');
  }

  /** Lets it answer what it holds. */
  release(): void {
    this.#child.send({ release: true });
  }
}

/** A connection, and what has come over it. */
class Client {
  readonly socket: Socket;
  received = '';
  readonly ended: Promise<string>;

  constructor(port: number) {
    this.socket = net.connect(port, '127.0.0.1');
    this.socket.setEncoding('latin1').on('data', (data) => (this.received += data));
    this.ended = new Promise((resolve) => {
      this.socket.on('error', (error) => resolve(`${this.received}${error.message}`));
      this.socket.on('close', () => resolve(this.received));
    });
    open.push(() => this.socket.destroy());
  }

  ask(...paths: string[]): this {
    this.socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
    return this;
  }

  upload(path: string, length: number): this {
    this.socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`);
    return this;
  }

  async until(text: string): Promise<void> {
    while (!this.received.includes(text)) await once(this.socket, 'data');
  }
}

/** The codes with which connections end that nobody has accepted. */
async function refusal(port: number): Promise<string> {
  for (;;) {
    const socket = net.connect(port, '127.0.0.1');
    const error: any = await new Promise((resolve) => {
      socket.on('error', resolve);
      socket.on('close', resolve);
    });
    if (error) return error.code;
  }
}

const bodies = (received: string): string[] =>
  received
    .split('HTTP/1.1 ')
    .slice(1)
    .map((answer) => answer.slice(answer.indexOf('\r\n\r\n') + 4));

const closes = (received: string): boolean[] =>
  received
    .split('HTTP/1.1 ')
    .slice(1)
    .map((answer) => /\r\nConnection: close\r\n/.test(answer));

describe('SIGTERM with app.close()', { timeout: HANGS }, () => {
  afterEach(() => {
    for (const end of open.splice(0)) end();
  });

  it('finishes what is under way, however far it has come', async () => {
    const server = new Program({ idle: 0 });
    const port = await server.says('port');
    const waiting = new Client(port).ask('/held/1');
    const begun = new Client(port).ask('/begun/2');
    await begun.until('begun');
    const pipelined = new Client(port).ask('/held/3', '/held/4', '/quick/5');
    const upload = new Client(port).upload('/echo/6', 8);
    const early = new Client(port).upload('/early/7', 10_000_000);
    const idle = new Client(port).ask('/quick/8');
    await idle.until('answer 8 ');
    await server.says('held', 5);
    await server.says('uploading');

    server.terminate();
    await server.says('closing');
    assert.equal(await idle.ended.then(bodies).then((all) => all.length), 1);
    assert.equal(await refusal(port), 'ECONNREFUSED');
    // Another one, while the first is still being answered.
    waiting.ask('/held/9');
    await server.says('held', 6);
    upload.socket.write('uplo');
    upload.socket.write('aded');
    server.release();
    await early.until('too much');
    early.socket.write('e'.repeat(10_000_000));

    assert.deepEqual(bodies(await waiting.ended), ['held 1', 'held 9']);
    assert.deepEqual(closes(waiting.received), [false, true]);
    assert.deepEqual(bodies(await begun.ended), ['5\r\nbegun\r\n2\r\n 2\r\n0\r\n\r\n']);
    const [third, fourth, fifth] = bodies(await pipelined.ended);
    assert.deepEqual([third, fourth], ['held 3', 'held 4']);
    assert.equal(fifth, 'answer 5 '.repeat(20));
    assert.deepEqual(bodies(await upload.ended), ['uploaded']);
    assert.deepEqual(closes(upload.received), [true]);
    assert.deepEqual(bodies(await early.ended), ['too much']);
    assert.deepEqual(await server.exited, [0, null]);
  });

  const patience: [what: string, idle: number][] = [
    ['answers everything that it has accepted', 0],
    ['loses no request on a connection that it has kept, with time for idle ones', 5000],
  ];
  for (const [what, idle] of patience) {
    it(`${what}, under load`, async () => {
      const server = new Program({ idle });
      const load = new Load({ port: await server.says('port'), clients: { keepAlive: 10, fresh: 10 } });
      open.push(() => load.stop());
      await load.completed(200);
      server.terminate();
      const accepted = new Set<number>(await server.says('accepted'));
      assert.deepEqual(await server.exited, [0, null]);

      const unanswered = (await load.ended()).filter(({ isComplete }) => !isComplete);
      assert.deepEqual(
        unanswered.filter(({ id, received }) => accepted.has(id) || received !== ''),
        [],
      );
      if (idle > 0)
        assert.deepEqual(
          unanswered.filter(({ isReused }) => isReused),
          [],
        );
    });
  }
});
