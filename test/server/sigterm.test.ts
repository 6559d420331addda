import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Load } from '../support/load.js';
import { HANGS } from '../support/patience.js';

const program = fileURLToPath(new URL('sigterm-server.ts', import.meta.url));

/** Functions that release what a failed test leaves open. */
const open: (() => unknown)[] = [];

/** A server in a separate process, and the messages it sends. */
class Program {
  readonly #child: ChildProcess;
  readonly #messages: any[] = [];
  readonly exited: Promise<unknown[]>;

  constructor({ idle }: { idle: number }) {
    const flags = process.execArgv.filter((flag) => !flag.startsWith('--test'));
    this.#child = spawn(process.execPath, [...flags, program, String(idle)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child.on('message', (message) => this.#messages.push(message));
    this.exited = once(this.#child, 'exit');
    open.push(() => this.#child.kill('SIGKILL'));
  }

  /** Waits for the message with this name and returns its value. */
  async message(name: string, value?: unknown): Promise<any> {
    for (;;) {
      const message = this.#messages.find(
        (message) => name in message && (value === undefined || message[name] === value),
      );
      if (message) return message[name];
      await once(this.#child, 'message');
    }
  }

  terminate(): void {
    this.#child.kill('SIGTERM');
  }

  /** Sends the pending responses. */
  release(): void {
    this.#child.send({ release: true });
  }
}

/** A connection and the data it has received. */
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

  send(...paths: string[]): this {
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

/** The error code of the first connection that is not accepted. */
async function connectionError(port: number): Promise<string> {
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
    .map((response) => response.slice(response.indexOf('\r\n\r\n') + 4));

const closes = (received: string): boolean[] =>
  received
    .split('HTTP/1.1 ')
    .slice(1)
    .map((response) => /\r\nConnection: close\r\n/.test(response));

describe('SIGTERM with app.close()', { timeout: HANGS }, () => {
  afterEach(() => {
    for (const end of open.splice(0)) end();
  });

  it('finishes pending requests in any state', async () => {
    const server = new Program({ idle: 0 });
    const port = await server.message('port');
    const waiting = new Client(port).send('/held/1');
    const begun = new Client(port).send('/begun/2');
    await begun.until('begun');
    const pipelined = new Client(port).send('/held/3', '/held/4', '/quick/5');
    const upload = new Client(port).upload('/echo/6', 8);
    const early = new Client(port).upload('/early/7', 10_000_000);
    const idle = new Client(port).send('/quick/8');
    await idle.until('answer 8 ');
    await server.message('held', 5);
    await server.message('uploading');

    server.terminate();
    await server.message('closing');
    assert.equal(await idle.ended.then(bodies).then((all) => all.length), 1);
    assert.equal(await connectionError(port), 'ECONNREFUSED');
    // Another request while the first is still pending.
    waiting.send('/held/9');
    await server.message('held', 6);
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

  const scenarios: [title: string, idle: number][] = [
    ['responds to every accepted request', 0],
    ['loses no request on a kept-alive connection, with an idle time', 5000],
  ];
  for (const [title, idle] of scenarios) {
    it(`${title}, under load`, async () => {
      const server = new Program({ idle });
      const load = new Load({ port: await server.message('port'), clients: { keepAlive: 10, fresh: 10 } });
      open.push(() => load.stop());
      await load.completed(200);
      server.terminate();
      const accepted = new Set<number>(await server.message('accepted'));
      assert.deepEqual(await server.exited, [0, null]);

      const incomplete = (await load.ended()).filter(({ isComplete }) => !isComplete);
      assert.deepEqual(
        incomplete.filter(({ id, received }) => accepted.has(id) || received !== ''),
        [],
      );
      if (idle > 0)
        assert.deepEqual(
          incomplete.filter(({ isReused }) => isReused),
          [],
        );
    });
  }
});
