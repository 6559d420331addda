/**
 * Milliseconds after which something that is waited for counts as hanging. It ends runs that would never end; no test that
 * works comes near it, on however busy a machine.
 */
export const HANGS = 300_000;

/** Calls back after so many turns of the event loop: later than what is under way in this process, whatever the clock says. */
export function afterTurns(turns: number, act: () => void): void {
  if (turns === 0) act();
  else setImmediate(() => afterTurns(turns - 1, act));
}
