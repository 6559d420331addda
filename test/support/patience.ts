import { stat } from 'node:fs';

/**
 * Milliseconds after which something that is waited for counts as hanging. It ends runs that would never end; no test that
 * works comes near it, on however busy a machine.
 */
export const HANGS = 300_000;

/**
 * Calls back when nothing was heard for so many turns of the event loop, each with a trip through the threads that read files.
 * In a process that has both ends of a connection this is silence, whatever the clock says.
 */
export function onSilence(turns: number, act: () => void): { heard(): void; stop(): void } {
  let left = turns;
  let isOver = false;
  const turn = (): void => {
    if (isOver) return;
    if (left-- > 0) stat('.', () => setImmediate(turn));
    else act();
  };
  turn();
  return {
    heard: () => {
      left = turns;
    },
    stop: () => {
      isOver = true;
    },
  };
}

/** Calls back after so many turns of the event loop: later than what is under way in this process, whatever the clock says. */
export function afterTurns(turns: number, act: () => void): void {
  if (turns === 0) act();
  else setImmediate(() => afterTurns(turns - 1, act));
}
