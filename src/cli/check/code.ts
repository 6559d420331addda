import type { Deprecation } from '../inspect/deprecations.js';
import type { CodeFacts } from '../inspect/inspection.js';
import type { Place } from '../inspect/places.js';
import { pathCallOf, registeredIn } from './code/handlers.js';
import { textsOfFirst } from './code/literals.js';
import type { Edit, Node } from './code/parser.js';
import { isBefore, SourceFile } from './code/source-file.js';
import { memberOf, stringOf, unwrap } from './code/syntax.js';
import { visitFile } from './code/visit.js';
import type { Entry, Finding, Range, Subject } from './finding.js';
import { applicationMigrations, migrationsFrom3 } from './migrations/application.js';
import { destructured } from './migrations/destructured.js';
import type { Draft, Migration } from './migrations/migration.js';
import { promises, unreturned } from './migrations/promises.js';
import { requestMigrations } from './migrations/request.js';
import { responseMigrations, statusRange } from './migrations/response.js';
import { type Matching, matchingOf, reasonIn5, rewritePath } from './rewrite.js';
import type { RuleName } from './rules.js';

const MOVES: readonly Migration[] = [
  ...migrationsFrom3,
  ...applicationMigrations,
  ...requestMigrations,
  ...responseMigrations,
  destructured,
  unreturned,
  statusRange,
];

/** Checks the code of an application: adds findings, and edits for the findings about layers. */
export function readCode(
  code: CodeFacts,
  subjects: readonly Subject[],
  layers: readonly Finding[],
): Finding[] {
  const { inspection, target } = subjects[0]!;
  const entries = subjects.flatMap((subject) => subject.entries);
  const moves = code.catchesRejections ? MOVES : [...MOVES, promises];
  const files = code.files.flatMap((path) => SourceFile.read(path) ?? []);
  const found = files.flatMap((file) => [
    ...findInFile(file, entries, inspection.line, target, moves),
    ...(inspection.line === '5' ? findFailing(file, entries) : []),
  ]);
  const called = inspection.line < target && target === '5' ? describeCalls(code.deprecations, found) : [];
  return [...layers.map((finding) => withFix(finding, entries)), ...found, ...called];
}

/** What an application has to change in a file to migrate from one line of Express to another. */
export function findInFile(
  file: SourceFile,
  entries: readonly Entry[],
  from: string,
  to: string,
  moves: readonly Migration[] = MOVES,
): Finding[] {
  const findings: Finding[] = [];
  visitFile(file, registeredIn(file, entries), (visit) => {
    for (const move of moves) {
      const draft = move(visit, from, to);
      if (draft) findings.push(toFinding(file, draft));
    }
  });
  return findings;
}

/** Rules about calls that fail in 5.x, whichever version an application was written for. */
const FAILING: readonly RuleName[] = ['removed-member', 'req-param', 'redirect-order', 'vary-nothing'];

/** Calls of members that an application of 5.x does not have any more. */
function findFailing(file: SourceFile, entries: readonly Entry[]): Finding[] {
  return findInFile(file, entries, '4', '5').filter(({ rule }) => FAILING.includes(rule));
}

function toFinding(file: SourceFile, { node, title, edits, ...about }: Draft): Finding {
  return {
    ...about,
    ...(edits && !losesComment(file, edits) ? { fix: { file: file.path, edits } } : {}),
    key: '',
    methods: [],
    path: '',
    code: title ?? excerptOf(file, node),
    source: file.sourceOf(node),
    column: node.loc.start.column + 1,
    range: calledIn(node),
  };
}

/** Where engines place a call or an access: after its object, and before its arguments. */
function calledIn(node: Node): Range {
  const member = memberOf(unwrap(node.type === 'CallExpression' ? node.callee : node));
  if (member === null) return node.loc;
  return { start: member.object.loc.end, end: node.arguments?.[0]?.loc.start ?? node.loc.end };
}

/** Whether edits remove a comment, rather than move it. */
function losesComment({ comments }: SourceFile, edits: readonly Edit[]): boolean {
  return comments.some(({ text, start, end }) => {
    const isReplaced = edits.some((edit) => edit.start <= start && edit.end >= end);
    return isReplaced && !edits.some((edit) => edit.text.includes(text));
  });
}

const EXCERPT = 60;

/** The start of some code, on one line. */
function excerptOf(file: SourceFile, node: Node): string {
  const text = file.textOf(node).replace(/\s+/g, ' ');
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT - 3)}...` : text;
}

/** Deprecated calls at run time that are not found in the code: by another name, or in a package. */
function describeCalls(deprecations: readonly Deprecation[], found: readonly Finding[]): Finding[] {
  return deprecations.flatMap(({ message, place }) => {
    const [call = '', advice = ''] = message.split(/: (.*)/s);
    if (found.some((one) => isAt(one, place))) return [];
    const text = `was called, and was removed or changed in Express 5: ${advice || message}.`;
    return [
      {
        rule: ruleOf(call),
        level: 'error',
        key: '',
        methods: [],
        path: '',
        code: call,
        source: `${place.file}:${place.line}`,
        column: place.column + 1,
        message: text,
      },
    ];
  });
}

/** Whether a finding is about the code at a place. */
function isAt({ source, range }: Finding, place: Place): boolean {
  if (!range || source?.replace(/:\d+$/, '') !== place.file) return false;
  return !isBefore(place, range.start) && isBefore(place, range.end);
}

function ruleOf(call: string): RuleName {
  if (/^res\.send\(/.test(call)) return 'send-status';
  if (/^res\.jsonp?\(/.test(call)) return 'json-status';
  if (/^res\.redirect/.test(call)) return 'redirect-order';
  if (/^req\.param\(/.test(call)) return 'req-param';
  if (/"back"/.test(call)) return 'redirect-back';
  return /extended|clearCookie/.test(call) ? 'changed-option' : 'removed-member';
}

/** Adds the edit of a path to a finding about it, if the path is a literal in the registration. */
function withFix(finding: Finding, entries: readonly Entry[]): Finding {
  if (finding.rule !== 'refused-path' && finding.rule !== 'other-grammar') return finding;
  const entry = entries.find(({ key, row }) => key === finding.key && row.source === finding.source);
  const path = entry?.layer.source?.replace(/:\d+$/, '');
  const file = path === undefined ? null : SourceFile.read(path);
  const call = file && pathCallOf(file, entry!);
  if (!file || !call) return finding;
  const literals = textsOfFirst(file, call);
  const edits = entry!.layer.parts.flatMap(({ text, regexp }) => {
    return regexp || !isForeign(text) ? [] : [editOf(file, literals, text, matchingOf(entry!.layer))];
  });
  if (edits.length === 0 || edits.includes(null)) return finding;
  return { ...finding, fix: { file: file.path, edits: edits as Edit[] } };
}

/** A path of 4.x that 5.x does not accept. */
function isForeign(text: string): boolean {
  return reasonIn5(text) !== null || /\*(?=[A-Za-z_])/.test(text);
}

/** Null if the text is not a literal there. */
function editOf(file: SourceFile, literals: readonly Node[], text: string, matching: Matching): Edit | null {
  const literal = literals.find((one) => stringOf(one) === text);
  const rewritten = rewritePath(text, matching);
  if (!literal || !rewritten) return null;
  const quote = file.textOf(literal)[0]!;
  // Backslashes are escaped, and quotes must not end the string.
  const escaped = rewritten.path?.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
  const written = escaped === undefined ? rewritten.written : quote + escaped + quote;
  return { start: literal.start, end: literal.end, text: written };
}
