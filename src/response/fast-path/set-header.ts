/**
 * Replaces `setHeader` and `removeHeader` of responses. Some applications set a dozen headers per response, which takes 10 % of Node's
 * time: it checks the name and the value each time, and since Node 24 also reads the server's option for these checks. With the
 * replacements, Node checks each name once. Printable ASCII is a valid value with any option; all other values are passed to Node. The
 * replacements are uninstalled as long as Node's methods are patched, so that a patch sees every call.
 */
import { memberOf } from '../../member.js';
import { ownText } from '../../memo.js';
import { isFastPathEnabled } from '../../node-internals.js';
import { kReplacesNode } from '../../symbols.js';
import { flat } from './beginning.js';
import { canUseHead, countNodeHeader, dropHeaders, headersOf } from './head.js';
import {
  areMethodsAsLoaded,
  areMethodsOfNode,
  loadedRemoveHeader,
  loadedSetHeader,
  NodeResponse,
  pristineRemoveHeader,
  pristineSetHeader,
  replacements,
} from './pristine.js';

/**
 * Holds the replacements. It is between Node's prototype and those of the lines, which have the same own members as in Express. It
 * exists from the start, because V8 makes all responses slower if their prototypes change.
 */
const replacingPrototype: any = Object.create(NodeResponse.prototype, { [kReplacesNode]: { value: true } });

/** False if Node's methods were patched before maglev was loaded. */
const canReplace = isFastPathEnabled && areMethodsOfNode();

/** Creates a line's prototype of responses. */
export function createResponsePrototype(): any {
  return Object.create(canReplace ? replacingPrototype : NodeResponse.prototype);
}

let areInstalled = false;
const METHODS = ['setHeader', 'removeHeader'] as const;

/**
 * Called for each request: uninstalls the replacements if Node's methods are patched, or if the self-test of `head.ts` has failed. Until
 * the self-test has run, they are installed but call Node's methods. Installing them later would make V8 do a full lookup for each
 * symbol that Node sets on a new response, which takes 10 % of the time of a short response.
 */
export function updateReplacements(): void {
  const canInstall = canReplace && canUseHead() && areMethodsAsLoaded();
  if (canInstall === areInstalled) return;
  if (canInstall) install();
  else uninstall();
}

function install(): void {
  areInstalled = true;
  for (const method of METHODS) {
    // Not assigned, because that throws if Node's prototype is frozen.
    if (!Object.hasOwn(replacingPrototype, method))
      Object.defineProperty(replacingPrototype, method, memberOf(replacements[method]));
  }
}

function uninstall(): void {
  areInstalled = false;
  // Others may have put their own methods here, instead of on Node's prototype.
  for (const method of METHODS)
    if (replacingPrototype[method] === replacements[method]) delete replacingPrototype[method];
}

/** Whether a response still has our replacement although Node's method has been patched since the request arrived. */
function isOutdated(res: any, method: 'setHeader' | 'removeHeader'): boolean {
  if (!areInstalled || areMethodsAsLoaded()) return false;
  const isFound = res?.[method] === replacements[method];
  uninstall();
  return isFound;
}

const notPrintable = /[^\t\x20-\x7e]/;

function setHeader(this: any, name: string, value: unknown): unknown {
  if (isOutdated(this, 'setHeader')) return this.setHeader(name, value);
  const known = knownHeader(name);
  const isConstant = known?.isConstant(value) === true;
  if (!isConstant && !isPlain(value)) return loadedSetHeader.call(this, name, value);
  const head = known === undefined || loadedSetHeader !== pristineSetHeader ? null : headersOf(this);
  if (head !== null) {
    head[known!.key] = [name, value];
    return this;
  }
  const result = loadedSetHeader.call(this, name, value);
  countNodeHeader();
  if (known === undefined) rememberHeader(name, value);
  return result;
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' ? !notPrintable.test(value) : typeof value === 'number';
}

/** Node keeps track of the removal of these headers. Content-Type is removed together with the length, so there is nothing to gain. */
const LEFT_TO_NODE = new Set(['connection', 'content-length', 'content-type', 'date', 'transfer-encoding']);

function removeHeader(this: any, name: string): unknown {
  if (isOutdated(this, 'removeHeader')) return this.removeHeader(name);
  const key = typeof name === 'string' ? name.toLowerCase() : '';
  const isPristine = loadedRemoveHeader === pristineRemoveHeader;
  if (isPristine && !LEFT_TO_NODE.has(key) && dropHeaders(this, [key])) return undefined;
  return loadedRemoveHeader.call(this, name);
}

Object.assign(replacements, { setHeader, removeHeader });
if (canReplace) install();

// Known headers: names that Node has accepted

/**
 * A header that applications have set, with a name that Node has accepted. Most headers have the same value in each response (security
 * headers, allowed origins, cache lifetimes): that value is not checked again, and its line is cached. If the header gets another
 * value, the cached one is dropped for good: values that vary are not cached.
 */
export class KnownHeader {
  /** The name in lower case. */
  declare readonly key: string;
  /** The value, if it has always been the same and Node writes it unchanged; otherwise null. */
  declare value: string | null;
  /** The line of the head with that value, and the part that is the same for all values. */
  declare line: string;
  declare readonly lineStart: string;

  constructor(name: string, key: string, value: string | null) {
    this.key = key;
    this.value = value;
    this.lineStart = flat(`\r\n${name}: `);
    this.line = value === null ? '' : flat(this.lineStart + value);
  }

  /** Whether the header has always had this value. If not, it is no longer considered constant. */
  isConstant(value: unknown): boolean {
    if (this.value === null) return false;
    if (this.value === value) return true;
    this.value = null;
    this.line = '';
    return false;
  }
}

const headers = new Map<string, KnownHeader>();
/** The maximum number of names that are remembered. */
const MAX_NAMES = 256;

export function knownHeader(name: string): KnownHeader | undefined {
  return headers.get(name);
}

/** Remembers a name that Node has accepted, and its value. */
export function rememberHeader(name: string, value: unknown): void {
  // Copies, because V8 represents a slice as a reference to the whole text.
  const ownName = headers.size < MAX_NAMES ? ownText(name) : null;
  if (ownName === null) return;
  const key = ownName.toLowerCase();
  const canStay = typeof value === 'string' && isOrdinaryHeader(key) && key !== 'content-length';
  headers.set(ownName, new KnownHeader(ownName, key, canStay ? ownText(value) : null));
}

/** Whether Node writes a header with one value unchanged. It changes the values of some, and others change its behaviour. */
export function isOrdinaryHeader(key: string): boolean {
  switch (key) {
    case 'connection':
    case 'content-disposition':
    case 'date':
    case 'expect':
    case 'keep-alive':
    case 'trailer':
    case 'transfer-encoding':
      return false;
    default:
      return true;
  }
}
