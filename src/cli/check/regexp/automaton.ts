import type { Charset } from './charset.js';
import type { Expression } from './syntax.js';

/** Longer expressions are not analysed, because that would take too long. */
const MAX_POSITIONS = 150;
/** More repetitions are treated as any number. */
const MAX_COPIES = 8;

/**
 * The position automaton of an expression (Glushkov's): one state for each character in it, and an edge wherever one may
 * be followed by another. Edges have multiplicity: `(a+)+` has two from `a` to itself.
 */
export class Automaton {
  readonly sets: Charset[] = [];
  readonly follow: Map<number, number>[] = [];
  /** The states in which the expression may end. */
  readonly last: ReadonlySet<number>;

  private constructor(expression: Expression) {
    this.last = new Set(this.#add(expression).last);
  }

  /** Null if the expression is too large. */
  static of(expression: Expression): Automaton | null {
    try {
      return new Automaton(expression);
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  }

  #add(expression: Expression): Piece {
    switch (expression.kind) {
      case 'set':
        return this.#state(expression.set);
      case 'sequence':
        return this.#sequence(expression.parts.map((part) => () => this.#add(part)));
      case 'choice':
        return joinChoices(expression.options.map((option) => this.#add(option)));
      case 'repeat':
        return this.#repeat(expression.body, expression.min, expression.max);
      case 'not':
        return EMPTY_PIECE;
    }
  }

  #state(set: Charset): Piece {
    if (this.sets.length >= MAX_POSITIONS) throw new RangeError();
    this.follow.push(new Map());
    const state = this.sets.push(set) - 1;
    return { optional: false, first: [state], last: [state] };
  }

  #sequence(parts: readonly (() => Piece)[]): Piece {
    return parts.reduce((before: Piece, make) => {
      const part = make();
      this.#connect(before.last, part.first);
      return {
        optional: before.optional && part.optional,
        first: before.optional ? [...before.first, ...part.first] : before.first,
        last: part.optional ? [...before.last, ...part.last] : part.last,
      };
    }, EMPTY_PIECE);
  }

  #repeat(body: Expression, min: number, max: number): Piece {
    const make = () => this.#add(body);
    if (max <= MAX_COPIES) {
      return this.#sequence(Array.from({ length: max }, (_, i) => () => makeOptional(make(), i >= min)));
    }
    const copies = Array.from({ length: Math.min(Math.max(min, 1), MAX_COPIES) }, () => make);
    const loop = () => {
      const piece = make();
      this.#connect(piece.last, piece.first);
      return makeOptional(piece, min === 0);
    };
    return this.#sequence([...copies.slice(1), loop]);
  }

  #connect(from: readonly number[], to: readonly number[]): void {
    for (const state of from) {
      const edges = this.follow[state]!;
      for (const next of to) edges.set(next, (edges.get(next) ?? 0) + 1);
    }
  }
}

/** A part of the automaton: whether it may be skipped, its first and its last states. */
interface Piece {
  readonly optional: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

const EMPTY_PIECE: Piece = { optional: true, first: [], last: [] };

function joinChoices(pieces: readonly Piece[]): Piece {
  return {
    optional: pieces.some((piece) => piece.optional),
    first: pieces.flatMap((piece) => piece.first),
    last: pieces.flatMap((piece) => piece.last),
  };
}

function makeOptional(piece: Piece, optional: boolean): Piece {
  return { ...piece, optional: piece.optional || optional };
}
