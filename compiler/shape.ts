import type { MatchOptions, Token } from './ir.js';

/** A segment of a shape: its text in lower case, or null for any single segment. */
export type Segment = string | null;

/**
 * One alternative of a path as segments, for the trie. The shape covers every regular path (see path.ts) that the alternative
 * matches. Unless it is precise, it also covers paths that the alternative does not match.
 */
export interface Shape {
  readonly segments: readonly Segment[];
  /** The name of the parameter of each segment; null for text and for segments that only the RegExp can read. */
  readonly names: readonly (string | null)[];
  /** Name of a wildcard that matches everything after the segments. */
  readonly wild: string | null;
  /** Also covers paths with more segments. */
  readonly open: boolean;
  /** The alternative matches all regular paths of this shape, so its RegExp is not needed. */
  readonly precise: boolean;
  readonly endsWithSlash: boolean;
}

/** Text without special meaning in a find-my-way path, in a lowercased request path, and in a URL. */
const TREE_TEXT = /^[\w\-.~!$&'()+,;=@%"<>[\]^`{|}\\:]*$/;

/** Returns null when no regular path can match. */
export function shapeOf(tokens: readonly Token[], sensitive: boolean): Shape | null {
  const first = tokens.find((token) => token.kind !== 'text' || token.text !== '');
  const started = first?.kind === 'text' && first.text.charCodeAt(0) === SLASH;
  // A regular path starts with a slash, which neither another character nor a parameter can match.
  if (!started && (first?.kind === 'text' || first?.kind === 'param')) return null;

  const draft = new ShapeDraft(sensitive);
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind === 'text') {
      if (!readText(draft, token.text)) return null;
    } else if (token.kind === 'param') {
      draft.params++;
      draft.name = token.name;
    } else {
      // A wildcard that is only part of a segment, or not the last token, is left to the RegExp.
      const alone = token.kind === 'wild' && started && isEmpty(draft) && i === tokens.length - 1;
      return finishShape(draft, true, alone ? token.name : null, alone && draft.precise);
    }
  }
  const endsWithSlash = started && isEmpty(draft);
  if (started && !endsWithSlash) endSegment(draft);
  return { ...finishShape(draft, false, null, draft.precise), endsWithSlash };
}

/** Whether an alternative accepts a path with a trailing slash, without one, or both. */
export interface TrailingSlash {
  readonly plain: boolean;
  readonly slashed: boolean;
}

export const BOTH: TrailingSlash = { plain: true, slashed: true };
const PLAIN: TrailingSlash = { plain: true, slashed: false };
const SLASHED: TrailingSlash = { plain: false, slashed: true };

export function trailingSlashOf(shape: Shape, options: MatchOptions): TrailingSlash | null {
  if (!options.end || shape.open) return BOTH;
  // A path without segments is always `/`.
  if (shape.segments.length === 0) return shape.endsWithSlash || !options.strict ? BOTH : null;
  if (shape.endsWithSlash) return SLASHED;
  return options.strict ? PLAIN : BOTH;
}

/** The segments read so far, and the state of the current one. */
class ShapeDraft {
  readonly segments: Segment[] = [];
  readonly names: (string | null)[] = [];
  readonly sensitive: boolean;
  precise = true;
  begun = false;
  text = '';
  params = 0;
  name = '';

  constructor(sensitive: boolean) {
    this.sensitive = sensitive;
  }
}

const SLASH = 47;

function isEmpty(draft: ShapeDraft): boolean {
  return draft.text === '' && draft.params === 0;
}

/** Returns false for an empty segment, which no regular path has. */
function readText(draft: ShapeDraft, text: string): boolean {
  let from = 0;
  while (from < text.length) {
    let slash = text.indexOf('/', from);
    if (slash === -1) slash = text.length;
    if (slash > from) draft.text += text.slice(from, slash);
    if (slash < text.length) {
      if (draft.begun && isEmpty(draft)) return false;
      if (draft.begun) endSegment(draft);
      draft.begun = true;
    }
    from = slash + 1;
  }
  return true;
}

function endSegment(draft: ShapeDraft): void {
  const { text, params } = draft;
  draft.text = '';
  draft.params = 0;
  if (params === 0 && TREE_TEXT.test(text)) {
    const lower = text.toLowerCase();
    if (draft.sensitive && lower !== text.toUpperCase()) draft.precise = false;
    draft.segments.push(lower);
    draft.names.push(null);
    return;
  }
  const alone = params === 1 && text === '';
  if (!alone) draft.precise = false;
  draft.segments.push(null);
  draft.names.push(alone ? draft.name : null);
}

function finishShape(draft: ShapeDraft, open: boolean, wild: string | null, precise: boolean): Shape {
  const { segments, names } = draft;
  return { segments, names, wild, open, precise, endsWithSlash: false };
}
