import { NodeResponse, originalRemoveHeader, originalSetHeader } from './originals.js';

/** What responses have in the place of Node's methods (prototype.ts); set when that is loaded. */
export const standIns: { setHeader: unknown; removeHeader: unknown } = {
  setHeader: undefined,
  removeHeader: undefined,
};

const node = NodeResponse.prototype;

/** Whether Node's responses have their own methods, which nobody has replaced. */
export function areNodesMethodsOriginal(): boolean {
  return node.setHeader === originalSetHeader && node.removeHeader === originalRemoveHeader;
}

/** Whether a response's `setHeader` is Node's or stands for it, so that nobody misses a call of it. */
export function isNodesSetHeader(setHeader: unknown): boolean {
  return setHeader === originalSetHeader || (setHeader === standIns.setHeader && areNodesMethodsOriginal());
}

export function isNodesRemoveHeader(removeHeader: unknown): boolean {
  return (
    removeHeader === originalRemoveHeader ||
    (removeHeader === standIns.removeHeader && areNodesMethodsOriginal())
  );
}
