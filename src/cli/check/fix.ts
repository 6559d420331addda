import { isUtf8 } from 'node:buffer';
import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs';
import { Failure, messageOf } from '../failure.js';
import { type Edit, edit, parse } from './code/parser.js';
import { SourceFile } from './code/source-file.js';
import type { Finding } from './finding.js';

/** A file to change, and its edits. */
export interface Change {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** In the order of the text, without overlaps. */
  readonly edits: readonly Edit[];
}

export interface Plan {
  readonly changes: readonly Change[];
  readonly fixed: readonly Finding[];
  readonly left: readonly Finding[];
  /** Files that their changes would break, which is a bug in maglev. */
  readonly failures: readonly FailedChange[];
}

export interface FailedChange {
  readonly file: string;
  readonly message: string;
}

/** Compiled files: the next compilation would undo a fix. */
const COMPILED = /^\/\/[#@] sourceMappingURL=/m;

/** The fixes that are certain. */
export function planFixes(all: readonly Finding[]): Plan {
  const findings = withoutVainFixes(all);
  const taken = new Map<string, Edit[]>();
  const fixed = findings.filter(({ fix }) => {
    if (!fix) return false;
    const edits = taken.get(fix.file) ?? [];
    const added = fix.edits.filter((one) => !edits.some((other) => isSame(one, other)));
    const isFree = added.every((one) => !edits.some((other) => overlaps(one, other)));
    if (isFree) taken.set(fix.file, [...edits, ...added]);
    return isFree;
  });
  const tried = [...taken].map(([file, edits]) => tryChange(file, edits));
  const changes = tried.filter((one) => 'after' in one);
  const failures = tried.filter((one) => 'message' in one);
  const done = new Set(fixed.filter(({ fix }) => changes.some(({ file }) => file === fix!.file)));
  const left = findings
    .filter((one) => !done.has(one))
    .map((one) => {
      return failures.some(({ file }) => file === one.fix?.file) ? withoutFix(one) : one;
    });
  return { changes, fixed: [...done], left, failures };
}

/** Drops fixes of files that must not be changed: compiled files, encodings that would change when written, read-only files. */
export function withoutVainFixes(findings: readonly Finding[]): Finding[] {
  const files = new Set(findings.flatMap(({ fix }) => fix?.file ?? []));
  const kept = new Set([...files].filter(isWritable));
  return findings.map((one) => (one.fix && !kept.has(one.fix.file) ? withoutFix(one) : one));
}

function withoutFix({ fix, ...finding }: Finding): Finding {
  return finding;
}

function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    const bytes = readFileSync(file);
    return isUtf8(bytes) && !COMPILED.test(String(bytes));
  } catch {
    return false;
  }
}

function tryChange(file: string, edits: readonly Edit[]): Change | FailedChange {
  try {
    const before = SourceFile.read(file)!.text;
    const ordered = edits.toSorted((a, b) => a.start - b.start);
    const after = edit(before, ordered);
    // A fixed file that cannot be parsed is a bug in maglev.
    parse(after, file);
    return { file, before, after, edits: ordered };
  } catch (error) {
    return { file, message: messageOf(error) };
  }
}

/** Writes all files or, if one has changed in the meantime, none. */
export function writeChanges(changes: readonly Change[]): void {
  try {
    const changed = changes.find(({ file, before }) => readFileSync(file, 'utf8') !== before);
    if (changed)
      throw new Failure(`${changed.file} changed while it was being checked: no file was written.`);
    for (const { file, after } of changes) writeFileSync(file, after);
    SourceFile.forget();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`Cannot write the changes: ${messageOf(error)}`);
  }
}

function isSame(a: Edit, b: Edit): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}

function overlaps(a: Edit, b: Edit): boolean {
  return a.start < b.end && b.start < a.end;
}
