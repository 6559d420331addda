import { NodeMessage, NodeResponse, originalRemoveHeader, originalSetHeader } from './originals.js';

/** What responses have in the place of Node's methods (prototype.ts); set when that is loaded. */
export const standIns: { setHeader: unknown; removeHeader: unknown } = {
  setHeader: undefined,
  removeHeader: undefined,
};

const node: any = NodeResponse.prototype;
/** As they are when maglev is loaded. */
export const { setHeader: loadedSetHeader, removeHeader: loadedRemoveHeader } = node;

/**
 * Whether they are Node's, as far as that can be told without its sources, which would take milliseconds: the symbol that they use
 * is in their text. Those who write headers past them know for certain (originals.ts).
 */
export function areMethodsOfNode(): boolean {
  return isMethodOfNode('setHeader', loadedSetHeader) && isMethodOfNode('removeHeader', loadedRemoveHeader);
}

function isMethodOfNode(name: 'setHeader' | 'removeHeader', method: unknown): boolean {
  const isOfMessages = !Object.hasOwn(node, name) && NodeMessage.prototype[name] === method;
  return isOfMessages && String(method).includes('[kOutHeaders]');
}

/** Whether nobody has replaced the methods of Node's responses since maglev was loaded. */
export function areMethodsAsLoaded(): boolean {
  return node.setHeader === loadedSetHeader && node.removeHeader === loadedRemoveHeader;
}

/**
 * Whether a response's `setHeader` is Node's or stands for it, so that nobody misses a call of it. Node's may have been replaced
 * since the request came.
 */
export function isNodesSetHeader(setHeader: unknown): boolean {
  if (setHeader === originalSetHeader) return true;
  return setHeader === standIns.setHeader && node.setHeader === originalSetHeader;
}

export function isNodesRemoveHeader(removeHeader: unknown): boolean {
  if (removeHeader === originalRemoveHeader) return true;
  return removeHeader === standIns.removeHeader && node.removeHeader === originalRemoveHeader;
}
