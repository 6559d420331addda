/**
 * The headers that applications set by names which Node has accepted. Most of them have the same value in each response
 * (security headers, the origins that may ask, how long to cache), so that its characters need not be looked at again and its
 * line is ready. That of a header is kept until it gets another one, and then no longer: nothing that differs is remembered.
 */
import { Buffer } from 'node:buffer';
import { ownText } from '../memo.js';

export class KnownHeader {
  /** The name in lower case. */
  declare readonly key: string;
  /** The value that it has always had, if that is a text that Node writes as it is; otherwise null. */
  declare value: string | null;
  /** What is sent of it with that value. */
  declare line: string;

  constructor(name: string, key: string, value: string | null) {
    this.key = key;
    this.value = value;
    this.line = value === null ? '' : flat(`${name}: ${value}\r\n`);
  }

  /** Whether this is the value that it has always had. */
  hasAlways(value: unknown): boolean {
    if (this.value === null) return false;
    if (this.value === value) return true;
    this.value = null;
    this.line = '';
    return false;
  }
}

/** The same text in one piece: V8 takes a text that was joined for references to its parts, and copies them one by one. */
function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

const headers = new Map<string, KnownHeader>();
/** Those that come later are not known. */
const MAX_NAMES = 256;

export function knownHeader(name: string): KnownHeader | undefined {
  return headers.get(name);
}

/** Remembers a name that Node has accepted, and its value. */
export function keepHeader(name: string, value: unknown): void {
  // Copies, as V8 takes a part of a text for a reference into the whole of it.
  const ownName = headers.size < MAX_NAMES ? ownText(name) : null;
  if (ownName === null) return;
  const key = ownName.toLowerCase();
  const canStay = typeof value === 'string' && isOrdinaryHeader(key, value) && key !== 'content-length';
  headers.set(ownName, new KnownHeader(ownName, key, canStay ? ownText(value) : null));
}

/** Node changes the value of some headers, and others change what it does. */
export function isOrdinaryHeader(key: string, value: unknown): boolean {
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
      return typeof value === 'string' || typeof value === 'number';
  }
}
