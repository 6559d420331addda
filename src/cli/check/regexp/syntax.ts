import {
  type Charset,
  DIGITS,
  EVERYTHING,
  foldCase,
  IN_PATHS,
  LINE,
  NOTHING,
  one,
  range,
  SPACES,
  union,
  WORD,
  without,
} from './charset.js';

/** The parts of a regular expression that matter for backtracking, without assertions. */
export type Expression =
  | { readonly kind: 'set'; readonly set: Charset }
  | { readonly kind: 'sequence'; readonly parts: readonly Expression[] }
  | { readonly kind: 'choice'; readonly options: readonly Expression[] }
  | { readonly kind: 'repeat'; readonly body: Expression; readonly min: number; readonly max: number }
  /** A negative lookahead at one character, which narrows the set after it. */
  | { readonly kind: 'not'; readonly set: Charset };

/** Null for unsupported syntax: backreferences, and the set notation of the flag v. */
export function readExpression({ source, flags }: RegExp): Expression | null {
  if (flags.includes('v')) return null;
  try {
    return new Reader(source, flags).read();
  } catch (error) {
    if (error instanceof Unknown) return null;
    throw error;
  }
}

class Unknown extends Error {}

const EMPTY: Expression = { kind: 'sequence', parts: [] };
const QUANTIFIER = /(?:[*+?]|\{(\d+)(,(\d*))?\})\??/y;
const GROUP = /\((?:\?(?::|<?[=!]|<[^>]+>|[-ims]+:))?/y;
const CLASSES: Record<string, Charset> = {
  d: DIGITS,
  D: without(EVERYTHING, DIGITS),
  w: WORD,
  W: without(EVERYTHING, WORD),
  s: SPACES,
  S: without(EVERYTHING, SPACES),
};
const CONTROLS: Record<string, number> = { t: 9, n: 10, v: 11, f: 12, r: 13, '0': 0 };
const ESCAPE = /(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|c([a-z])|[pP]\{[^}]*\}|(.))/isy;

class Reader {
  readonly #source: string;
  readonly #ignoresCase: boolean;
  readonly #dotAll: boolean;
  #at = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#ignoresCase = flags.includes('i');
    this.#dotAll = flags.includes('s');
  }

  read(): Expression {
    const expression = this.#choice();
    if (this.#at < this.#source.length) throw new Unknown();
    return expression;
  }

  #choice(): Expression {
    const options = [this.#sequence()];
    while (this.#skip('|')) options.push(this.#sequence());
    return options.length === 1 ? options[0]! : { kind: 'choice', options };
  }

  #sequence(): Expression {
    const parts: Expression[] = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at]!)) {
      const part = this.#quantified(this.#atom());
      const before = parts.at(-1);
      if (before?.kind === 'not' && part.kind === 'set') {
        parts[parts.length - 1] = { kind: 'set', set: without(part.set, before.set) };
      } else if (part !== EMPTY) {
        parts.push(part);
      }
    }
    const kept = parts.filter((part) => part.kind !== 'not');
    return kept.length === 1 && parts.length === 1 ? kept[0]! : { kind: 'sequence', parts: kept };
  }

  #atom(): Expression {
    const character = this.#source[this.#at]!;
    if (character === '(') return this.#group();
    this.#at++;
    if (character === '^' || character === '$') return EMPTY;
    if (character === '.') return this.#set(this.#dotAll ? EVERYTHING : LINE);
    if (character === '[') return this.#set(this.#class());
    if (character === '\\') {
      if (this.#skip('b') || this.#skip('B')) return EMPTY;
      return this.#set(this.#escape());
    }
    return this.#set(one(character.charCodeAt(0)));
  }

  #group(): Expression {
    const [opening] = this.#match(GROUP)!;
    const body = this.#choice();
    if (!this.#skip(')')) throw new Unknown();
    if (opening === '(?!') {
      const set = asSet(body);
      return set === null ? EMPTY : { kind: 'not', set };
    }
    return /^\(\?<?[=!]$/.test(opening) ? EMPTY : body;
  }

  #quantified(body: Expression): Expression {
    const found = this.#match(QUANTIFIER);
    if (found === null) return body;
    const [text, from, several, to] = found;
    const bounds: [number, number] = BOUNDS[text[0]!] ?? [
      Number(from),
      several === undefined ? Number(from) : to === '' ? Number.POSITIVE_INFINITY : Number(to),
    ];
    return { kind: 'repeat', body, min: bounds[0], max: bounds[1] };
  }

  #class(): Charset {
    const negated = this.#skip('^');
    let set = NOTHING;
    while (!this.#skip(']')) {
      if (this.#at >= this.#source.length) throw new Unknown();
      const from = this.#member();
      if (this.#source[this.#at] === '-' && this.#source[this.#at + 1] !== ']' && isSingle(from)) {
        this.#at++;
        const to = this.#member();
        set |= isSingle(to) ? range(codeOf(from), codeOf(to)) : union(from, one(45), to);
      } else {
        set |= from;
      }
    }
    const folded = this.#ignoresCase ? foldCase(set) : set;
    return negated ? without(EVERYTHING, folded) : folded;
  }

  #member(): Charset {
    const character = this.#source[this.#at++]!;
    if (character !== '\\') return one(character.charCodeAt(0));
    return this.#skip('b') ? one(8) : this.#escape();
  }

  #escape(): Charset {
    const found = this.#match(ESCAPE);
    if (found === null) throw new Unknown();
    const [, point, unit, byte, control, letter] = found;
    const code = point ?? unit ?? byte;
    if (code !== undefined) return one(Number.parseInt(code, 16));
    if (control !== undefined) return one(control.toUpperCase().charCodeAt(0) - 64);
    // A Unicode property: treated as any character.
    if (letter === undefined) return EVERYTHING;
    if (/[1-9k]/.test(letter)) throw new Unknown();
    return CLASSES[letter] ?? one(CONTROLS[letter] ?? letter.charCodeAt(0));
  }

  #set(set: Charset): Expression {
    return { kind: 'set', set: (this.#ignoresCase ? foldCase(set) : set) & IN_PATHS };
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source);
    if (found !== null) this.#at += found[0].length;
    return found;
  }

  #skip(character: string): boolean {
    const found = this.#source[this.#at] === character;
    if (found) this.#at++;
    return found;
  }
}

const BOUNDS: Record<string, [number, number]> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
};

/** The set of an expression that matches one character; null for any other. */
function asSet(expression: Expression): Charset | null {
  if (expression.kind === 'set') return expression.set;
  if (expression.kind !== 'choice') return null;
  const sets = expression.options.map(asSet);
  return sets.includes(null) ? null : union(...(sets as Charset[]));
}

function isSingle(set: Charset): boolean {
  return set !== NOTHING && (set & (set - 1n)) === 0n;
}

function codeOf(single: Charset): number {
  return single.toString(2).length - 1;
}
