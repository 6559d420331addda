import type { MatchOptions, Token } from './ir.js';

/** A segment of a shape: its lowercased text, or null for any one segment. */
export type Segment = string | null;

/**
 * What the tree can know of one alternative of a path. A shape never excludes a path that the alternative
 * matches, as long as the path is regular (see path.ts).
 */
export interface Shape {
  readonly segments: readonly Segment[];
  /** Parameter name per segment, null where the segment is text or must be asked. */
  readonly names: readonly (string | null)[];
  /** Name of a wildcard that takes everything behind the segments. */
  readonly wild: string | null;
  /** May go on behind its segments. */
  readonly open: boolean;
  /** Every regular path of this shape is a match, so the RegExp need not be asked. */
  readonly precise: boolean;
  readonly endsWithSlash: boolean;
}

/** Text that means itself in a find-my-way path and in a lowercased request path. */
const TREE_TEXT = /^[\w\-.~!$&'()+,;=@% "<>[\]^`{|}\\:]*$/;

/** Returns null when no regular path can match. */
export function shapeOf(tokens: readonly Token[], sensitive: boolean): Shape | null {
  return new ShapeBuilder(sensitive).build(mergeTexts(tokens));
}

/** Which of the two spellings of a path, with and without a slash at its end, an alternative accepts. */
export interface Trail {
  readonly plain: boolean;
  readonly slashed: boolean;
}

const BOTH: Trail = { plain: true, slashed: true };
const PLAIN: Trail = { plain: true, slashed: false };
const SLASHED: Trail = { plain: false, slashed: true };

export function trailOf(shape: Shape, options: MatchOptions): Trail | null {
  if (!options.end || shape.open) return BOTH;
  // A path without segments is `/` however it is spelled.
  if (shape.segments.length === 0) return shape.endsWithSlash || !options.strict ? BOTH : null;
  if (shape.endsWithSlash) return SLASHED;
  return options.strict ? PLAIN : BOTH;
}

function mergeTexts(tokens: readonly Token[]): Token[] {
  const merged: Token[] = [];
  for (const token of tokens) {
    if (token.kind === 'text' && token.text === '') continue;
    const last = merged.at(-1);
    if (token.kind === 'text' && last?.kind === 'text') {
      merged[merged.length - 1] = { kind: 'text', text: last.text + token.text };
    } else {
      merged.push(token);
    }
  }
  return merged;
}

class ShapeBuilder {
  readonly #sensitive: boolean;
  readonly #segments: Segment[] = [];
  readonly #names: (string | null)[] = [];
  #text = '';
  #params: string[] = [];
  #precise = true;
  #open = false;
  #wild: string | null = null;

  constructor(sensitive: boolean) {
    this.#sensitive = sensitive;
  }

  build(tokens: readonly Token[]): Shape | null {
    const [first] = tokens;
    const started = first?.kind === 'text' && first.text[0] === '/';
    // A regular path begins with a slash, which neither another character nor a parameter can match.
    if (!started && (first?.kind === 'text' || first?.kind === 'param')) return null;

    for (let i = 0; i < tokens.length && !this.#open; i++) {
      const token = tokens[i]!;
      if (token.kind === 'text') {
        if (token.text.includes('//')) return null;
        this.#readText(i === 0 ? token.text.slice(1) : token.text);
      } else if (token.kind === 'param') {
        this.#params.push(token.name);
      } else {
        const alone = started && this.#text === '' && this.#params.length === 0;
        this.#open = true;
        if (token.kind === 'wild' && alone && i === tokens.length - 1) this.#wild = token.name;
        else this.#precise = false;
      }
    }

    const endsWithSlash = !this.#open && started && this.#text === '' && this.#params.length === 0;
    if (!this.#open && !endsWithSlash && started) this.#endSegment();
    return {
      segments: this.#segments,
      names: this.#names,
      wild: this.#wild,
      open: this.#open,
      precise: this.#precise,
      endsWithSlash,
    };
  }

  #readText(text: string): void {
    const pieces = text.split('/');
    for (let i = 0; i < pieces.length; i++) {
      if (i > 0) this.#endSegment();
      this.#text += pieces[i];
    }
  }

  #endSegment(): void {
    const text = this.#text;
    const params = this.#params;
    this.#text = '';
    this.#params = [];
    if (params.length === 0 && TREE_TEXT.test(text)) {
      const lower = text.toLowerCase();
      if (this.#sensitive && lower !== text.toUpperCase()) this.#precise = false;
      this.#segments.push(lower);
      this.#names.push(null);
    } else {
      const alone = params.length === 1 && text === '';
      if (!alone) this.#precise = false;
      this.#segments.push(null);
      this.#names.push(alone ? params[0]! : null);
    }
  }
}
