import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { NGINX, skipWithout } from '../../.build/programs.mjs';
import { assertNoneLost, Load, type Outcome } from '../support/load.js';
import { HANGS } from '../support/patience.js';
import { Program } from './process.js';

// The example runs with the same restriction of code generation as the tests.
const flags = process.execArgv.filter((flag) => flag === '--disallow-code-generation-from-strings');
const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const configuration = readFileSync(pathOf('../../examples/scaling/nginx.conf'), 'utf8');

const skip = skipWithout(NGINX);

/** A process of the example, which can be restarted on its port. */
class Server {
  readonly port: number;
  #program!: Program;

  constructor(port: number) {
    this.port = port;
  }

  async start(): Promise<void> {
    const args = [...flags, pathOf('../../examples/scaling/server.js'), pathOf('load-app.js')];
    this.#program = new Program(process.execPath, args, { PORT: String(this.port) });
    await this.#program.prints(/listens on/);
  }

  async stop(): Promise<void> {
    this.#program.kill('SIGTERM');
    assert.deepEqual(await this.#program.exited, [0, null], this.#program.printed);
  }

  kill(): void {
    this.#program?.kill('SIGKILL');
  }
}

/** nginx with the configuration of the example, in a temporary folder and on free ports. */
class Nginx {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'maglev-nginx-'));
  readonly #file = path.join(this.#folder, 'nginx.conf');
  readonly #ports: readonly number[];
  #program!: Program;

  constructor(ports: readonly number[]) {
    this.#ports = ports;
  }

  async start(): Promise<void> {
    this.#configure();
    // Root starts workers as another user, who cannot write to this folder.
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const args = ['-p', this.#folder, '-c', this.#file, '-e', 'stderr', '-g', `daemon off; ${user}`];
    this.#program = new Program('nginx', args);
    await this.#program.prints(/start worker process \d+/);
  }

  /** Resolves when the workers with the former configuration have ended. */
  async reload(down?: number): Promise<void> {
    this.#configure(down);
    const started = [...this.#program.printed.matchAll(/start worker process (\d+)/g)].map(([, pid]) => pid!);
    const old = started.filter((pid) => !this.#program.printed.includes(`worker process ${pid} exited`));
    this.#program.kill('SIGHUP');
    for (const pid of old) await this.#program.prints(new RegExp(`worker process ${pid} exited with code 0`));
  }

  async stop(): Promise<void> {
    this.#program?.kill('SIGQUIT');
    await this.#program?.exited;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Writes the configuration of the example with replacements. */
  #configure(down?: number): void {
    const [front, ...servers] = this.#ports;
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const replacements: [string, string][] = [
      ['worker_processes auto', 'worker_processes 2'],
      ['http {', `http { ${folders.map((name) => `${name}_temp_path ${name};`).join(' ')}`],
      ['listen 8080', `listen 127.0.0.1:${front}`],
      ...servers.map((port, index): [string, string] => [
        `server 127.0.0.1:300${index + 1}`,
        `server 127.0.0.1:${port}${port === down ? ' down' : ''}`,
      ]),
    ];
    const text = replacements.reduce((text, [from, to]) => {
      assert.ok(text.includes(from), `The configuration lacks ${from}`);
      return text.replace(from, to);
    }, configuration);
    writeFileSync(this.#file, text);
  }
}

async function freePorts(count: number): Promise<number[]> {
  const holders = Array.from({ length: count }, () => net.createServer().listen(0, '127.0.0.1'));
  await Promise.all(holders.map((holder) => new Promise((resolve) => holder.on('listening', resolve))));
  const ports = holders.map((holder) => (holder.address() as AddressInfo).port);
  await Promise.all(holders.map((holder) => new Promise((resolve) => holder.close(resolve))));
  return ports;
}

describe('the example behind nginx', { skip, timeout: HANGS }, () => {
  let front: number;
  let nginx: Nginx;
  let servers: Server[];
  before(async () => {
    const ports = await freePorts(3);
    front = ports[0]!;
    nginx = new Nginx(ports);
    servers = ports.slice(1).map((port) => new Server(port));
    await Promise.all([nginx.start(), ...servers.map((server) => server.start())]);
  });
  after(async () => {
    for (const server of servers) server.kill();
    await nginx.stop();
  });

  const processesOf = (outcomes: readonly Outcome[]): number => new Set(outcomes.map(({ by }) => by)).size;

  it('trusts the forwarded headers of nginx', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.7' };
    const response = await fetch(`http://127.0.0.1:${front}/`, { headers });
    const { ip, protocol, host } = (await response.json()) as Record<string, unknown>;
    assert.deepEqual([ip, protocol, host], ['203.0.113.7', 'http', '127.0.0.1']);
  });

  it('loses no idempotent request when its processes restart one after the other', async () => {
    const load = new Load({ port: front, clients: { keepAlive: 6, fresh: 6 }, kinds: ['quick', 'slow'] });
    await load.completed(100);
    for (const server of servers) {
      await server.stop();
      await load.completed(20);
      await server.start();
      await load.completed(20);
    }
    const outcomes = await load.stop();
    assertNoneLost(outcomes);
    assert.equal(processesOf(outcomes), 4);
  });

  it('loses no request at all when nginx takes a process out of rotation before its restart', async () => {
    const load = new Load({ port: front, clients: { keepAlive: 0, fresh: 12 } });
    await load.completed(100);
    for (const server of servers) {
      await nginx.reload(server.port);
      await server.stop();
      await load.completed(20);
      await server.start();
      await nginx.reload();
      await load.completed(20);
    }
    const outcomes = await load.stop();
    assertNoneLost(outcomes);
    assert.equal(processesOf(outcomes), 4);
  });
});
