import type { Request, Response } from 'express-serve-static-core';
import type { App } from '../contracts/app.js';
import { plainSettings, readSetting } from '../registration/settings.js';
import { headOf } from './fast-path/head.js';
import { type HeaderMembers, JSON_TYPE } from './headers.js';

/** `headerMembers` are the line's header methods. If one of them is patched, it is called. */
export function createJson(headerMembers: HeaderMembers) {
  /** @example res.json({ user: 'tobi' }); */
  return function json(this: Response, obj?: unknown): Response {
    const body = stringify(this, obj);
    const head = this.set === headerMembers.header && this.get === headerMembers.get ? headOf(this) : null;
    if (head === null) setJsonType(this);
    else if (!head['content-type']?.[1]) head['content-type'] = ['Content-Type', JSON_TYPE];
    return this.send(body);
  };
}

function setJsonType(res: Response): void {
  if (!res.get('Content-Type')) res.set('Content-Type', 'application/json');
}

/**
 * Send JSON, wrapped in a call when the query names a callback.
 *
 * @example res.jsonp({ user: 'tobi' }); // ?callback=show
 */
export function jsonp(this: Response, obj?: unknown): Response {
  const body = stringify(this, obj);
  const callback = callbackName(this);

  if (!this.get('Content-Type')) {
    this.set('X-Content-Type-Options', 'nosniff');
    this.set('Content-Type', 'application/json');
  }
  if (callback === undefined) return this.send(body);

  this.set('X-Content-Type-Options', 'nosniff');
  this.set('Content-Type', 'text/javascript');
  return this.send(wrapInCallback(callback.replace(/[^[\]\w$.]/g, ''), body));
}

const unsafeInHtml = /[<>&]/g;

function stringify(res: Response, value: unknown): string | undefined {
  const app = res.app as App;
  const settings = plainSettings(app);
  const escaping = settings === null ? readSetting(app, 'json escape') : settings['json escape'];
  const replacer = settings === null ? readSetting(app, 'json replacer') : settings['json replacer'];
  const spaces = settings === null ? readSetting(app, 'json spaces') : settings['json spaces'];
  // V8 only has a fast path for a call with one argument.
  const text = replacer || spaces ? JSON.stringify(value, replacer, spaces) : JSON.stringify(value);
  return escaping && typeof text === 'string' ? text.replace(unsafeInHtml, unicodeEscape) : text;
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function callbackName(res: Response): string | undefined {
  const given = (res.req as Request).query[res.app.get('jsonp callback name')];
  const name = Array.isArray(given) ? given[0] : given;
  return typeof name === 'string' && name.length > 0 ? name : undefined;
}

/**
 * The leading comment prevents clients from choosing the first bytes, with which a response could be taken for another file
 * format; the typeof test avoids an error in pages without the function.
 */
function wrapInCallback(callback: string, body: string | undefined): string {
  const argument = (body ?? '').replace(/[\u2028\u2029]/g, unicodeEscape);
  return `/**/ typeof ${callback} === 'function' && ${callback}(${argument});`;
}
