import type { Inspection } from '../inspect/inspection.js';
import type { Row } from '../inspect/rows.js';
import type { Placed } from '../inspect/steps.js';
import type { Edit } from './code/parser.js';
import type { Position } from './code/source-file.js';
import type { RuleName } from './rules.js';

/** `error`: it does not work; `warning`: it is probably unintended; `note`: it is good to know. */
export type Level = 'error' | 'warning' | 'note';

export interface Finding {
  readonly rule: RuleName;
  readonly level: Level;
  /** The layer, by its place in the complete table; empty for findings about code. */
  readonly key: string;
  readonly methods: readonly string[];
  readonly path: string;
  /** The path of the layer as it is registered, without that of its router. */
  readonly registered?: string;
  /** The code excerpt, for findings that are not about a layer. */
  readonly code?: string;
  /** Where an engine would report it. */
  readonly range?: Range;
  /** `file:line`. */
  readonly source: string | null;
  /** The column of the code in that line, from 1. */
  readonly column?: number;
  readonly message: string;
  /** What to write instead. */
  readonly rewrite?: string;
  /** The edits that fix it, if they are certain. */
  readonly fix?: Fix;
}

/** Lines count from 1, columns from 0. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface Fix {
  readonly file: string;
  readonly edits: readonly Edit[];
}

/** The input of rules: every layer with its row, in the order in which they are tried. */
export interface Subject {
  readonly inspection: Inspection;
  /** The line of the Express that is installed next to the application; null if there is none. */
  readonly installed: string | null;
  /** The line of Express that it is checked for; the application is loaded on the line that it was written for. */
  readonly target: string;
  readonly entries: readonly Entry[];
}

export interface Entry extends Placed {
  readonly row: Row;
}

export type Rule = (subject: Subject) => Finding[];

/** A finding about a layer. */
export function finding(
  { row, layer }: Entry,
  about: Pick<Finding, 'rule' | 'level' | 'message' | 'rewrite'>,
): Finding {
  const { key, methods, path, source } = row;
  return { ...about, key, methods, path, registered: layer.path, source };
}
