/** Starts both sides, the first time and again. */
import type { AppRequest } from '../app/request.js';
import type { SideName } from './equality.js';
import { type Occasion, runHook } from './hook.js';
import type { Pair } from './pair.js';
import type { Request } from './request.js';
import { type Installed, Side } from './side.js';
import { Workspace } from './workspace.js';

export interface Conditions {
  readonly app: AppRequest;
  readonly express: Installed;
  /** The timeout of a response in milliseconds. */
  readonly responseTime: number;
  /** Whether each side has a copy of the project to write to. */
  readonly isFresh: boolean;
  /** Commands that set up and reset what a side uses. */
  readonly setup: string | undefined;
  readonly reset: string | undefined;
}

interface Started {
  readonly side: Side;
  readonly occasion: Occasion;
}

export class Sides {
  readonly #conditions: Conditions;
  readonly #workspace: Workspace;
  readonly #running = new Set<Side>();
  #login: Request | null = null;
  #runs = 0;

  constructor(conditions: Conditions) {
    this.#conditions = conditions;
    this.#workspace = new Workspace(conditions.app, conditions.isFresh);
  }

  /** Why both sides write to the same folder; null if they do not. */
  get shared(): string | null {
    return this.#workspace.shared;
  }

  /** Starts the first pair one after the other, because the sides may share a setup. Later pairs start in parallel. */
  async start(isFirst = true): Promise<Pair<Side>> {
    const { reset } = this.#conditions;
    const run = ++this.#runs;
    const starting = this.#startSide('express', run);
    if (isFirst) await starting;
    const both = await Promise.all([starting, this.#startSide('maglev', run)]);
    const [express, maglev] = both;
    return {
      express: express.side,
      maglev: maglev.side,
      reset:
        reset === undefined
          ? null
          : async () => {
              for (const { occasion } of both) await runHook('reset', reset, occasion);
            },
      stop: () => this.#stop(both.map(({ side }) => side)),
    };
  }

  /** Logs in on both sides; every side that starts later logs in first. */
  async login(pair: Pair<Side>, request: Request): Promise<void> {
    this.#login = request;
    for (const side of [pair.express, pair.maglev]) await side.login(request);
  }

  async stop(): Promise<void> {
    await this.#stop([...this.#running]);
    this.remove();
  }

  /** Removes the copies of the project; for exits, which cannot wait for the rest. */
  remove(): void {
    this.#workspace.remove();
  }

  /** Applications and commands find their side and the number of the run in the environment. */
  async #startSide(name: SideName, run: number): Promise<Started> {
    const { app, express, responseTime: timeout, setup } = this.#conditions;
    const place = this.#workspace.open(name);
    const env = { MAGLEV_SIDE: name, MAGLEV_RUN: String(run) };
    const occasion = { side: name, cwd: place.cwd, env };
    if (setup !== undefined) await runHook('setup', setup, occasion);
    const side = await Side.start(name, { app, express, place, timeout, env });
    this.#running.add(side);
    if (this.#login !== null) await side.login(this.#login);
    return { side, occasion };
  }

  async #stop(sides: readonly Side[]): Promise<void> {
    for (const side of sides) this.#running.delete(side);
    await Promise.all(sides.map((side) => side.stop()));
  }
}
