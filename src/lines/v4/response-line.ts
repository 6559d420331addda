import { Buffer } from 'node:buffer';
import formatDisposition from 'content-disposition-v0';
import { format, parse } from 'content-type-v1';
import type { Response } from 'express-serve-static-core';
import mime from 'mime';
import { createBody } from '../../response/body.js';
import { createHeaders, get, JSON_TYPE } from '../../response/headers.js';
import type { ResponseLine } from '../../response/line.js';
import { mergeInherited } from '../shared/merge.js';
import { send } from '../shared/send.js';

export const responseLine4: ResponseLine = {
  typeOf: (extension) => mime.lookup(extension),
  isHtmlTypeStandard: () => mime.types.html === 'text/html',
  withCharset(type) {
    if (NAMES_CHARSET.test(type)) return type;
    const charset = mime.charsets.lookup(type.split(';')[0]!);
    return charset ? `${type}; charset=${charset.toLowerCase()}` : type;
  },
  offeredType: (offer) => (offer.includes('/') ? offer.split(/ *; */)[0]! : mime.lookup(offer)),
  formatLink: (rel, target) => `<${target}>; rel="${rel}"`,
  isBinary: Buffer.isBuffer,
  setTextType(res) {
    if (!res.get('Content-Type')) res.type('html');
    setUtf8Charset(res);
  },
  sendsLength: () => true,
  setStatus(res, code) {
    res.statusCode = code;
  },
  copyOptions: (options) => mergeInherited(options),
  formatDisposition: (file) => formatDisposition(file),
  isAbsolute: (path) => path[0] === '/' || DRIVE.test(path) || path.startsWith('\\\\'),
  completeFileOptions() {},
  openFile: send,
};

export const headers4 = createHeaders(responseLine4);
export const headerMembers4 = { ...headers4, get };
const body = createBody(responseLine4, headerMembers4);

export const { sendStatus } = body;

/** Sends a body whose status is set. */
export function sendBody(this: Response, content: any): Response {
  // null is sent as an empty text: a type that was set gets the charset.
  if (content === null) setUtf8Charset(this);
  return body.send.call(this, content);
}

const NAMES_CHARSET = /;\s*charset\s*=/;
const DRIVE = /^.:[\\/]/s;

/** Text is always sent as UTF-8, even if the type had another charset. */
export function setUtf8Charset(res: Response): void {
  const type = res.get('Content-Type') as unknown;
  if (typeof type === 'string') res.set('Content-Type', type && withUtf8Charset(type));
}

function withUtf8Charset(type: string): string {
  if (type === JSON_TYPE) return type;
  const parsed = parse(type);
  parsed.parameters.charset = 'utf-8';
  return format(parsed);
}
