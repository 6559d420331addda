import { isAssignedAnywhere } from '../code/constants.js';
import type { Node } from '../code/parser.js';
import { roleOf } from '../code/roles.js';
import { memberOf, nameOfBinding, stringOf, unwrap } from '../code/syntax.js';
import type { HandlerUse, Visit } from '../code/visit.js';
import { isRequiredGroup } from '../regexp/required.js';
import { reasonIn5, rewritePath } from '../rewrite.js';
import { callOn, type Draft, ifSure, insert, memberOn, migrationsTo, rename, replace } from './migration.js';

/** Changes of requests from 4.x to 5.x. */
export const requestMigrations = migrationsTo(
  '5',
  param,
  host,
  plurals,
  queryAssignment,
  queryChange,
  nestedQuery,
  prototype,
  numbered,
);

function param(visit: Visit): Draft | null {
  const call = callOn(visit, 'request');
  if (call?.name !== 'param' || call.args.length === 0) return null;
  const { node, object, args, sure } = call;
  const { file, handler } = visit;
  const message = 'was removed in Express 5; use req.params, req.body or req.query.';
  const name = stringOf(args[0]);
  const request = file.textOf(object);
  const at = name !== null && /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${file.textOf(args[0]!)}]`;
  if (name !== null && isInEveryPath(handler, name)) {
    const rewrite = `${request}.params${at}`;
    return {
      rule: 'req-param',
      level: 'error',
      node,
      message,
      rewrite,
      ...ifSure(sure, replace(node, rewrite)),
    };
  }
  const rewrite = `${request}.params${at}, ${request}.body${at} or ${request}.query${at}`;
  return { rule: 'req-param', level: 'error', node, message, rewrite };
}

/** Whether all routes of a handler have a parameter of this name, which takes precedence over body and query. */
function isInEveryPath(handler: HandlerUse | null, name: string): boolean {
  if (handler === null) return false;
  // With or without its own pattern, but not optional.
  const required = new RegExp(`:${name}(?:\\([^)]*\\)(?![?*])|(?![\\w?*(]))`);
  return handler.entries.every(({ layer }) => {
    if (layer.methods === null) return false;
    return layer.parts.every(({ text, regexp }) => {
      return regexp ? isRequiredGroup(text, name) : required.test(text.replace(OPTIONAL_IN_5, ''));
    });
  });
}

/** Braces of 5.x. */
const OPTIONAL_IN_5 = /\{[^}]*\}/g;

function host(visit: Visit): Draft | null {
  const member = memberOn(visit, 'request');
  if (member?.name !== 'host' || isAssigned(visit)) return null;
  const { node, file } = visit;
  const message = 'includes the port in Express 5.';
  const rewrite = `${file.textOf(member.object)}.hostname`;
  return {
    rule: 'req-host',
    level: 'warning',
    node,
    message,
    rewrite,
    ...ifSure(member.sure, rename(member.property, 'hostname')),
  };
}

const PLURALS: Readonly<Record<string, string>> = {
  acceptsCharset: 'acceptsCharsets',
  acceptsEncoding: 'acceptsEncodings',
  acceptsLanguage: 'acceptsLanguages',
};

function plurals(visit: Visit): Draft | null {
  const call = callOn(visit, 'request');
  const plural = call && Object.hasOwn(PLURALS, call.name) ? PLURALS[call.name]! : null;
  if (plural === null) return null;
  const { node, name, property, sure } = call!;
  const message = `was removed in Express 5; use req.${plural}.`;
  const rewrite = visit.file.textOf(node).replace(name, plural);
  return {
    rule: 'removed-member',
    level: 'error',
    node,
    message,
    rewrite,
    ...ifSure(sure, rename(property, plural)),
  };
}

function queryAssignment(visit: Visit): Draft | null {
  const member = memberOn(visit, 'request');
  if (member?.name !== 'query' || !isAssigned(visit)) return null;
  const { file, parents } = visit;
  const assignment = parents.at(-1)!;
  const message =
    'has no effect in Express 5, and throws in strict mode: req.query is parsed again each time.';
  const { left, right, operator } = assignment;
  const [before, after] = [
    `Object.defineProperty(${file.textOf(member.object)}, 'query', { value: `,
    ', configurable: true, enumerable: true, writable: true })',
  ];
  // As an expression it would have another value.
  const isStatement = parents.at(-2)?.type === 'ExpressionStatement' && operator === '=';
  // The value is kept, because it may have to be edited itself.
  const edits = [replace({ start: left.start, end: right.start }, before), insert(right.end, after)];
  return {
    rule: 'query-assignment',
    level: 'error',
    node: assignment,
    message,
    rewrite: `${before}${file.textOf(right)}${after}`,
    ...ifSure(member.sure && isStatement, ...edits),
  };
}

/** `req.query.page = 1`, `delete req.query.page`: reported without a fix, because other code may read it. */
function queryChange(visit: Visit): Draft | null {
  const { node, file, parents } = visit;
  if (node.type !== 'MemberExpression' || !isChanged(visit)) return null;
  let owner = unwrap(node.object);
  while (owner.type === 'MemberExpression' && memberOf(owner)?.name !== 'query') owner = unwrap(owner.object);
  const query = memberOn({ ...visit, node: owner }, 'request');
  if (query?.name !== 'query' || KEPT.test(file.text)) return null;
  const message = 'has no effect in Express 5, where req.query is parsed again each time.';
  const request = file.textOf(query.object);
  const rewrite = `Object.defineProperty(${request}, 'query', { value: ${request}.query, configurable: true, enumerable: true, writable: true }) before it`;
  return { rule: 'query-assignment', level: 'error', node: parents.at(-1)!, message, rewrite };
}

/** Code that defines it as a property can change it. */
const KEPT = /defineProperty\(\s*[\w.]+,\s*['"`]query['"`]/;

/** Whether the visited node is the target of an assignment. */
function isAssigned({ node, parents }: Visit): boolean {
  const parent = parents.at(-1);
  return parent?.type === 'AssignmentExpression' && parent.left === node;
}

/** Members of strings and arrays, which a query that is not nested consists of. */
const OF_PLAIN = /^(?:length|constructor|toString|valueOf)$/;

/** `req.query.filter.name` */
function nestedQuery(visit: Visit): Draft | null {
  const { node, parents } = visit;
  const outer = memberOf(node);
  const value = outer && memberOf(unwrap(outer.object));
  if (!outer || !value || OF_PLAIN.test(outer.name) || /^\d+$/.test(outer.name)) return null;
  const query = memberOn({ ...visit, node: unwrap(value.object) }, 'request');
  const parent = parents.at(-1)!;
  if (query?.name !== 'query' || (parent.type === 'CallExpression' && parent.callee === node)) return null;
  const message =
    "is parsed from ?a[b]=1, which Express 5 does not parse by default: use app.set('query parser', 'extended').";
  return { rule: 'nested-query', level: 'warning', node, message };
}

/** `req.params.hasOwnProperty(name)` */
function prototype(visit: Visit): Draft | null {
  const { node, file } = visit;
  if (node.type !== 'CallExpression') return null;
  const method = memberOf(node.callee);
  const owner = method && memberOn({ ...visit, node: unwrap(method.object) }, 'request');
  if (method?.name !== 'hasOwnProperty' || !owner || !/^(?:params|query)$/.test(owner.name)) return null;
  const message = `throws in Express 5, where req.${owner.name} has no prototype.`;
  const [name] = node.arguments;
  const rewrite = `Object.hasOwn(${file.textOf(method.object)}, ${name ? file.textOf(name) : ''})`;
  const edits = name && [
    insert(node.start, 'Object.hasOwn('),
    replace({ start: method.object.end, end: name.start }, ', '),
  ];
  return {
    rule: 'params-prototype',
    level: 'error',
    node,
    message,
    rewrite,
    ...(edits && ifSure(owner.sure, ...edits)),
  };
}

/** `req.params[0]`, also under another name. */
function numbered(visit: Visit): Draft | null {
  const { node, file, handler, roles } = visit;
  const member = memberOf(node);
  const params = member && roleOf(member.object, roles);
  if (!member || params?.role !== 'params' || !/^\d+$/.test(member.name)) return null;
  const moved = handler && movedParameter(handler, Number(member.name));
  if (handler !== null && moved === null) return null;
  const owner = file.textOf(member.object);
  const about = { rule: 'numbered-parameter', level: 'error', node, message: NUMBERED } as const;
  if (!moved || moved === 'unclear') {
    return { ...about, rewrite: `${owner}.splat.join('/'), with the name of the wildcard` };
  }
  const value = valueOfMoved(moved, owner);
  const rewrite = moved.whole && !isAlone(visit) ? `(${value})` : value;
  const isCertain = params.sure && isValue(visit) && !isReplaced(visit, member.object);
  return { ...about, rewrite, ...ifSure(isCertain, replace(node, rewrite)) };
}

export const NUMBERED =
  'was removed in Express 5, where a wildcard has a name, and its value is an array of segments.';

/** The expression in 5.x for a numbered parameter that has this name now. */
export function valueOfMoved({ name, whole }: Moved, params: string): string {
  const joined = `(${params}.${name} || []).join('/')`;
  return whole ? `'/' + ${joined}` : joined;
}

/** Whether a variable is assigned another value. */
function isReplaced({ file }: Visit, expression: Node): boolean {
  const name = nameOfBinding(unwrap(expression));
  return name !== null && isAssignedAnywhere(file.program, name);
}

/** Whether an expression is assigned or deleted. */
function isChanged(visit: Visit): boolean {
  const { type, operator } = visit.parents.at(-1)!;
  return isAssigned(visit) || type === 'UpdateExpression' || operator === 'delete';
}

/** Whether an expression is only read, and may be put in parentheses. */
function isValue(visit: Visit): boolean {
  const { node, parents } = visit;
  if (isChanged(visit)) return false;
  // At the start of a statement, parentheses could be parsed as a call of the expression on the line above.
  return !parents.some((one) => one.type === 'ExpressionStatement' && one.start === node.start);
}

/** Whether an expression needs no parentheses: as an argument, or as a returned value. */
function isAlone({ node, parents }: Visit): boolean {
  const { type, arguments: args } = parents.at(-1)!;
  if (args?.includes(node)) return true;
  return type === 'VariableDeclarator' || type === 'ReturnStatement' || type === 'ArrowFunctionExpression';
}

export interface Moved {
  readonly name: string;
  /** The path `*` of 4.x includes the slash. */
  readonly whole: boolean;
}

/** The new name of a numbered parameter in all paths of a handler; null if it stays numbered. */
export function movedParameter({ entries }: HandlerUse, number: number): Moved | 'unclear' | null {
  const parts = entries.flatMap(({ layer }) => layer.parts);
  const moved = parts.map(({ text, regexp }) => {
    if (regexp) return null;
    const named = [...text.matchAll(NAMED_WILDCARD)].map(([, name]) => name!);
    if (named.length > 0) return describeMoved(named, text, number);
    const rewritten = reasonIn5(text) === null ? null : rewritePath(text);
    return rewritten && rewritten.path !== null ? describeMoved(rewritten.numbered, text, number) : null;
  });
  if (moved.every((one) => one === null)) return null;
  const [first] = moved;
  const isSame = (one: (typeof moved)[number]) => JSON.stringify(one) === JSON.stringify(first);
  return first && moved.every(isSame) ? first : 'unclear';
}

/** In the grammar of 5.x. */
const NAMED_WILDCARD = /(?<=[{/])\*([A-Za-z_]\w*)/g;

function describeMoved(names: readonly (string | null)[], text: string, number: number): Moved | 'unclear' {
  const name = names[number] ?? null;
  return name === null ? 'unclear' : { name, whole: text === '*' };
}
