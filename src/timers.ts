/**
 * Timers as they are when maglev is loaded: tests of applications replace the global ones, and those of `node:timers` too, by
 * fake ones that they count and run by hand.
 */
import timers from 'node:timers';
import promises from 'node:timers/promises';

export const { setTimeout, clearTimeout } = timers;
export const { setImmediate: nextTurn } = promises;
