import type { Inspection } from '../inspect/inspection.js';
import type { Row } from '../inspect/rows.js';
import type { Placed } from '../inspect/steps.js';

/** `error`: it does not work; `warning`: it is probably not meant; `note`: it is good to know. */
export type Level = 'error' | 'warning' | 'note';

export type RuleName =
  | 'refused-path'
  | 'other-grammar'
  | 'duplicate'
  | 'parameter-names'
  | 'possibly-shadowed'
  | 'backtracking'
  | 'error-arity'
  | 'late-middleware'
  | 'opaque';

export interface Finding {
  readonly rule: RuleName;
  readonly level: Level;
  /** The layer, by its place in the whole table. */
  readonly key: string;
  readonly methods: readonly string[];
  readonly path: string;
  readonly source: string | null;
  readonly message: string;
  /** What to write in its place. */
  readonly rewrite?: string;
}

/** The input of rules: every layer with its row, in the order in which they are tried. */
export interface Subject {
  readonly inspection: Inspection;
  /** The line of the Express that is installed beside the application; null if none is. */
  readonly installed: string | null;
  readonly entries: readonly Entry[];
}

export interface Entry extends Placed {
  readonly row: Row;
}

export type Rule = (subject: Subject) => Finding[];

/** A finding about a layer. */
export function finding(
  { row }: Entry,
  about: Pick<Finding, 'rule' | 'level' | 'message' | 'rewrite'>,
): Finding {
  const { key, methods, path, source } = row;
  return { ...about, key, methods, path, source };
}
