/** A small seeded generator, so that runs can be repeated. */
export type Random = () => number;

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  // Mulberry32: tiny, and without visible patterns in the low bits.
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** MAGLEV_SEED, or a random seed. */
export function randomSeed(): number {
  return Number(process.env.MAGLEV_SEED ?? Math.floor(Math.random() * 2 ** 32));
}

/** Waits for nothing, a microtask, process.nextTick or setImmediate. */
export async function pause(random: Random): Promise<void> {
  const kind = below(random, 4);
  if (kind === 1) await null;
  if (kind === 2) await new Promise(setImmediate);
  if (kind === 3) await new Promise((resolve) => process.nextTick(resolve));
}

/** An integer from 0 to `end`, exclusive. */
export function below(random: Random, end: number): number {
  return Math.floor(random() * end);
}

export function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[below(random, choices.length)]!;
}

export function chance(random: Random, share: number): boolean {
  return random() < share;
}
