import { Buffer } from 'node:buffer';
import depd from 'depd';
import escapeHtml from 'escape-html';
import type { Response } from 'express-serve-static-core';
import statuses from 'statuses';
import { finish } from './body.js';

// The namespace people already silence or trace with NO_DEPRECATION and TRACE_DEPRECATION.
const deprecate = depd('express');

/**
 * Redirect with 302, or with the status given first.
 *
 * @example res.redirect(301, 'http://example.com');
 */
export function redirect(this: Response, ...args: any[]): void {
  const [status, url] = args.length === 2 ? args : [302, args[0]];

  if (!url) deprecate('Provide a url argument');
  if (typeof url !== 'string') deprecate('Url must be a string');
  if (typeof status !== 'number') deprecate('Status must be a number');

  const address = this.location(url).get('Location') as string;
  const body = note(this, statuses.message[status], address);

  this.status(status);
  this.set('Content-Length', Buffer.byteLength(body) as unknown as string);
  finish(this, body);
}

/** A line for those whose client does not follow, in a format it accepts. */
function note(res: Response, reason: string | undefined, address: string): string {
  let body = '';
  res.format({
    text() {
      body = `${reason}. Redirecting to ${address}`;
    },
    html() {
      const paragraph = `<p>${reason}. Redirecting to ${escapeHtml(address)}</p>`;
      body = `<!DOCTYPE html><head><title>${reason}</title></head><body>${paragraph}</body>`;
    },
    default() {},
  });
  return body;
}
