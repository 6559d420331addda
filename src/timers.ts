/**
 * The timers when maglev is loaded: tests of applications replace the global ones, and those of `node:timers`, with fake timers
 * that they count and advance themselves.
 */
import timers from 'node:timers';
import promises from 'node:timers/promises';

export const { setTimeout, clearTimeout, setInterval, clearInterval } = timers;
export const { setImmediate: nextTurn } = promises;
