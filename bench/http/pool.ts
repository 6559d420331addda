/**
 * Requests as the world asks them, no two alike: a benchmark that asks one thing again and again flatters whatever
 * remembers.
 */
import type { Exchange } from './exchange.js';

/** One kind of request: the one with this number, and its right answer. */
export type Kind = (index: number) => Exchange;

export interface Pool {
  /** Asked in turn. */
  readonly kinds: readonly Kind[];
  /** How many different requests there are of all kinds. */
  readonly size: number;
}

/** How many ids, queries, cookies and unknown paths there are. */
export const IDS = 100_000;
/** Large enough that ids are of one length, so that answers are as well. */
const FIRST_ID = 100_000;
/** How many bodies there are, unless they would take more than this much memory together. */
const BODIES = 500;
const MEMORY = 32 * 2 ** 20;
/** Neighbours in the order of asking lie this far apart; a prime, so that none is left out. */
const STRIDE = 7919;
/** Answers of each kind that are verified. */
const SAMPLES = 5;

export function idOf(index: number): string {
  return String(FIRST_ID + index);
}

/** How many bodies of this size there are. */
export function bodiesOf(bytes: number): number {
  return Math.max(1, Math.min(BODIES, Math.floor(MEMORY / bytes)));
}

/** All requests of a pool, in the order of asking. */
export function requestsOf({ kinds, size }: Pool): Exchange[] {
  return Array.from({ length: size }, (_, i) => kinds[i % kinds.length]!((i * STRIDE) % size));
}

/** Some requests of every kind, from the first to the last. */
export function samplesOf({ kinds, size }: Pool): Exchange[] {
  const count = Math.min(SAMPLES, size);
  const indexes = Array.from({ length: count }, (_, i) =>
    Math.floor((i * (size - 1)) / Math.max(1, count - 1)),
  );
  return kinds.flatMap((kind) => indexes.map(kind));
}
