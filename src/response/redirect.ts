import { Buffer } from 'node:buffer';
import depd from 'depd';
import escapeHtml from 'escape-html';
import type { Response } from 'express-serve-static-core';
import statuses from 'statuses';
import { endWithBody, endWithoutBody } from './fast-path/end.js';
import { pristineEnd } from './fast-path/pristine.js';

const deprecate = depd('maglev');

/**
 * Redirect with 302, or with the status given first.
 *
 * @example res.redirect(301, 'http://example.com');
 */
export function redirect(this: Response, first: any, ...rest: any[]): void {
  const [status, url] = rest.length === 1 ? [first, rest[0]] : [302, first];

  if (!url) deprecate('Provide a url argument');
  if (typeof url !== 'string') deprecate('Url must be a string');
  if (typeof status !== 'number') deprecate('Status must be a number');

  const address = this.location(url).get('Location') as string;
  const body = redirectText(this, status, address, page);
  this.status(status);
  endRedirect(this, body);
}

/** Returns the HTML of a redirect page. */
export type RedirectPage = (reason: () => string | undefined, address: string) => string;

/** The body for clients that do not follow `Location`, in a format that they accept. */
export function redirectText(res: Response, status: number, address: string, page: RedirectPage): string {
  // Evaluated by the format that uses it, as in Express: converting an unusual status may throw.
  const reason = () => statuses.message[status];
  let body!: string;
  res.format({
    text() {
      body = `${reason()}. Redirecting to ${address}`;
    },
    html() {
      body = page(reason, escapeHtml(address));
    },
    default() {
      body = '';
    },
  });
  return body;
}

export function endRedirect(res: Response, body: string): void {
  res.set('Content-Length', Buffer.byteLength(body) as unknown as string);
  if (res.req.method === 'HEAD') endWithoutBody(res);
  else if (res.end === pristineEnd) endWithBody(res, body);
  // A patched `end` is called with one argument, as in Express.
  else res.end(body);
}

const page: RedirectPage = (reason, address) =>
  `<!DOCTYPE html><head><title>${reason()}</title></head><body><p>${reason()}. Redirecting to ${address}</p></body>`;
