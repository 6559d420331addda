/**
 * The timers when maglev is loaded: tests of applications replace the global ones, and those of `node:timers`, with fake timers
 * that they count and advance themselves.
 */
import timers from 'node:timers';
import promises from 'node:timers/promises';

export const { setTimeout, clearTimeout, setInterval, clearInterval } = timers;
const { setImmediate, clearImmediate } = timers;
export const { setImmediate: nextTurn } = promises;

/** Cancels the call. */
export type Cancel = () => void;

/**
 * Calls a function as soon as the events that are due now have been handled. A timer alone would not do that: Node runs timers that have
 * become due meanwhile one after the other, and requests would wait for all of them. Does not keep the process alive, so a timer ends the
 * waiting of an idle event loop.
 */
export function afterEvents(run: () => void): Cancel {
  let timer = setTimeout(wake, 0).unref();
  const immediate = setImmediate(() => {
    clearTimeout(timer);
    run();
  }).unref();
  function wake(): void {
    timer = setTimeout(wake, 0).unref();
  }
  return () => {
    clearImmediate(immediate);
    clearTimeout(timer);
  };
}
