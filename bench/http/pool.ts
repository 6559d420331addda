/**
 * Pools of requests, no two alike, as in real traffic: a benchmark that repeats one request favours whatever caches its
 * response.
 */
import type { Exchange } from './exchange.js';

/** One kind of request: returns the request with this index and its expected response. */
export type Kind = (index: number) => Exchange;

export interface Pool {
  /** Sent in turn. */
  readonly kinds: readonly Kind[];
  /** The number of different requests of all kinds. */
  readonly size: number;
}

/** The number of ids, queries, cookies and unknown paths. */
export const IDS = 100_000;
/** Large enough that all ids have the same length, and so have the responses. */
const FIRST_ID = 100_000;
/** The number of bodies, unless together they would take more than this much memory. */
const BODIES = 500;
const MEMORY = 32 * 2 ** 20;
/** The distance between the indexes of consecutive requests; a prime, so that none is left out. */
const STRIDE = 7919;
/** The number of responses of each kind that are verified. */
const SAMPLES = 5;

export function idOf(index: number): string {
  return String(FIRST_ID + index);
}

/** The number of bodies of this size. */
export function bodiesOf(bytes: number): number {
  return Math.max(1, Math.min(BODIES, Math.floor(MEMORY / bytes)));
}

/** All requests of a pool, in the order of sending. */
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
