import path from 'node:path';
import { resolve } from 'node:url';
import disposition from 'content-disposition-v0';
import { sign } from 'cookie-signature';
import type { Request, Response } from 'express-serve-static-core';
import parseurl from 'parseurl';
import { get } from '../../response/headers.js';
import { render } from '../../response/render.js';
import { mergeInherited } from '../shared/merge.js';
import { readOffer } from './accept.js';
import connectResponse from './connect-response.js';
import { mime, withCharset } from './mime.js';
import { json, jsonp, redirect, send } from './response-body.js';
import { serialize } from './response-cookies.js';
import { sendfile } from './response-files.js';
import { addToVary } from './response-vary.js';

type Members = Record<string, (this: any, ...args: any[]) => unknown>;

const members: Members = {
  status,
  links,
  send,
  json,
  jsonp,
  sendfile,
  download,
  type: contentType,
  contentType,
  format,
  attachment,
  header,
  set: header,
  get,
  clearCookie,
  cookie,
  location,
  redirect,
  vary,
  render,
};

/** The prototype of 3.x responses, in Express's order. */
const response: Response = Object.assign(Object.create(connectResponse), members);

export default response;

/** @example res.status(404).send('nope'); */
function status(this: Response, code: number): Response {
  this.statusCode = code;
  return this;
}

/** @example res.links({ next: 'http://api.example.com/users?page=2' }); */
function links(this: Response, links: Record<string, unknown>): Response {
  const present = this.get('Link') || '';
  const added = Object.keys(links).map((rel) => `<${links[rel]}>; rel="${rel}"`);
  return this.set('Link', (present ? `${present}, ` : '') + added.join(', '));
}

/**
 * Send a file as a download, under its own name or another.
 *
 * @example res.download('reports/7.pdf', 'report.pdf');
 */
function download(this: any, file: string, filename?: any, callback?: any): unknown {
  const bare = typeof filename === 'function';
  this.set('Content-Disposition', disposition((bare ? null : filename) || file));
  return this.sendfile(file, bare ? filename : callback);
}

/** @example res.type('.html').type('image/png'); */
function contentType(this: Response, type: string): Response {
  return this.set('Content-Type', type.indexOf('/') === -1 ? mime.lookup(type) : type);
}

/**
 * Respond with a format that the client accepts.
 *
 * @example res.format({ text() { res.send('hey'); }, json() { res.send({ message: 'hey' }); } });
 */
function format(this: Response, obj: Record<string, any>): Response {
  const req = this.req as Request;
  const next = req.next!;
  const standard = obj.default;
  if (standard) delete obj.default;
  const offers = Object.keys(obj);
  const key = req.accepts(offers) as unknown as string | undefined;
  this.vary('Accept');
  if (key) {
    this.set('Content-Type', withCharset(readOffer(key).value));
    obj[key](req, this, next);
  } else if (standard) {
    standard();
  } else {
    const types = offers.map((offer) => readOffer(offer).value);
    next(Object.assign(new Error('Not Acceptable'), { status: 406, types }));
  }
  return this;
}

/** @example res.attachment('logo.png'); */
function attachment(this: Response, filename?: string): Response {
  if (filename) this.type(path.extname(filename));
  this.set('Content-Disposition', disposition(filename as string));
  return this;
}

/**
 * Set one header, or all the headers of an object.
 *
 * @example res.set('Accept', 'application/json').set({ 'X-A': '1', 'X-B': ['2', '3'] });
 */
function header(this: Response, field: any, value?: unknown): Response {
  // biome-ignore lint/complexity/noArguments: an explicit undefined is sent as text, a missing one means an object
  if (arguments.length === 2) {
    this.setHeader(field, Array.isArray(value) ? value.map(String) : String(value));
  } else {
    for (const name in field) this.set(name, field[name]);
  }
  return this;
}

/** Expires a cookie, unless the options have another lifetime. */
function clearCookie(this: Response, name: string, options?: object): Response {
  return this.cookie(name, '', mergeInherited({ expires: new Date(1), path: '/' }, options));
}

/**
 * Set a cookie; objects are sent as JSON, `maxAge` is in milliseconds.
 *
 * @example res.cookie('remember', '1', { maxAge: 900000, httpOnly: true });
 */
function cookie(this: Response, name: string, value: any, options?: any): Response {
  const { secret } = this.req as { secret?: string };
  const signed = options?.signed;
  if (signed && !secret) throw new Error('connect.cookieParser("secret") required for signed cookies');
  let text = typeof value === 'number' ? String(value) : value;
  if (typeof text === 'object') text = `j:${JSON.stringify(text)}`;
  if (signed) text = `s:${sign(text, secret!)}`;
  this.set('Set-Cookie', serialize(name, String(text), options));
  return this;
}

/** Sets Location; `./a` is resolved against the request's path, `a` against the application's mount path. */
function location(this: Response, address: string): Response {
  const req = this.req as Request;
  let url: string = address === 'back' ? req.get('Referrer') || '/' : address;
  if (url.indexOf('://') === -1 && url.indexOf('//') !== 0) {
    if (url[0] === '.') {
      const { pathname } = parseurl.original(req)!;
      url = resolve(pathname!.endsWith('/') ? pathname! : `${pathname}/`, url);
    } else if (url[0] !== '/') {
      url = `${(this.app as any).path()}/${url}`;
    }
  }
  this.set('Location', url);
  return this;
}

/** @example res.vary('User-Agent'); */
function vary(this: Response, field: any): Response {
  if (field && !(Array.isArray(field) && field.length === 0)) addToVary(this, field);
  return this;
}
