import path from 'node:path';
import depd from 'depd';
import type { CookieOptions, Response } from 'express-serve-static-core';
import statuses from 'statuses';
import { removeFunctionNames } from '../../function-names.js';
import { createCookie } from '../../response/cookies.js';
import { createResponsePrototype } from '../../response/fast-path/set-header.js';
import { createFiles, fileArguments, sendOpenedFile } from '../../response/files.js';
import { vary as addToVary, append, get, location as locationOf } from '../../response/headers.js';
import { createJson, jsonp as sendJsonp } from '../../response/json.js';
import { createFormat } from '../../response/negotiation.js';
import { endRedirect, redirectText } from '../../response/redirect.js';
import { render } from '../../response/render.js';
import type { FileCallback } from '../../response/transfer.js';
import { readRedirection } from '../shared/redirection.js';
import { send as open } from '../shared/send.js';
import { headerMembers4, headers4, responseLine4, sendBody, sendStatus } from './response-line.js';

// Taken when loaded, as in Express: tests of applications replace them later.
const { extname } = path;

/*
 * All members with deprecated calls are in this file, because depd names the first caller outside of the file that warns:
 * it has to be the user's, also where one of these members calls another. Each warning has its own line, because depd
 * warns once per line.
 */
const deprecate = depd('maglev');
const sendJson = createJson(headerMembers4);
const { sendFile, download } = createFiles(responseLine4);
const { header, contentType, links } = headers4;

/** @example res.status(404).end(); */
function status(this: Response, code: any): Response {
  if ((typeof code === 'string' || Math.floor(code) !== code) && code > 99 && code < 1000) {
    deprecate(`res.status(${JSON.stringify(code)}): use res.status(${Math.floor(code)}) instead`);
  }
  this.statusCode = code;
  return this;
}

/**
 * Send a body; with two arguments one is a status, and a number alone is a status whose name is the body.
 *
 * @example res.send('<p>some html</p>');
 */
function send(this: Response, body?: any, ...more: any[]): Response {
  if (more.length === 1) {
    const reversed = typeof body !== 'number' && typeof more[0] === 'number';
    if (reversed) deprecate('res.send(body, status): Use res.status(status).send(body) instead');
    else deprecate('res.send(status, body): Use res.status(status).send(body) instead');
    this.statusCode = reversed ? more[0] : body;
    return sendBody.call(this, reversed ? body : more[0]);
  }
  if (more.length !== 0 || typeof body !== 'number') return sendBody.call(this, body);

  if (!this.get('Content-Type')) this.type('txt');
  deprecate('res.send(status): Use res.sendStatus(status) instead');
  this.statusCode = body;
  return sendBody.call(this, statuses.message[body]);
}

/** @example res.json({ user: 'tobi' }); */
function json(this: Response, obj?: any, ...more: any[]): Response {
  if (more.length !== 1) return sendJson.call(this, obj);
  if (typeof more[0] === 'number')
    deprecate('res.json(obj, status): Use res.status(status).json(obj) instead');
  else deprecate('res.json(status, obj): Use res.status(status).json(obj) instead');
  return sendJson.call(this, splitStatus(this, obj, more[0]));
}

/** @example res.jsonp({ user: 'tobi' }); // ?callback=show */
function jsonp(this: Response, obj?: any, ...more: any[]): Response {
  if (more.length !== 1) return sendJsonp.call(this, obj);
  if (typeof more[0] === 'number')
    deprecate('res.jsonp(obj, status): Use res.status(status).jsonp(obj) instead');
  else deprecate('res.jsonp(status, obj): Use res.status(status).jsonp(obj) instead');
  return sendJsonp.call(this, splitStatus(this, obj, more[0]));
}

/** Sets the status given before or after a value, and returns the value. */
function splitStatus(res: Response, first: any, second: any): unknown {
  const reversed = typeof second === 'number';
  res.statusCode = reversed ? second : first;
  return reversed ? first : second;
}

/** Expires a cookie, unless the options have another lifetime. */
function clearCookie(this: Response, name: string, options?: CookieOptions): Response {
  if (options?.maxAge) deprecate(ignoredSoon('maxAge'));
  if (options?.expires) deprecate(ignoredSoon('expires'));
  const attributes: Record<string, unknown> = { expires: new Date(1), path: '/' };
  for (const key in options) attributes[key] = options[key as keyof CookieOptions];
  return this.cookie(name, '', attributes);
}

function ignoredSoon(option: string): string {
  const rest = 'as res.clearCookie will automatically set cookies to expire immediately';
  return `res.clearCookie: Passing "options.${option}" is deprecated. In v5.0.0 of Express, this option will be ignored, ${rest}. Please update your code to omit this option.`;
}

/** @example res.location('/foo/bar'); */
function location(this: Response, url: any): Response {
  if (url !== 'back') return locationOf.call(this, url);
  deprecate(
    'res.location("back"): use res.location(req.get("Referrer") || "/") and refer to https://dub.sh/security-redirect for best practices',
  );
  return locationOf.call(this, this.req!.get('Referrer') || '/');
}

/**
 * Redirect with 302, or with the status given first.
 *
 * @example res.redirect(301, 'http://example.com');
 */
function redirect(this: Response, first: any, ...rest: any[]): void {
  const { status, url, reversed } = readRedirection([first, ...rest]);
  if (reversed) deprecate('res.redirect(url, status): Use res.redirect(status, url) instead');
  const address = this.location(url).get('Location') as string;
  const body = redirectText(
    this,
    status,
    address,
    (reason, text) => `<p>${reason()}. Redirecting to ${text}</p>`,
  );
  this.statusCode = status;
  endRedirect(this, body);
}

/** @example res.vary('User-Agent'); */
function vary(this: Response, field: string | string[]): Response {
  if (field && !(Array.isArray(field) && field.length === 0)) return addToVary.call(this, field);
  deprecate('res.vary(): Provide a field name');
  return this;
}

/** Keeps a function without the name of its member, as in Express. */
function withoutName<F>(fn: F): F {
  return fn;
}

/** @example res.attachment('logo.png'); */
function attachment(this: Response, filename?: string): Response {
  if (filename) this.type(extname(filename));
  this.set('Content-Disposition', responseLine4.formatDisposition(filename as string));
  return this;
}

type Members = Record<string, (this: Response, ...args: any[]) => unknown>;

const members: Members = {
  status,
  links,
  send,
  json,
  jsonp,
  sendStatus,
  sendFile,
  /** Sends a file whose path, unlike that of `sendFile`, may be relative and is URL-encoded. */
  sendfile: withoutName(function (this: Response, path: string, options?: any, callback?: FileCallback) {
    deprecate('res.sendfile: Use res.sendFile instead');
    const { given, done } = fileArguments(options, callback);
    sendOpenedFile(this, open(this.req, path, given), given, done);
  }),
  download,
  type: contentType,
  contentType,
  format: createFormat(responseLine4),
  attachment,
  append,
  header,
  set: header,
  get,
  clearCookie,
  cookie: createCookie(responseLine4),
  location,
  redirect,
  vary,
  render,
};

/** The prototype of 4.x responses, in Express's order. */
const response: Response = Object.assign(createResponsePrototype(), members);

removeFunctionNames('response', response);

export default response;
