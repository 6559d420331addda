/** Splits a JSON text into its values by path and its form, which is the text without them. */
import type { Ignored } from './ignored.js';

export interface JsonParts {
  /** Names, punctuation and spaces unchanged; for each value only its type. */
  readonly form: string;
  /** Values as written, by path: `/users/0/name`. */
  readonly values: ReadonlyMap<string, string>;
}

/** Larger texts are compared as text. */
const MOST_VALUES = 5000;
const TOKEN = /"(?:[^"\\]|\\[\s\S])*"|-?\d[\d.eE+-]*|true|false|null|[{}[\]:,]|\s+/g;

/** Null if the text is not JSON, or too large. */
export function jsonPartsOf(text: string, ignored: Ignored): JsonParts | null {
  if (!isJson(text)) return null;
  const scanner = new Scanner(ignored);
  for (const [token] of text.matchAll(TOKEN)) {
    scanner.take(token);
    if (scanner.values.size > MOST_VALUES) return null;
  }
  return { form: scanner.form.join(''), values: scanner.values };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** An open object or array, with the position of the next value in it. */
interface Level {
  readonly isArray: boolean;
  at: string;
}

/** Follows the tokens of a valid JSON text. */
class Scanner {
  readonly form: string[] = [];
  readonly values = new Map<string, string>();
  readonly #ignored: Ignored;
  readonly #levels: Level[] = [];
  #isKeyNext = false;
  /** How many levels are open within an ignored value. */
  #skipped = 0;

  constructor(ignored: Ignored) {
    this.#ignored = ignored;
  }

  take(token: string): void {
    if (token === '{' || token === '[') this.#open(token);
    else if (token === '}' || token === ']') this.#close(token);
    else if (token === ',') this.#separate();
    else if (this.#isKeyNext && token.startsWith('"')) this.#name(token);
    else if (/^[\s:]/.test(token)) this.#keep(token);
    else this.#value(token);
  }

  #open(token: string): void {
    if (this.#skipped > 0 || this.#isIgnored()) this.#skipped++;
    this.#keep(token);
    this.#levels.push({ isArray: token === '[', at: '0' });
    this.#isKeyNext = token === '{';
  }

  #close(token: string): void {
    this.#keep(token);
    this.#levels.pop();
    this.#isKeyNext = false;
    if (this.#skipped > 0 && --this.#skipped === 0) this.form.push('?');
  }

  #separate(): void {
    this.#keep(',');
    const level = this.#levels.at(-1)!;
    if (level.isArray) level.at = String(Number(level.at) + 1);
    this.#isKeyNext = !level.isArray;
  }

  #name(token: string): void {
    this.#keep(token);
    this.#levels.at(-1)!.at = nameIn(token);
    this.#isKeyNext = false;
  }

  #value(token: string): void {
    if (this.#skipped > 0) return;
    if (this.#isIgnored()) {
      this.form.push('?');
      return;
    }
    this.form.push(typeOf(token));
    // Several values with one name get separate paths.
    let path = this.#path();
    while (this.values.has(path)) path += '+';
    this.values.set(path, token);
  }

  #keep(token: string): void {
    if (this.#skipped === 0) this.form.push(token);
  }

  #path(): string {
    return this.#levels.map(({ at }) => `/${at}`).join('');
  }

  #isIgnored(): boolean {
    return this.#ignored.paths.length > 0 && this.#ignored.hasPath(this.#levels.map(({ at }) => at));
  }
}

/** Bodies are decoded as latin1, but names are displayed. */
function nameIn(token: string): string {
  return JSON.parse(Buffer.from(token, 'latin1').toString('utf8'));
}

function typeOf(token: string): string {
  if (token.startsWith('"')) return '(string)';
  if (token === 'null') return '(null)';
  return token === 'true' || token === 'false' ? '(boolean)' : '(number)';
}
