/** One framework in one major version, in a separate process: `server.ts <side> <line>`. Builds a fault, serves it, reports. */
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Line } from '../support/api.js';
import { handleCalls, sendMessage } from '../support/child.js';
import { loadFramework, type SideName } from '../support/frameworks.js';
import { openFiles } from './descriptors.js';
import { faults } from './table/index.js';

const [side, line] = process.argv.slice(2) as [SideName, string];
const framework = await loadFramework(side, line);
// The stack of most thrown values is read, which costs far more with source maps.
process.setSourceMapsEnabled(false);
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** How often garbage is collected before an object counts as leaked. */
const ATTEMPTS = 50;

let notes: string[] = [];
let log = '';
let server: http.Server | undefined;
let folder: string | undefined;
const remembered: { what: string; ref: WeakRef<object> }[] = [];

process.on('uncaughtException', (error) => note(`uncaught ${show(error)}`));
process.on('unhandledRejection', (error) => note(`unhandled ${show(error)}`));
process.stderr.write = (chunk: string | Uint8Array) => {
  log += chunk;
  return true;
};

handleCalls({
  async open(name: string): Promise<number> {
    const { build, server: options } = faults[name]!;
    folder = undefined;
    const app = framework();
    // Not a route: in 3.x the first route determines the position of the router in the stack.
    app.use('/next', (_req: any, res: any) => res.send('next'));
    build(app, {
      framework,
      line: Number(line) as Line,
      note,
      get folder() {
        return (folder ??= mkdtempSync(path.join(tmpdir(), 'maglev-fault-')));
      },
    });
    app.use((error: any, _req: any, _res: any, next: any) => {
      note(`error ${show(error)}`);
      next(error);
    });
    const own: http.Server = options ? http.createServer(options, app).listen(0) : app.listen(0);
    server = own;
    remember(`the application of "${name}"`, app);
    own.on('request', (req, res) => {
      sendMessage('request', null);
      remember(`a request of "${name}"`, req);
      remember(`a response of "${name}"`, res);
      remember(`a socket of "${name}"`, req.socket);
    });
    await new Promise((resolve) => own.once('listening', resolve));
    return (own.address() as { port: number }).port;
  },

  /** Sets the server's timeouts in milliseconds; 0 disables them. */
  limit(milliseconds: number): void {
    server!.headersTimeout = server!.requestTimeout = milliseconds;
  },

  /** Returns the events, after all connections are closed. */
  async close(): Promise<string[]> {
    await new Promise((resolve) => server!.close(resolve));
    for (let tick = 0; tick < 5; tick++) await new Promise(setImmediate);
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    const events = [...notes, ...log.split('\n').filter(isRelevant).map(neutral)];
    notes = [];
    log = '';
    return events;
  },

  /** Returns the objects and files that are still held after a few attempts: pending timers may hold an application until they run. */
  async leaks(): Promise<{ objects: string[]; files: number }> {
    server = undefined;
    let objects: string[] = [];
    for (let attempt = 0; attempt === 0 || (objects.length > 0 && attempt < ATTEMPTS); attempt++) {
      // WeakRefs keep their targets alive until the end of the tick that read them.
      await new Promise((resolve) => setTimeout(resolve, 10));
      collect();
      objects = remembered.flatMap(({ what, ref }) => (ref.deref() ? what : []));
    }
    return { objects, files: openFiles() };
  },
});

function remember(what: string, object: object): void {
  remembered.push({ what, ref: new WeakRef(object) });
}

function note(text: string): void {
  notes.push(neutral(text));
  sendMessage('note', text);
}

/** Formats thrown values of any kind, including those that throw when inspected. */
function show(error: any): string {
  try {
    if (error instanceof Error) {
      const { status, code } = error as any;
      return [error.name, code, status, error.message].filter(Boolean).join(' ');
    }
    return inspect(error);
  } catch (failure) {
    return `not printable: ${failure}`;
  }
}

/** Stack frames differ between implementations. */
function isRelevant(entry: string): boolean {
  return entry.trim() !== '' && !/^\s+at |^\s+\[cause\]/.test(entry);
}

/** Neutralizes folders, variable names in V8's messages, and the number of body bytes received, which varies. */
function neutral(entry: string): string {
  return entry
    .replaceAll(folder ?? '<folder>', '<folder>')
    .replace('err.toString is', 'error.toString is')
    .replace(/\breceived: \d+/, 'received: <some>');
}
