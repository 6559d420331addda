// The task of `maglev compare` in the process of an application: serves it on localhost, and replies to queries.
import http from 'node:http';
import { Session } from 'node:inspector';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ListedLayer } from '../../../compiler/listing.js';
import type { FastPath } from '../../contracts/fast-path.js';
import { listen } from '../app/capture.js';
import type { Usage } from '../measure/cost.js';
import { grouping, type Profile, type Shares, summarise } from '../measure/groups.js';

const require = createRequire(import.meta.url);

/** Microseconds between the samples of a profile. */
const INTERVAL = 500;
// This file is `dist/src/cli/compare/serve.js` of the package.
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

export interface Input {
  /** The folder of Express, ending with a slash. */
  readonly express: string;
}

/** Sent when the application is being served. */
export interface Served {
  readonly port: number;
  /** Which of the two frameworks the application has loaded. */
  readonly loads: { readonly express: boolean; readonly maglev: boolean };
  /** The route table, if the application has one. */
  readonly routes: readonly ListedLayer[] | null;
}

export type Query = 'fastPaths' | 'usage' | 'heap' | 'profile' | 'shares';

/** Ends the process when the command does. */
export function prepare(): void {
  process.on('disconnect', () => process.exit());
}

export async function run(app: any, { express }: Input, report: (message: object) => void): Promise<Served> {
  const server = http.createServer(app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // `exclusive`, because this process pretends to be a cluster worker.
    listen.call(server, { port: 0, host: '127.0.0.1', exclusive: true }, resolve);
  });
  const profiler = new Profiler();
  process.on('message', async (query: Query) => {
    if (query === 'fastPaths') report({ maglev: 'reply', fastPaths: fastPathsOf(app) });
    if (query === 'usage') report({ maglev: 'reply', ...usage() });
    if (query === 'heap') report({ maglev: 'reply', heapUsed: collectedHeap() });
    if (query === 'profile') report({ maglev: 'reply', ...(await profiler.start()) });
    if (query === 'shares') report({ maglev: 'reply', ...(await profiler.stop()) });
  });
  return {
    port: (server.address() as AddressInfo).port,
    loads: { express: hasLoaded(express), maglev: hasLoaded(`${ROOT}dist/bundle/core.js`) },
    routes: routesOf(app),
  };
}

/** None on Express. */
function fastPathsOf(app: any): readonly FastPath[] {
  return typeof app.compile === 'function' ? (app.compile().fastPaths ?? []) : [];
}

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return { cpu: user + system, rss, heapUsed };
}

/** The memory in use after a garbage collection. */
function collectedHeap(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

/** Both are CommonJS, so they are in `require.cache` even if imported. */
function hasLoaded(path: string): boolean {
  return Object.keys(require.cache).some((file) => file.startsWith(path));
}

/** In 3.x `app.routes` is an object of routes by verb; Express 4 and 5 have no such member. */
function routesOf(app: any): ListedLayer[] | null {
  if (typeof app.routes === 'function') return app.routes();
  if (typeof app.routes !== 'object' || app.routes === null) return null;
  return Object.values<any>(app.routes)
    .flat()
    .map(({ method, path }) => {
      return { methods: [method.toUpperCase()], path: String(path), name: '', source: null, depth: 0 };
    });
}

class Profiler {
  readonly #session = new Session();

  async start(): Promise<object> {
    this.#session.connect();
    await this.#post('Profiler.enable');
    await this.#post('Profiler.setSamplingInterval', { interval: INTERVAL });
    await this.#post('Profiler.start');
    return {};
  }

  async stop(): Promise<Shares> {
    const { profile } = await this.#post('Profiler.stop');
    this.#session.disconnect();
    return summarise(profile as Profile, grouping({ root: ROOT }));
  }

  #post(method: string, parameters?: object): Promise<any> {
    return new Promise((resolve, reject) => {
      this.#session.post(method, parameters, (error, result) => (error ? reject(error) : resolve(result)));
    });
  }
}
