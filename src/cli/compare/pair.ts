import type { Round } from './history.js';
import { type Request, SAFE } from './request.js';
import type { Response } from './response.js';

/** A server that is compared. */
export interface ComparedServer {
  readonly isRunning: boolean;
  send(request: Request): Promise<Response>;
}

/** Both sides, fresh and in the same state. */
export interface Pair<Server extends ComparedServer = ComparedServer> {
  readonly express: Server;
  readonly maglev: Server;
  /** Resets what requests have changed; null if the user gave no command for that. */
  readonly reset: (() => Promise<void>) | null;
  stop(): Promise<void>;
}

/** Sends a request to both sides; the order alternates between rounds. */
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
