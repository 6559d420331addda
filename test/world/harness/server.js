import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds; enough for a busy machine. */
const STARTS = 180_000;
const POLL_INTERVAL = 100;
/** Enough of the output of a process to see why it ended. */
const LAST_OUTPUT = 4_000;

/** An application in a separate process. */
export class Server {
  #child;
  #port;
  #ready;
  #isOver = false;
  printed = '';

  constructor({ start, env = () => ({}), ready }, folder, port, more) {
    this.#port = port;
    this.#ready = ready;
    const own = join(folder, 'node_modules/node/bin/node');
    const { NODE_OPTIONS, ...inherited } = process.env;
    this.#child = spawn(existsSync(own) ? own : process.execPath, start(port), {
      cwd: folder,
      // Error pages without stacks, which differ.
      env: { ...inherited, NODE_ENV: 'production', ...env(port), ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.on('data', (data) => {
        this.printed += data;
      });
    }
    this.#child.once('exit', () => {
      this.#isOver = true;
    });
  }

  /** The end of its output. */
  get lastOutput() {
    return this.printed.slice(-LAST_OUTPUT);
  }

  async listening() {
    for (const end = Date.now() + STARTS; ; await wait(POLL_INTERVAL)) {
      if (this.#isOver) throw new Error(`The application has ended. It printed:\n${this.lastOutput}`);
      if (Date.now() > end)
        throw new Error(`The application does not become ready. It printed:\n${this.lastOutput}`);
      if ((this.#ready?.test(this.printed) ?? true) && (await isOpen(this.#port))) return;
    }
  }

  async stop() {
    if (this.#isOver) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
  }
}

/** A free port. */
export async function freePort() {
  const server = net.createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function isOpen(port) {
  const socket = net.connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
