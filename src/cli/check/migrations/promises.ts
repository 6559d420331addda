import type { Node } from '../code/parser.js';
import { childrenOf, isFunction, methodCallOf, unwrap } from '../code/syntax.js';
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

function mayReject({ async, body }: Node): boolean {
  if (async) return hasOpenAwait(body);
  if (body.type !== 'BlockStatement') return isOpenChain(body);
  return returnsOf(body).some(isOpenChain);
}

/** Whether something is awaited where nothing catches it. */
function hasOpenAwait(node: Node): boolean {
  if (isFunction(node)) return false;
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

function isCaught(node: Node): boolean {
  const call = methodCallOf(unwrap(node));
  return call?.name === 'catch' || (call?.name === 'then' && call.args.length === 2);
}

function returnsOf(node: Node): Node[] {
  if (isFunction(node)) return [];
  const own = node.type === 'ReturnStatement' && node.argument ? [node.argument] : [];
  return [...own, ...childrenOf(node).flatMap(returnsOf)];
}
