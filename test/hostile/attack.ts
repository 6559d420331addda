import type { Server } from 'node:http';
import type { Line } from '../support/api.js';

/** A program that misuses the framework and reports what it observes. */
export interface Attack {
  /** Runs before the framework is loaded, in a separate process. */
  before?(world: Pick<World, 'line' | 'note'>): void;
  /** Its result and notes have to be the same on Express and on maglev. */
  run(world: World): Promise<unknown>;
  /** The major versions that have the attacked feature. */
  lines?: readonly Line[];
  /** Whether it changes process-wide state that it cannot restore. */
  isolated?: boolean;
}

export type Attacks = Record<string, Attack>;

export interface World {
  readonly framework: any;
  readonly line: Line;
  /** An empty temporary folder. */
  readonly folder: string;
  /** Records an event. The order is compared. */
  note(event: unknown): void;
  /** Starts an application or a server on a free port until the attack ends. */
  listen(target: any): Promise<Server>;
  /** Sends a request, by default on a new connection, and returns the raw response. */
  send(server: Server, request?: string): Promise<string>;
  /** Returns only status and body of the response, for attacks that do not concern headers. */
  sendBriefly(server: Server, request?: string): Promise<string>;
}

/** The framework has compiled everything after this many requests. */
export const WARM_UP = 20;

/** Sends requests until the framework has compiled everything, and returns the last response. */
export async function warmUp(world: World, server: Server, request = 'GET /'): Promise<string> {
  let response = '';
  for (let i = 0; i < WARM_UP; i++) response = await world.sendBriefly(server, request);
  return response;
}
