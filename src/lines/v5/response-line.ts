import path from 'node:path';
import { create as createDisposition } from 'content-disposition';
import { format, parse } from 'content-type';
import mime from 'mime-types';
import open from 'send';
import { JSON_TYPE } from '../../response/headers.js';
import type { ResponseLine } from '../../response/line.js';

// Taken when loaded, as in Express: tests of applications replace them later.
const { basename, isAbsolute } = path;

export const responseLine5: ResponseLine = {
  typeOf: (extension) => mime.contentType(extension) || 'application/octet-stream',
  isHtmlTypeStandard: () => mime.types.html === 'text/html',
  withCharset(type) {
    if (type === 'application/json' || type === JSON_TYPE) return JSON_TYPE;
    return mime.contentType(type) as string;
  },
  offeredType(offer) {
    if (offer.includes('/')) return offer.split(';', 1)[0]!.trim();
    return mime.lookup(offer) || 'application/octet-stream';
  },
  formatLink(rel, target) {
    const targets = Array.isArray(target) ? target : [target];
    return targets.map((url) => `<${url}>; rel="${rel}"`).join(', ');
  },
  isBinary: ArrayBuffer.isView,
  setTextType(res) {
    const type = res.get('Content-Type') as unknown;
    if (typeof type !== 'string') res.type('html');
    else res.set('Content-Type', withUtf8Charset(type));
  },
  // Content-Length and Transfer-Encoding exclude each other.
  sendsLength: (res) => !res.get('Transfer-Encoding'),
  setStatus(res, code) {
    res.status(code);
  },
  copyOptions: (options) => ({ ...options }),
  formatDisposition: (file) => createDisposition(basename(file)),
  isAbsolute,
  completeFileOptions(res, options) {
    options.etag = res.app.enabled('etag');
  },
  openFile: (...args) => open(...args),
};

/** Text is always sent as UTF-8, even if the type had another charset. */
function withUtf8Charset(type: string): string {
  if (!type || type === JSON_TYPE) return type;
  const parsed = parse(type);
  parsed.parameters.charset = 'utf-8';
  return format(parsed);
}
