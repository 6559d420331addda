import type { Server } from 'node:http';
import type { Line } from '../support/api.js';

/** A program that does to the framework what it was not made for, and says what it sees. */
export interface Attack {
  /** Runs before the framework is loaded, in a process of its own. */
  before?(world: Pick<World, 'line' | 'note'>): void;
  /** What it returns and notes has to be the same on Express and on maglev. */
  run(world: World): Promise<unknown>;
  /** The lines that have what is attacked. */
  lines?: readonly Line[];
  /** It changes what the process shares, and cannot put it back. */
  isolated?: boolean;
}

export type Attacks = Record<string, Attack>;

export interface World {
  readonly framework: any;
  readonly line: Line;
  /** An empty folder of its own. */
  readonly folder: string;
  /** Writes down what happened; the order counts. */
  note(word: unknown): void;
  /** Lets an application, or a server, listen on a port of its own until the attack is over. */
  listen(target: any): Promise<Server>;
  /** Sends a request, on a connection of its own unless it says otherwise, and gives the answer as it came. */
  ask(server: Server, request?: string): Promise<string>;
  /** Status and body of the answer, which is enough where headers are not attacked. */
  askBriefly(server: Server, request?: string): Promise<string>;
}

/** So many requests are answered before the framework has compiled whatever it wants to compile. */
export const WARM_UP = 20;

/** Asks until nothing is new to the framework any more; gives the last answer. */
export async function warmUp(world: World, server: Server, request = 'GET /'): Promise<string> {
  let answer = '';
  for (let i = 0; i < WARM_UP; i++) answer = await world.askBriefly(server, request);
  return answer;
}
