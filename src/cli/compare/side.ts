import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastPath } from '../../contracts/fast-path.js';
import { startApp } from '../app/process.js';
import type { AppRequest } from '../app/request.js';
import { Failure } from '../failure.js';
import { Child, cores, Ended, KEEP_CODE, pin } from '../measure/child.js';
import type { Usage } from '../measure/cost.js';
import type { Shares } from '../measure/groups.js';
import type { SideName } from './equality.js';
import { credentialsOf, endsSession } from './login.js';
import { overHeaders, type Request } from './request.js';
import { Client, type Response } from './response.js';
import type { Input, Query, Served } from './serve.js';
import type { Place } from './workspace.js';

const TASK = new URL('./serve.js', import.meta.url);
const REVERSE = new URL('./reverse.js', import.meta.url).href;

/** The Express that an application would load. */
export interface Installed {
  readonly version: string;
  readonly folder: string;
}

export interface Start {
  readonly app: AppRequest;
  readonly express: Installed;
  readonly place: Place;
  /** The timeout of a response in milliseconds. */
  readonly timeout: number;
  readonly env: NodeJS.ProcessEnv;
}

/** One of the two processes that run the user's application. */
export class Side {
  readonly name: SideName;
  readonly served: Served;
  readonly #client: Client;
  readonly #child: Child;
  #login: Request | null = null;
  /** The headers that authenticate each request after a login. */
  #credentials: readonly (readonly [string, string])[] = [];

  private constructor(name: SideName, served: Served, child: Child, timeout: number) {
    this.name = name;
    this.served = served;
    this.#client = new Client(served.port, timeout);
    this.#child = child;
  }

  static async start(name: SideName, { app, express, place, timeout, env: given }: Start): Promise<Side> {
    const isExpress = name === 'express';
    const reverse = isExpress ? ['--import', REVERSE] : [];
    const input: Input = { express: express.folder };
    // In other environments, error pages contain stacks, which differ.
    const env = { NODE_ENV: process.env.NODE_ENV ?? 'production', ...given };
    const { result, child } = await startApp<Served>(
      { ...app, file: place.file, nodeFlags: [KEEP_CODE, ...app.nodeFlags, ...reverse] },
      {
        task: TASK,
        input,
        engine: name,
        cwd: place.cwd,
        env: isExpress ? { ...env, MAGLEV_COMPARE: JSON.stringify(express) } : env,
      },
    );
    pin(child, cores.server);
    const isReply = (message: any) => message?.maglev === 'reply';
    const dialogue = { name: `${app.name} on ${isExpress ? 'Express' : 'maglev'}`, isReply };
    return new Side(name, result, new Child(child, dialogue), timeout);
  }

  get port(): number {
    return this.served.port;
  }

  get isRunning(): boolean {
    return this.#child.isRunning;
  }

  async send(request: Request): Promise<Response> {
    const response = await this.#client.send(this.requestOf(request));
    if (this.#login !== null && endsSession(request, response, this.#credentials)) {
      // Without the login, which may be gone for good, later responses are compared as well.
      await this.login(this.#login).catch(() => {});
    }
    return response;
  }

  /** A request with the headers of this side. */
  requestOf(request: Request): Request {
    return overHeaders(request, this.#credentials);
  }

  /** Logs in, and sends the resulting headers with each later request. */
  async login(request: Request): Promise<void> {
    this.#login = request;
    this.#credentials = credentialsOf(request, await this.#client.send(request));
  }

  /** Bytes of the heap in use after a garbage collection. */
  async heap(): Promise<number> {
    return (await this.#send('heap')).heapUsed;
  }

  /** Which fast paths of maglev are on. */
  async fastPaths(): Promise<readonly FastPath[]> {
    return (await this.#send('fastPaths')).fastPaths;
  }

  usage(): Promise<Usage> {
    return this.#send('usage');
  }

  startProfile(): Promise<void> {
    return this.#send('profile');
  }

  stopProfile(): Promise<Shares> {
    return this.#send('shares');
  }

  async stop(): Promise<void> {
    this.#client.close();
    await this.#child.stop();
  }

  async #send(query: Query): Promise<any> {
    try {
      return await this.#child.send(query);
    } catch (error) {
      if (error instanceof Ended) throw new Failure(error.message.replace('early', 'under load'));
      throw error;
    }
  }
}

/** Finds the Express of an application; throws a Failure if there is none, or if it is not Express. */
export function installedExpress({ file, name, line }: AppRequest): Installed {
  let manifest: string;
  try {
    manifest = createRequire(file).resolve('express/package.json');
  } catch {
    throw new Failure(
      `There is no Express next to ${name} to compare with: run "npm install express" in its folder.`,
    );
  }
  const { name: real, version, maglev } = JSON.parse(readFileSync(manifest, 'utf8'));
  if (real !== 'express' || maglev !== undefined) {
    const found = maglev === undefined ? real : 'maglev, which replaces it';
    throw new Failure(
      `The package express next to ${name} is ${found}: install Express itself to compare with.`,
    );
  }
  if (line === null)
    throw new Failure(`The Express next to ${name} is ${version}, which maglev does not support.`);
  return { version, folder: join(dirname(manifest), '/') };
}

/** Throws a Failure if a side has not loaded its framework. */
export function assertLoaded({ name }: AppRequest, express: Side, maglev: Side): void {
  if (!express.served.loads.express && !express.served.loads.maglev) {
    throw new Failure(`${name} does not load Express, so there is nothing to compare.`);
  }
  if (express.served.loads.maglev) {
    throw new Failure(
      `${name} loads maglev for another major version than the Express next to it: install that Express to compare with.`,
    );
  }
  if (!maglev.served.loads.maglev || maglev.served.loads.express) {
    throw new Failure(`${name} loads Express by the path of its files, which maglev cannot replace.`);
  }
}
