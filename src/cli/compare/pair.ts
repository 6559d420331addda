import type { Round } from './history.js';
import { type Request, SAFE } from './request.js';
import type { Response } from './response.js';

/** A server as it is compared. */
export interface ComparedServer {
  readonly isRunning: boolean;
  send(request: Request): Promise<Response>;
}

/** Both sides, fresh and in the same state. */
export interface Pair<Server extends ComparedServer = ComparedServer> {
  readonly express: Server;
  readonly maglev: Server;
  /** Puts back what requests have changed; null if nobody has said how. */
  readonly reset: (() => Promise<void>) | null;
  stop(): Promise<void>;
}

/** Asks both, the one or the other first. */
export async function sendToBoth(pair: Pair, request: Request, turn: number): Promise<Round> {
  let round: Round;
  if (turn % 2 === 0) {
    const express = await pair.express.send(request);
    round = { express, maglev: await pair.maglev.send(request) };
  } else {
    const maglev = await pair.maglev.send(request);
    round = { express: await pair.express.send(request), maglev };
  }
  if (!isSafe(request)) await pair.reset?.();
  return round;
}

export function isSafe({ method }: Request): boolean {
  return SAFE.includes(method);
}
