import { STATUS_CODES } from 'node:http';
import { constantOf } from '../code/constants.js';
import type { Node } from '../code/parser.js';
import { isText, methodCallOf, numbersIn, propertyOf, stringOf, unwrap } from '../code/syntax.js';
import type { Visit } from '../code/visit.js';
import { mayHaveType } from './content-type.js';
import {
  callOn,
  type Draft,
  ifSure,
  insert,
  type Migration,
  memberOn,
  migrationsTo,
  type RoleCall,
  removalOf,
  rename,
  replace,
} from './migration.js';

/** Changes of responses from 4.x to 5.x. */
export const responseMigrations = migrationsTo(
  '5',
  ofCalls(sendStatus),
  ofCalls(jsonStatus),
  ofCalls(redirect),
  ofCalls(location),
  ofCalls(sendfile),
  ofCalls(statusText),
  ofCalls(clearCookie),
  ofCalls(vary),
  bound,
  staticMime,
);

function ofCalls(find: (call: RoleCall, visit: Visit) => Draft | null) {
  return (visit: Visit): Draft | null => {
    const call = callOn(visit, 'response');
    return call && find(call, visit);
  };
}

const SENT = 'sends the number as JSON with status 200 in Express 5, not this status.';
const ONE_ARGUMENT = 'takes one argument in Express 5, the body: the status is ignored, or sent as the body.';
const BACK = "goes to the URL 'back' in Express 5, not to where the request came from.";

/** The numbers that an expression may evaluate to; null if it may be something else. */
function numbersAt(node: Node | undefined, { parents }: Visit): readonly number[] | null {
  return numbersIn(node, (name) => constantOf(name, parents));
}

function isNumeric(node: Node | undefined, visit: Visit): boolean {
  return numbersAt(node, visit) !== null;
}

function sendStatus(call: RoleCall, visit: Visit): Draft | null {
  const { name, args, node, object, sure, property } = call;
  if (name !== 'send') return null;
  if (args.length === 2) return splitStatus(call, visit, 'send-status');
  const numbers = args.length === 1 ? numbersAt(args[0], visit) : null;
  if (numbers === null) return null;
  const { file } = visit;
  const about = { rule: 'send-status', level: 'error', node, message: SENT } as const;
  // In 4.x an existing type is kept, and sendStatus sets its own.
  if (mayHaveType(call, visit)) {
    const text = numbers.length === 1 ? JSON.stringify(STATUS_CODES[numbers[0]!] ?? '') : '...';
    return { ...about, rewrite: `${file.textOf(object)}.status(${file.textOf(args[0]!)}).send(${text})` };
  }
  const rewrite = file.textOf(node).replace(/\bsend(?=\s*\()/, 'sendStatus');
  // In 4.x the text of a status without a name is empty, and sendStatus sends the number.
  const isKnown = numbers.every((one) => STATUS_CODES[one] !== undefined);
  const isCertain = sure && isKnown && isStatus(args[0]!, visit);
  return { ...about, rewrite, ...ifSure(isCertain, rename(property, 'sendStatus')) };
}

/** Whether an expression is certainly a status: `error.status || 500` is, and `user || 404` may be a body. */
function isStatus(node: Node, { file, parents }: Visit): boolean {
  const inner = unwrap(constantOf(node, parents) ?? node);
  const isNamed = ({ type, left }: Node) => {
    return type !== 'LogicalExpression' || /status|code/i.test(file.textOf(left));
  };
  const choices = inner.type === 'ConditionalExpression' ? [inner.consequent, inner.alternate] : [inner];
  return choices.map(unwrap).every(isNamed);
}

function jsonStatus(call: RoleCall, visit: Visit): Draft | null {
  if (call.args.length !== 2 || (call.name !== 'json' && call.name !== 'jsonp')) return null;
  return splitStatus(call, visit, 'json-status');
}

/** `res.send(404, body)` and `res.send(body, 404)` */
function splitStatus(call: RoleCall, visit: Visit, rule: 'send-status' | 'json-status'): Draft {
  const { name, args, object, property, node, sure } = call;
  const { file } = visit;
  const [first, second] = args as [typeof node, typeof node];
  const message = ONE_ARGUMENT;
  if (!isNumeric(first, visit) && !isNumeric(second, visit)) {
    const rewrite = `${file.textOf(object)}.status(...).${name}(...)`;
    return { rule, level: 'error', node, message, rewrite };
  }
  const isCertain = (one: Node) => isNumeric(one, visit) && isStatus(one, visit);
  // Of two numbers, send uses the first as the status, json the second.
  const isFirst = !isNumeric(second, visit) || (name === 'send' && isCertain(first));
  const [status, body] = isFirst ? [first, second] : [second, first];
  const rewrite = `${file.textOf(object)}.status(${file.textOf(status)}).${name}(${file.textOf(body)})`;
  const dropped =
    status === first ? { start: first.start, end: second.start } : { start: first.end, end: second.end };
  const calleeEnd = unwrap(node.callee).end;
  const edits = ifSure(
    sure && isCertain(status) && (isCertain(body) || !isNumeric(body, visit)),
    rename(property, 'status'),
    insert(calleeEnd, `(${file.textOf(status)}).${name}`),
    replace(dropped, ''),
  );
  return { rule, level: 'error', node, message, rewrite, ...edits };
}

function redirect(call: RoleCall, visit: Visit): Draft | null {
  const { name, args, node, object, sure } = call;
  if (name !== 'redirect') return null;
  const [first, second] = args;
  if (args.length === 2 && !isNumeric(first, visit) && (isNumeric(second, visit) || isText(first))) {
    const { file } = visit;
    const message = 'has the status after the URL, which Express 5 rejects.';
    const referrer = stringOf(first) === 'back' ? referrerOf(visit) : null;
    const [url, status] = [referrer?.text ?? file.textOf(first!), file.textOf(second!)];
    const rewrite = `${file.textOf(object)}.redirect(${status}, ${url})`;
    // The URL stays in its place, because it may have to be edited itself.
    const edits = ifSure(
      sure && referrer?.sure !== false,
      insert(first!.start, `${status}, `),
      ...(referrer ? [replace(first!, referrer.text)] : []),
      replace({ start: first!.end, end: second!.end }, ''),
    );
    return { rule: 'redirect-order', level: 'error', node, message, rewrite, ...edits };
  }
  return toBack(call, visit);
}

function location(call: RoleCall, visit: Visit): Draft | null {
  return call.name === 'location' ? toBack(call, visit) : null;
}

/** `'back'` as the URL. */
function toBack({ name, args, node, object, sure }: RoleCall, visit: Visit): Draft | null {
  const { file } = visit;
  const address = args.at(-1);
  if (stringOf(address) !== 'back') return null;
  const message = BACK;
  const referrer = referrerOf(visit);
  const status = args.length === 2 ? `${file.textOf(args[0]!)}, ` : '';
  const rewrite = `${file.textOf(object)}.${name}(${status}${referrer.text})`;
  return {
    rule: 'redirect-back',
    level: 'error',
    node,
    message,
    rewrite,
    ...ifSure(sure && referrer.sure, replace(address!, referrer.text)),
  };
}

/** The expression for `'back'`, with the name of the innermost request; uncertain if it has none. */
function referrerOf({ roles }: Visit): { text: string; sure: boolean } {
  const found = [...roles].findLast(([, { role, sure }]) => role === 'request' && sure);
  return { text: `${found?.[0] ?? 'req'}.get('Referrer') || '/'`, sure: found !== undefined };
}

const ABSOLUTE =
  /^(?:__dirname|__filename)\b|^path\.(?:join|resolve)\(\s*__dirname\b|^path\.resolve\(|^(?:join|resolve)\(\s*__dirname\b/;

function sendfile({ name, args, node, property, sure }: RoleCall, { file }: Visit): Draft | null {
  if (name !== 'sendfile') return null;
  const path = args[0] ? file.textOf(args[0]) : '';
  const isAbsolute = ABSOLUTE.test(path) || propertyOf(args[1], 'root') !== undefined;
  const advice = isAbsolute ? '' : ', which requires an absolute path or the option root';
  const message = `was removed in Express 5; use res.sendFile${advice}.`;
  const rewrite = isAbsolute
    ? file.textOf(node).replace(/\bsendfile\b/, 'sendFile')
    : `res.sendFile(path.resolve(${path}))`;
  const edits = ifSure(sure && isAbsolute, rename(property, 'sendFile'));
  return { rule: 'removed-member', level: 'error', node, message, rewrite, ...edits };
}

function statusText({ name, args, node, sure }: RoleCall, { file }: Visit): Draft | null {
  const status = args.length === 1 && (name === 'status' || name === 'sendStatus') ? stringOf(args[0]) : null;
  if (status === null) return null;
  const message = 'passes a string, which Express 5 rejects: a status is an integer.';
  const isNumber = /^[1-9]\d\d$/.test(status);
  const rewrite = file.textOf(node).replace(file.textOf(args[0]!), isNumber ? status : '...');
  const edits = ifSure(sure && isNumber, replace(args[0]!, status));
  return { rule: 'status-text', level: 'error', node, message, rewrite, ...edits };
}

/** Numbers that are not a status, on any line. */
export const statusRange: Migration = (visit) => {
  const call = callOn(visit, 'response');
  const isStatus = call?.args.length === 1 && (call.name === 'status' || call.name === 'sendStatus');
  const wrong = isStatus ? numbersAt(call.args[0], visit)?.find((one) => !isValidStatus(one)) : undefined;
  if (wrong === undefined) return null;
  const message = `throws: ${wrong} is not a status, which is an integer from 100 to 999.`;
  return { rule: 'status-text', level: 'error', node: call!.node, message };
};

function isValidStatus(number: number): boolean {
  return Number.isInteger(number) && number >= 100 && number <= 999;
}

function vary({ name, args, node, object, sure }: RoleCall, { file, parents }: Visit): Draft | null {
  if (name !== 'vary' || (args.length > 0 && stringOf(args[0]) !== '')) return null;
  const message = 'has no effect in Express 4, and throws in Express 5: name a header, or remove the call.';
  const [block, parent] = parents.slice(-2) as [Node, Node];
  const isStatement =
    parent.type === 'ExpressionStatement' && /^(?:BlockStatement|Program)$/.test(block.type);
  const isChained = parent.type === 'MemberExpression';
  const removed = isStatement ? removalOf(parent, file.text) : { start: object.end, end: node.end };
  const edits = ifSure(sure && (isStatement || isChained), replace(removed, ''));
  return { rule: 'vary-nothing', level: 'error', node, message, ...edits };
}

function clearCookie({ name, args, node }: RoleCall): Draft | null {
  if (name !== 'clearCookie') return null;
  const options = ['maxAge', 'expires'].filter((option) => propertyOf(args[1], option) !== undefined);
  if (options.length === 0) return null;
  const message = `${options.join(' and ')} of res.clearCookie are ignored in Express 5, which expires the cookie immediately.`;
  return { rule: 'changed-option', level: 'note', node, message };
}

/** `res.send.bind(res, 404)`: reported only, because the caller may add arguments. */
function bound(visit: Visit): Draft | null {
  const { node, file } = visit;
  const call = methodCallOf(node);
  const method = call?.name === 'bind' ? memberOn({ ...visit, node: unwrap(call.object) }, 'response') : null;
  if (!call || !method || call.args.length !== 2) return null;
  const [first, response] = [call.args[1]!, file.textOf(method.object)];
  if (method.name === 'redirect' && stringOf(first) === 'back') {
    const rewrite = `() => ${response}.redirect(${referrerOf(visit).text})`;
    return { rule: 'redirect-back', level: 'error', node, message: BACK, rewrite };
  }
  if (!isNumeric(first, visit)) return null;
  const status = file.textOf(first);
  if (method.name === 'send') {
    const rewrite = `() => ${response}.sendStatus(${status})`;
    return { rule: 'send-status', level: 'error', node, message: SENT, rewrite };
  }
  if (method.name !== 'json' && method.name !== 'jsonp') return null;
  const rewrite = `(body) => ${response}.status(${status}).${method.name}(body)`;
  return { rule: 'json-status', level: 'error', node, message: ONE_ARGUMENT, rewrite };
}

/** `express.static.mime` is read, not called; it is here with the members around it. */
function staticMime(visit: Visit): Draft | null {
  const { node } = visit;
  if (node.type !== 'MemberExpression' || node.property.name !== 'mime') return null;
  const owner = memberOn({ ...visit, node: unwrap(node.object) }, 'express');
  if (owner?.name !== 'static') return null;
  const message =
    'was removed in Express 5; use the package mime-types, and the option setHeaders of express.static for your own types.';
  return { rule: 'removed-member', level: 'error', node, message };
}
