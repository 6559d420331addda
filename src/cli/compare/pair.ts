import type { Answer } from './answer.js';
import type { Round } from './history.js';
import { type Request, SAFE } from './request.js';

/** A server as it is compared. */
export interface Asked {
  readonly isRunning: boolean;
  ask(request: Request): Promise<Answer>;
}

/** Both sides, fresh and in the same state. */
export interface Pair<Server extends Asked = Asked> {
  readonly express: Server;
  readonly maglev: Server;
  /** Puts back what requests have changed; null if nobody has said how. */
  readonly reset: (() => Promise<void>) | null;
  stop(): Promise<void>;
}

/** Asks both, the one or the other first. */
export async function askBoth(pair: Pair, request: Request, turn: number): Promise<Round> {
  let round: Round;
  if (turn % 2 === 0) {
    const express = await pair.express.ask(request);
    round = { express, maglev: await pair.maglev.ask(request) };
  } else {
    const maglev = await pair.maglev.ask(request);
    round = { express: await pair.express.ask(request), maglev };
  }
  if (!isSafe(request)) await pair.reset?.();
  return round;
}

export function isSafe({ method }: Request): boolean {
  return SAFE.includes(method);
}
