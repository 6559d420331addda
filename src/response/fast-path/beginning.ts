import { Buffer } from 'node:buffer';

/** How many beginnings are kept in a process, and how long they may be. */
const MAX_BEGINNINGS = 512;
const MAX_LENGTH = 4096;
/** How often a line has to follow before it is kept: those that are different in each response never are. */
const MIN_REPETITIONS = 16;
let beginnings = 0;

/**
 * The beginning of a head: a status line and headers that have the same value in each response. It is kept as one string, with the
 * beginnings that continue it, so that it is neither concatenated nor copied line by line for each response.
 */
export class Beginning {
  readonly text: string;
  /** The line that has followed last, and what begins with it. */
  #line = '';
  #next: Beginning | null = null;
  #others: Map<string, Beginning> | null = null;
  #newLine = '';
  #repetitions = 0;

  constructor(text: string) {
    this.text = flat(text);
  }

  /** The beginning with one more line; null if that is not kept. */
  followedBy(line: string): Beginning | null {
    if (line === this.#line) return this.#next;
    const next = this.#others?.get(line) ?? this.#extend(line);
    if (next === null) return null;
    this.#line = line;
    this.#next = next;
    return next;
  }

  #extend(line: string): Beginning | null {
    if (line !== this.#newLine) this.#repetitions = 0;
    this.#newLine = line;
    if (++this.#repetitions < MIN_REPETITIONS) return null;
    if (beginnings === MAX_BEGINNINGS || this.text.length + line.length > MAX_LENGTH) return null;
    beginnings++;
    this.#newLine = '';
    const next = new Beginning(this.text + line);
    this.#others ??= new Map();
    this.#others.set(line, next);
    return next;
  }
}

/** The same text in one piece: V8 represents a concatenation as references to its parts, and copies these one by one. */
export function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
