import type { Node } from '../code/parser.js';
import { isNumeric, isText, propertyOf, stringOf, unwrap } from '../code/syntax.js';
import type { Visit } from '../code/visit.js';
import {
  callOn,
  type Draft,
  ifSure,
  insert,
  memberOn,
  movesTo,
  type RoleCall,
  rename,
  replace,
} from './move.js';

/** What has changed in responses from 4.x to 5.x. */
export const responseMoves = movesTo(
  '5',
  ofCalls(sendStatus),
  ofCalls(jsonStatus),
  ofCalls(redirect),
  ofCalls(location),
  ofCalls(sendfile),
  ofCalls(statusText),
  ofCalls(clearCookie),
  staticMime,
);

function ofCalls(find: (call: RoleCall, visit: Visit) => Draft | null) {
  return (visit: Visit): Draft | null => {
    const call = callOn(visit, 'response');
    return call && find(call, visit);
  };
}

function sendStatus(call: RoleCall, visit: Visit): Draft | null {
  const { name, args, node, sure, property } = call;
  if (name !== 'send') return null;
  if (args.length === 2) return splitStatus(call, visit, 'send-status');
  if (args.length !== 1 || !isNumeric(args[0])) return null;
  const message = 'sends the number as JSON with status 200 in Express 5, and not this status.';
  const rewrite = visit.file.textOf(node).replace(/\bsend(?=\s*\()/, 'sendStatus');
  return {
    rule: 'send-status',
    level: 'error',
    node,
    message,
    rewrite,
    ...ifSure(sure && isStatus(args[0]!, visit), rename(property, 'sendStatus')),
  };
}

/** Whether it is a status in any case: `error.status || 500` is, and `user || 404` may be a body. */
function isStatus(node: Node, visit: Visit): boolean {
  const inner = unwrap(node);
  if (inner.type !== 'LogicalExpression') return true;
  return /status|code/i.test(visit.file.textOf(inner.left));
}

function jsonStatus(call: RoleCall, visit: Visit): Draft | null {
  if (call.args.length !== 2 || (call.name !== 'json' && call.name !== 'jsonp')) return null;
  return splitStatus(call, visit, 'json-status');
}

/** `res.send(404, body)` and `res.send(body, 404)` */
function splitStatus(call: RoleCall, { file }: Visit, rule: 'send-status' | 'json-status'): Draft {
  const { name, args, object, property, node, sure } = call;
  const [first, second] = args as [typeof node, typeof node];
  const message = `takes one argument in Express 5, the body: the status is ignored, or sent as the body.`;
  if (!isNumeric(first) && !isNumeric(second)) {
    const rewrite = `${file.textOf(object)}.status(...).${name}(...)`;
    return { rule, level: 'error', node, message, rewrite };
  }
  // Of two numbers send takes the first for the status, json the second.
  const isFirst = isNumeric(first) && !(name !== 'send' && isNumeric(second));
  const [status, body] = isFirst ? [first, second] : [second, first];
  const rewrite = `${file.textOf(object)}.status(${file.textOf(status)}).${name}(${file.textOf(body)})`;
  const dropped =
    status === first ? { start: first.start, end: second.start } : { start: first.end, end: second.end };
  const calleeEnd = unwrap(node.callee).end;
  const edits = ifSure(
    sure,
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
  if (args.length === 2 && !isNumeric(first) && (isNumeric(second) || isText(first))) {
    const { file } = visit;
    const message = 'has the status behind the address, which Express 5 refuses.';
    const referrer = stringOf(first) === 'back' ? referrerOf(visit) : null;
    const [url, status] = [referrer?.text ?? file.textOf(first!), file.textOf(second!)];
    const rewrite = `${file.textOf(object)}.redirect(${status}, ${url})`;
    // The address stays where it is, as it may have to be edited itself.
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

/** `'back'` as the address. */
function toBack({ name, args, node, object, sure }: RoleCall, visit: Visit): Draft | null {
  const { file } = visit;
  const address = args.at(-1);
  if (stringOf(address) !== 'back') return null;
  const message = "leads to the address 'back' in Express 5, and not to where the request came from.";
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

/** What `'back'` stood for, by the name of the innermost request; not sure where it has none. */
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
  const advice = isAbsolute ? '' : '; it wants an absolute path, or the option root';
  const message = `is gone in Express 5: res.sendFile has its place${advice}.`;
  const rewrite = isAbsolute
    ? file.textOf(node).replace(/\bsendfile\b/, 'sendFile')
    : `res.sendFile(path.resolve(${path}))`;
  const edits = ifSure(sure && isAbsolute, rename(property, 'sendFile'));
  return { rule: 'removed-member', level: 'error', node, message, rewrite, ...edits };
}

function statusText({ name, args, node, sure }: RoleCall, { file }: Visit): Draft | null {
  const status = args.length === 1 && (name === 'status' || name === 'sendStatus') ? stringOf(args[0]) : null;
  if (status === null) return null;
  const message = 'gives a text, which Express 5 refuses: a status is a whole number.';
  const isNumber = /^[1-9]\d\d$/.test(status);
  const rewrite = file.textOf(node).replace(file.textOf(args[0]!), isNumber ? status : '...');
  const edits = ifSure(sure && isNumber, replace(args[0]!, status));
  return { rule: 'status-text', level: 'error', node, message, rewrite, ...edits };
}

function clearCookie({ name, args, node }: RoleCall): Draft | null {
  if (name !== 'clearCookie') return null;
  const options = ['maxAge', 'expires'].filter((option) => propertyOf(args[1], option) !== undefined);
  if (options.length === 0) return null;
  const message = `${options.join(' and ')} of res.clearCookie count no more in Express 5, which expires the cookie at once.`;
  return { rule: 'changed-option', level: 'note', node, message };
}

/** `express.static.mime` is read, not called: here for its neighbours. */
function staticMime(visit: Visit): Draft | null {
  const { node } = visit;
  if (node.type !== 'MemberExpression' || node.property.name !== 'mime') return null;
  const owner = memberOn({ ...visit, node: unwrap(node.object) }, 'express');
  if (owner?.name !== 'static') return null;
  const message =
    'is gone in Express 5: use the package mime-types, and setHeaders of express.static for types of your own.';
  return { rule: 'removed-member', level: 'error', node, message };
}
