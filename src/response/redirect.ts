import { Buffer } from 'node:buffer';
import depd from 'depd';
import escapeHtml from 'escape-html';
import type { Response } from 'express-serve-static-core';
import statuses from 'statuses';
import { end, endWith } from './ending.js';

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
  const body = note(this, status, address, page);
  this.status(status);
  finishRedirect(this, body);
}

/** Writes the HTML of a redirection. */
export type RedirectPage = (reason: () => string | undefined, address: string) => string;

/** A line for those whose client does not follow to the Location, in a format it accepts. */
export function note(res: Response, status: number, address: string, page: RedirectPage): string {
  // Asked for where it is written: a status whose conversion throws does so when the format is settled.
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

export function finishRedirect(res: Response, body: string): void {
  res.set('Content-Length', Buffer.byteLength(body) as unknown as string);
  if (res.req.method === 'HEAD') res.end();
  else if (res.end === end) endWith(res, body);
  // Whoever has replaced it sees one argument.
  else res.end(body);
}

const page: RedirectPage = (reason, address) =>
  `<!DOCTYPE html><head><title>${reason()}</title></head><body><p>${reason()}. Redirecting to ${address}</p></body>`;
