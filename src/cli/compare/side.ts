import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { startApp } from '../app/process.js';
import type { AppRequest } from '../app/request.js';
import { Failure } from '../failure.js';
import { Child, cores, Ended, KEEP_CODE, pin } from '../measure/child.js';
import type { Usage } from '../measure/cost.js';
import type { Shares } from '../measure/groups.js';
import { Client } from './answer.js';
import type { SideName } from './equality.js';
import type { Input, Question, Served } from './serve.js';

const TASK = new URL('./serve.js', import.meta.url);
const REVERSE = new URL('./reverse.js', import.meta.url).href;

/** The Express that an application would load. */
export interface Installed {
  readonly version: string;
  readonly folder: string;
}

/** One of the two processes that run the user's application. */
export class Side {
  readonly name: SideName;
  readonly served: Served;
  readonly client: Client;
  readonly #child: Child;

  private constructor(name: SideName, served: Served, child: Child, timeout: number) {
    this.name = name;
    this.served = served;
    this.client = new Client(served.port, timeout);
    this.#child = child;
  }

  /** `timeout` is how many milliseconds an answer may take. */
  static async start(
    name: SideName,
    request: AppRequest,
    express: Installed,
    timeout: number,
  ): Promise<Side> {
    const isExpress = name === 'express';
    const reverse = isExpress ? ['--import', REVERSE] : [];
    const input: Input = { express: express.folder };
    // In other environments error pages show stacks, which differ.
    const env = { NODE_ENV: process.env.NODE_ENV ?? 'production' };
    const { result, child } = await startApp<Served>(
      { ...request, nodeFlags: [KEEP_CODE, ...request.nodeFlags, ...reverse] },
      {
        task: TASK,
        input,
        engine: name,
        env: isExpress ? { ...env, MAGLEV_COMPARE: JSON.stringify(express) } : env,
      },
    );
    pin(child, cores.server);
    const isReply = (message: any) => message?.maglev === 'reply';
    const dialogue = { name: `${request.name} on ${isExpress ? 'Express' : 'maglev'}`, isReply };
    return new Side(name, result, new Child(child, dialogue), timeout);
  }

  get port(): number {
    return this.served.port;
  }

  get isRunning(): boolean {
    return this.#child.isRunning;
  }

  usage(): Promise<Usage> {
    return this.#ask('usage');
  }

  startProfile(): Promise<void> {
    return this.#ask('profile');
  }

  stopProfile(): Promise<Shares> {
    return this.#ask('shares');
  }

  async stop(): Promise<void> {
    this.client.close();
    await this.#child.stop();
  }

  async #ask(question: Question): Promise<any> {
    try {
      return await this.#child.ask(question);
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
      `There is no Express beside ${name} to compare with: run "npm install express" in its folder.`,
    );
  }
  const { name: real, version, maglev } = JSON.parse(readFileSync(manifest, 'utf8'));
  if (real !== 'express' || maglev !== undefined) {
    const found = maglev === undefined ? real : 'maglev, which stands in for it';
    throw new Failure(
      `The package express beside ${name} is ${found}: install Express itself to compare with.`,
    );
  }
  if (line === null)
    throw new Failure(`The Express beside ${name} is ${version}, which maglev has no line for.`);
  return { version, folder: join(dirname(manifest), '/') };
}

/** Throws a Failure if a side has not loaded its framework. */
export function assertLoaded({ name }: AppRequest, express: Side, maglev: Side): void {
  if (!express.served.loads.express && !express.served.loads.maglev) {
    throw new Failure(`${name} does not load Express, so there is nothing to compare.`);
  }
  if (express.served.loads.maglev) {
    throw new Failure(
      `${name} loads another line of maglev than that of the Express beside it: install that Express to compare with.`,
    );
  }
  if (!maglev.served.loads.maglev || maglev.served.loads.express) {
    throw new Failure(`${name} loads Express by the path of its files, where maglev cannot take its place.`);
  }
}
