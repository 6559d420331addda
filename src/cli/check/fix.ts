import { isUtf8 } from 'node:buffer';
import { readFileSync, writeFileSync } from 'node:fs';
import { Failure, messageOf } from '../failure.js';
import { type Edit, edit, parse } from './code/parser.js';
import { SourceFile } from './code/source-file.js';
import type { Finding } from './finding.js';

/** A file that is to be changed, and how. */
export interface Change {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** In the order of the text, none overlapping. */
  readonly edits: readonly Edit[];
}

export interface Plan {
  readonly changes: readonly Change[];
  readonly fixed: readonly Finding[];
  readonly left: readonly Finding[];
}

/** Compiled files are written by a compiler, which would undo it. */
const COMPILED = /^\/\/[#@] sourceMappingURL=/m;

/** What of some findings can be mended with certainty, and how. */
export function planFixes(findings: readonly Finding[]): Plan {
  const taken = new Map<string, Edit[]>();
  const fixed = findings.filter(({ fix }) => {
    if (!fix) return false;
    const edits = taken.get(fix.file) ?? [];
    const added = fix.edits.filter((one) => !edits.some((other) => isSame(one, other)));
    const isFree = added.every((one) => !edits.some((other) => overlaps(one, other)));
    if (isFree) taken.set(fix.file, [...edits, ...added]);
    return isFree;
  });
  const changes = [...taken].flatMap(([file, edits]) => changeOf(file, edits) ?? []);
  const isChanged = ({ fix }: Finding) => changes.some(({ file }) => file === fix!.file);
  const done = new Set(fixed.filter(isChanged));
  return { changes, fixed: [...done], left: findings.filter((one) => !done.has(one)) };
}

/** Null if the file is not to be touched: it is compiled, or in an encoding that would be written otherwise. */
function changeOf(file: string, edits: readonly Edit[]): Change | null {
  const before = SourceFile.read(file)!.text;
  if (COMPILED.test(before) || !isUtf8(readFileSync(file))) return null;
  const ordered = edits.toSorted((a, b) => a.start - b.start);
  const after = edit(before, ordered);
  // What cannot be read afterwards is a mistake of ours.
  parse(after, file);
  return { file, before, after, edits: ordered };
}

/** Writes all files or, if one has changed meanwhile, none. */
export function writeChanges(changes: readonly Change[]): void {
  try {
    const changed = changes.find(({ file, before }) => readFileSync(file, 'utf8') !== before);
    if (changed) throw new Failure(`${changed.file} has changed while it was checked: nothing is written.`);
    for (const { file, after } of changes) writeFileSync(file, after);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`The changes cannot be written: ${messageOf(error)}`);
  }
}

function isSame(a: Edit, b: Edit): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}

function overlaps(a: Edit, b: Edit): boolean {
  return a.start < b.end && b.start < a.end;
}
