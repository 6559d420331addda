import type { Node } from '../code/parser.js';
import { childrenOf, isFunction, type MethodCall, methodCallOf, unwrap } from '../code/syntax.js';
import type { Migration } from './migration.js';

/** Handlers that may reject: before 5.x the rejection is unhandled; since 5.x the error handlers get it. */
export const promises: Migration = (visit, from, to) => {
  const { node, handler, isRegistered } = visit;
  if (!isRegistered || !handler!.direct || from >= '5') return null;
  if (!mayReject(node)) return null;
  const { methods, path } = handler!.entries[0]!.row;
  const title = `the handler of ${methods.join(',')} ${path}`;
  if (to >= '5') {
    const message =
      'may reject, which goes to the error handlers in Express 5; before, the request got no response and Node ended the process.';
    return { rule: 'uncaught-promise', level: 'note', node, title, message };
  }
  const message = `may reject, which Express ${to} does not handle: the request gets no response, and Node ends the process. Catch it and call next(error).`;
  return { rule: 'uncaught-promise', level: 'warning', node, title, message };
};

/** A chain of promises that a handler neither returns nor catches: no Express passes its rejection to the error handlers. */
export const unreturned: Migration = ({ node, handler }) => {
  const expression = handler && node.type === 'ExpressionStatement' ? withoutVoid(node.expression) : null;
  if (expression === null || !isUncaught(methodCallOf(expression))) return null;
  const message =
    'may reject, and is neither returned nor caught: the request gets no response, and Node ends the process. Add .catch(next).';
  return { rule: 'uncaught-promise', level: 'warning', node: expression, message };
};

function mayReject({ async, body }: Node): boolean {
  const isOpen = body.type !== 'BlockStatement' ? isOpenChain(body) : returnsOf(body).some(isOpenChain);
  return isOpen || (async && hasOpenAwait(body));
}

/** Whether something is awaited or thrown where nothing catches it. */
function hasOpenAwait(node: Node): boolean {
  if (isFunction(node)) return false;
  if (node.type === 'ThrowStatement') return true;
  if (node.type === 'AwaitExpression') return !isCaught(node.argument);
  if (node.type === 'ForOfStatement' && node.await) return true;
  if (node.type === 'TryStatement' && node.handler) {
    return hasOpenAwait(node.handler.body) || (node.finalizer !== null && hasOpenAwait(node.finalizer));
  }
  return childrenOf(node).some(hasOpenAwait);
}

/** `promise.then(...)` without a second function, and without `catch` at its end. */
function isOpenChain(node: Node): boolean {
  const call = methodCallOf(unwrap(node));
  return call?.name === 'then' && call.args.length === 1;
}

/** The same for a chain that may end with `finally`, without `catch` anywhere. */
function isUncaught(call: MethodCall | null): boolean {
  if (call?.name === 'finally') return isUncaught(methodCallOf(unwrap(call.object)));
  if (call?.name !== 'then' || call.args.length !== 1) return false;
  const before = methodCallOf(unwrap(call.object));
  const isPromise = before !== null && /^(?:then|catch|finally)$/.test(before.name);
  return !isPromise || isUncaught(before);
}

/** `void promise.then(...)` */
function withoutVoid(expression: Node): Node {
  const inner = unwrap(expression);
  return inner.type === 'UnaryExpression' && inner.operator === 'void' ? unwrap(inner.argument) : inner;
}

function isCaught(node: Node): boolean {
  const call = methodCallOf(unwrap(node));
  return call?.name === 'catch' || (call?.name === 'then' && call.args.length === 2);
}

function returnsOf(node: Node): Node[] {
  if (isFunction(node)) return [];
  const own = node.type === 'ReturnStatement' && node.argument ? [node.argument] : [];
  return [...own, ...childrenOf(node).flatMap(returnsOf)];
}
