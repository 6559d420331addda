/**
 * What responses have in the place of Node's `setHeader` and `removeHeader`. Applications set a dozen headers for an answer, which
 * takes Node a tenth of the time of it: it checks name and value each time, and since Node 24 asks the server how strictly. Here a
 * name is checked by Node once, and a text of ASCII characters is a valid value however strict Node is. All other calls are Node's,
 * and all of them are if somebody has replaced its method or the prototype that it is inherited from.
 */
import { ServerResponse } from 'node:http';
import { Memo, ownText } from '../memo.js';
import { dropHeader, headersOf } from './head.js';
import { originalRemoveHeader, originalSetHeader } from './originals.js';
import { addStandIn } from './stand-in.js';

/** Makes a line's prototype of responses. By `super`, what it inherits is found anew in each call. */
export function createResponsePrototype(): any {
  const prototype: any = {
    __proto__: ServerResponse.prototype,
    setHeader(name: string, value: unknown): unknown {
      const inherited = super.setHeader;
      if (inherited === originalSetHeader && setQuickly(this, name, value)) return this;
      const result = inherited.call(this, name, value);
      if (inherited === originalSetHeader) keepName(name);
      return result;
    },
    removeHeader(name: string): unknown {
      const inherited = super.removeHeader;
      if (inherited === originalRemoveHeader && removeQuickly(this, name)) return undefined;
      return inherited.call(this, name);
    },
    inheritedSetHeader(): unknown {
      return super.setHeader;
    },
    inheritedRemoveHeader(): unknown {
      return super.removeHeader;
    },
  };
  const { setHeader, removeHeader, inheritedSetHeader, inheritedRemoveHeader } = prototype;
  addStandIn(setHeader, inheritedSetHeader);
  addStandIn(removeHeader, inheritedRemoveHeader);
  delete prototype.inheritedSetHeader;
  delete prototype.inheritedRemoveHeader;
  // Not enumerable: those who list the members see Express's.
  Object.defineProperty(prototype, 'setHeader', { enumerable: false });
  Object.defineProperty(prototype, 'removeHeader', { enumerable: false });
  return prototype;
}

/** Valid names, and what they are in lower case. */
const keys = new Memo<string>(128);
const notAscii = /[^\t\x20-\x7e]/;

/** Sets a header if its name is known and its value certainly valid; false if not. */
function setQuickly(res: any, name: string, value: unknown): boolean {
  const key = keys.get(name);
  if (key === undefined || !isValid(value)) return false;
  const head = headersOf(res);
  if (head === null) return false;
  head[key] = [name, value];
  return true;
}

function isValid(value: unknown): boolean {
  return typeof value === 'string' ? !notAscii.test(value) : typeof value === 'number';
}

/** Called with names that Node has accepted. */
function keepName(name: string): void {
  const own = keys.get(name) === undefined ? ownText(name) : null;
  if (own !== null) keys.set(own, own.toLowerCase());
}

/** Node notes that these were removed. And a response that loses its type loses its length as well. */
const LEFT_TO_NODE = new Set(['connection', 'content-length', 'content-type', 'date', 'transfer-encoding']);

function removeQuickly(res: any, name: unknown): boolean {
  const key = typeof name === 'string' ? name.toLowerCase() : '';
  return !LEFT_TO_NODE.has(key) && dropHeader(res, key);
}
