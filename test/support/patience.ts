import { stat } from 'node:fs';

/**
 * Timeout in milliseconds for anything that tests wait for. It ends runs that would hang; no passing test comes close,
 * however busy the machine is.
 */
export const HANGS = 300_000;

/**
 * Calls back after this many ticks without activity. Each tick includes a round trip through the thread pool that reads
 * files. If both ends of a connection are in this process, this detects a stalled connection independently of the clock.
 */
export function onIdle(turns: number, act: () => void): { reset(): void; stop(): void } {
  let left = turns;
  let isOver = false;
  const turn = (): void => {
    if (isOver) return;
    if (left-- > 0) stat('.', () => setImmediate(turn));
    else act();
  };
  turn();
  return {
    reset: () => {
      left = turns;
    },
    stop: () => {
      isOver = true;
    },
  };
}

/** Calls back after this many ticks: later than any work in progress in this process, independently of the clock. */
export function afterTurns(turns: number, act: () => void): void {
  if (turns === 0) act();
  else setImmediate(() => afterTurns(turns - 1, act));
}
