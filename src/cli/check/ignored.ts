import { Failure } from '../failure.js';
import { SourceFile } from './code/source-file.js';
import type { Finding } from './finding.js';
import { isRule, RULES, type RuleName } from './rules.js';

/** A comment such as `maglev-check-ignore regexp-only: the pattern is from a standard`. */
interface IgnoreComment {
  readonly rule: string;
  readonly reason: string;
  readonly line: number;
}

const COMMENT = /maglev-check-ignore\s+([\w-]+)\s*:?[ \t]*(.*)/g;

/** The findings that count: without those of ignored rules, and without those that a comment ignores. */
export function withoutIgnored(findings: readonly Finding[], rules: readonly string[]): Finding[] {
  for (const name of rules) requireRule(name);
  return findings.filter((finding) => !rules.includes(finding.rule) && !hasComment(finding));
}

function requireRule(name: string): void {
  if (isRule(name)) return;
  throw new Failure(
    `--ignore must be a rule, got ${JSON.stringify(name)}. The rules are ${Object.keys(RULES).join(', ')}.`,
  );
}

/** Whether the line of a finding, or the one above it, has a comment that ignores it, with a reason. */
function hasComment({ rule, source }: Finding): boolean {
  const [, path, line] = /^(.*):(\d+)$/.exec(source ?? '') ?? [];
  if (path === undefined) return false;
  return commentsIn(path).some((comment) => {
    const distance = Number(line) - comment.line;
    return comment.rule === rule && comment.reason !== '' && (distance === 0 || distance === 1);
  });
}

/** Comments that ignore nothing: without a known rule, or without a reason. */
export function findWrongComments(files: readonly string[]): Finding[] {
  return files.flatMap((path) => {
    return commentsIn(path).flatMap(({ rule, reason, line }): Finding[] => {
      if (isRule(rule) && reason !== '') return [];
      const message = isRule(rule)
        ? 'gives no reason, so it ignores nothing: write the reason after a colon.'
        : `does not name a rule, so it ignores nothing: the rules are ${Object.keys(RULES).join(', ')}.`;
      const about = { rule: 'ignore-comment' satisfies RuleName, level: 'warning' } as const;
      const code = `maglev-check-ignore ${rule}`;
      return [{ ...about, key: '', methods: [], path: '', code, source: `${path}:${line}`, message }];
    });
  });
}

/** Comments with the line on which each ends. */
function commentsIn(path: string): IgnoreComment[] {
  const file = SourceFile.read(path);
  if (file === null) return [];
  return file.comments.flatMap(({ text, end }) => {
    const found = [...text.matchAll(COMMENT)];
    if (found.length === 0) return [];
    const line = file.text.slice(0, end).split('\n').length;
    return found.map(([, rule = '', reason = '']) => ({ rule, reason: reason.trim(), line }));
  });
}
