import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { Failure, messageOf } from '../failure.js';
import type { Finding } from './finding.js';
import { titleOf } from './text.js';

/** A known finding, without its line, which changes with every edit above it. */
interface KnownFinding {
  readonly rule: string;
  /** Relative to the file of the baseline, with slashes. */
  readonly file: string;
  readonly about: string;
}

interface BaselineFile {
  readonly maglev: 'check baseline';
  readonly findings: readonly KnownFinding[];
}

export interface Compared {
  /** Not in the baseline. */
  readonly findings: readonly Finding[];
  /** How many are in it. */
  readonly known: number;
  /** How many of them are no longer found. */
  readonly gone: number;
}

/** The findings that are not in a baseline. Repeated findings count as often as they are in it. */
export function compareWithBaseline(path: string, findings: readonly Finding[]): Compared {
  const left = readBaseline(path).map(textOf);
  const isNew = (finding: Finding): boolean => {
    const at = left.indexOf(textOf(knownOf(finding, path)));
    if (at === -1) return true;
    left.splice(at, 1);
    return false;
  };
  const fresh = findings.filter(isNew);
  return { findings: fresh, known: findings.length - fresh.length, gone: left.length };
}

export function writeBaseline(path: string, findings: readonly Finding[]): void {
  const known = findings.map((finding) => knownOf(finding, path));
  known.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
  const content: BaselineFile = { maglev: 'check baseline', findings: known };
  try {
    writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
  } catch (error) {
    throw new Failure(`Cannot write the baseline: ${messageOf(error)}`);
  }
}

function readBaseline(path: string): readonly KnownFinding[] {
  let content: Partial<BaselineFile> | null;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error: any) {
    if (error.code !== 'ENOENT') throw new Failure(`Cannot read the baseline ${path}: ${messageOf(error)}`);
    throw new Failure(`Baseline not found: ${path}; create it with --update-baseline.`);
  }
  if (content?.maglev === 'check baseline' && Array.isArray(content.findings)) return content.findings;
  throw new Failure(`${path} is not a maglev check baseline; create one with --update-baseline.`);
}

function knownOf(finding: Finding, path: string): KnownFinding {
  const file = finding.source?.replace(/:\d+$/, '') ?? '';
  const from = dirname(resolve(path));
  return {
    rule: finding.rule,
    file: file && relative(from, file).replaceAll('\\', '/'),
    about: titleOf(finding),
  };
}

function textOf({ rule, file, about }: KnownFinding): string {
  return JSON.stringify([file, rule, about]);
}
