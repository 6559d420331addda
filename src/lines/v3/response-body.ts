import { Buffer } from 'node:buffer';
import { STATUS_CODES } from 'node:http';
import depd from 'depd';
import escapeHtml from 'escape-html';
import type { Request, Response } from 'express-serve-static-core';
import type { App } from '../../contracts/app.js';
import { readSetting } from '../../registration/settings.js';
import { readRedirection } from '../shared/redirection.js';
import { setUtf8Charset } from '../v4/response-line.js';

type Response3 = Response & { charset?: string };

/*
 * All members with deprecated calls are in this file, because depd names the first caller outside of the file that warns:
 * it has to be the user's. Each warning has its own line, because depd warns once per line.
 */
const deprecate = depd('maglev');

/**
 * Send a body; with two arguments one is a status, and a number alone is a status whose name is the body.
 *
 * @example res.send('<p>some html</p>');
 */
export function send(this: Response3, first?: any, ...more: any[]): Response {
  let body = first;
  if (more.length === 1) {
    const reversed = typeof first !== 'number' && typeof more[0] === 'number';
    this.statusCode = reversed ? more[0] : first;
    if (!reversed) body = more[0];
  }
  if (typeof body === 'number' && more.length === 0) {
    if (!this.get('Content-Type')) this.type('txt');
    this.statusCode = body;
    body = STATUS_CODES[body];
  }

  const isBuffer = Buffer.isBuffer(body);
  if (isJson(body) && !isBuffer) return this.json(body);
  if (body === null) body = '';
  else if (!this.get('Content-Type')) setDefaultType(this, body);

  const encoding = typeof body === 'string' ? 'utf8' : undefined;
  if (encoding !== undefined) setUtf8Charset(this);

  if (body !== undefined && !this.get('Content-Length')) {
    const length = isBuffer ? body.length : Buffer.byteLength(body, encoding);
    this.set('Content-Length', length as unknown as string);
    setETag(this, body, encoding);
  }
  if ((this.req as Request).fresh) this.statusCode = 304;
  if (isWithoutBody(this.statusCode)) {
    this.removeHeader('Content-Type');
    this.removeHeader('Content-Length');
    this.removeHeader('Transfer-Encoding');
    body = '';
  }
  if (this.req.method === 'HEAD') this.end();
  else this.end(body, encoding as BufferEncoding);
  return this;
}

/** Compared as loosely as in Express: a status may be a text. */
function isWithoutBody(status: any): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: for that reason
  return status == 204 || status == 304;
}

function isJson(body: unknown): boolean {
  if (typeof body === 'boolean' || typeof body === 'number') return true;
  return typeof body === 'object' && body !== null;
}

/** Sets the type of a body if none is set. */
function setDefaultType(res: Response3, body: unknown): void {
  if (typeof body === 'string') {
    res.charset ||= 'utf-8';
    res.type('html');
  } else if (Buffer.isBuffer(body)) {
    res.type('bin');
  }
}

function setETag(res: Response3, body: unknown, encoding: string | undefined): void {
  const generate = readSetting(res.app as App, 'etag fn');
  if (typeof generate !== 'function' || res.get('ETag')) return;
  const etag = generate(body, encoding);
  if (etag) res.set('ETag', etag);
}

/** @example res.json({ user: 'tobi' }); */
export function json(this: Response3, obj?: any, ...more: any[]): Response {
  const value = more.length === 1 ? splitStatus(this, obj, more[0], warnJson) : obj;
  const body = stringify(this, value);
  this.charset ||= 'utf-8';
  if (!this.get('Content-Type')) this.set('Content-Type', 'application/json');
  return this.send(body);
}

/** @example res.jsonp({ user: 'tobi' }); // ?callback=show */
export function jsonp(this: Response3, obj?: any, ...more: any[]): Response {
  const value = more.length === 1 ? splitStatus(this, obj, more[0], warnJsonp) : obj;
  let body = stringify(this, value);
  const named = (this.req as Request).query[this.app.get('jsonp callback name')];
  if (!this.get('Content-Type')) setTypeNoSniff(this, 'application/json');
  const callback = Array.isArray(named) ? named[0] : named;
  if (typeof callback === 'string' && callback !== '') {
    setTypeNoSniff(this, 'text/javascript');
    body = wrapInCallback(callback.replace(/[^[\]\w$.]/g, ''), body!);
  }
  return this.send(body);
}

function setTypeNoSniff(res: Response3, type: string): void {
  res.charset = 'utf-8';
  res.set('X-Content-Type-Options', 'nosniff');
  res.set('Content-Type', type);
}

/** The comment prevents clients from choosing the first bytes, with which a response could be taken for another format. */
function wrapInCallback(callback: string, body: string): string {
  const argument = body.replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029');
  return `/**/ typeof ${callback} === 'function' && ${callback}(${argument});`;
}

function warnJson(value: unknown): void {
  if (typeof value === 'number') deprecate('res.json(obj, status): Use res.json(status, obj) instead');
  else deprecate('res.json(num, status): Use res.status(status).json(num) instead');
}

function warnJsonp(value: unknown): void {
  if (typeof value === 'number') deprecate('res.jsonp(obj, status): Use res.jsonp(status, obj) instead');
  else deprecate('res.jsonp(num, status): Use res.status(status).jsonp(num) instead');
}

/** Sets the status given before or after a value, warns of the latter, and returns the value. */
function splitStatus(res: Response3, first: any, second: any, warn: (value: unknown) => void): unknown {
  if (typeof second !== 'number') {
    res.statusCode = first;
    return second;
  }
  res.statusCode = second;
  warn(first);
  return first;
}

function stringify({ app }: Response3, value: unknown): string | undefined {
  const replacer = readSetting(app as App, 'json replacer');
  const spaces = readSetting(app as App, 'json spaces');
  // V8 has a fast path for the call with one argument only.
  return replacer || spaces ? JSON.stringify(value, replacer, spaces) : JSON.stringify(value);
}

/**
 * Redirect with 302, or with the status given first.
 *
 * @example res.redirect(301, 'http://example.com');
 */
export function redirect(this: Response3, first: any, ...rest: any[]): void {
  const { status, url, reversed } = readRedirection([first, ...rest]);
  if (reversed) deprecate('res.redirect(url, status): Use res.redirect(status, url) instead');
  this.location(url);
  const body = redirectText(this, status);
  this.statusCode = status;
  this.set('Content-Length', Buffer.byteLength(body) as unknown as string);
  this.end(this.req.method === 'HEAD' ? null : body);
}

/** Browsers do not follow a Location such as `javascript://...`, but a link to it would run as a script when clicked. */
function isSafeLink(address: string): boolean {
  return !/^[^/?#]*:/.test(address) || /^https?:/i.test(address);
}

/** The body, for clients that do not follow the Location, in a format that they accept. */
function redirectText(res: Response3, status: number): string {
  const address = res.get('Location') as unknown as string;
  // Evaluated by the format that uses it, as in Express: converting an unusual status may throw.
  const reason = () => STATUS_CODES[status];
  let body!: string;
  res.format({
    text() {
      body = `${reason()}. Redirecting to ${encodeURI(address)}`;
    },
    html() {
      const text = escapeHtml(address);
      const link = isSafeLink(address) ? `<a href="${text}">${text}</a>` : text;
      body = `<p>${reason()}. Redirecting to ${link}</p>`;
    },
    default() {
      body = '';
    },
  });
  return body;
}
