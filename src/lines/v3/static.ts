import type { ServerResponse } from 'node:http';
import url from 'node:url';
import escapeHtml from 'escape-html';
import parseurl from 'parseurl';
import { createStatic } from '../../static.js';
import { mime } from './mime.js';
import { openFile } from './response-files.js';

/** 3.x redirected folders with 303 and a short page. */
function redirect(this: any, res: ServerResponse): void {
  if (this.hasTrailingSlash()) {
    this.error(404);
    return;
  }
  const target = parseurl.original(this.req)!;
  // Two leading slashes would name another host.
  target.pathname = `${target.pathname}/`.replace(/^\/{2,}/, '/');
  target.path = null;
  const location = url.format(target);
  const link = escapeHtml(location);
  const page = `Redirecting to <a href="${link}">${link}</a>\n`;
  res.statusCode = 303;
  res.setHeader('Content-Type', 'text/html; charset=UTF-8');
  res.setHeader('Content-Length', Buffer.byteLength(page));
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Location', location);
  res.end(page);
}

export default Object.assign(createStatic(openFile, redirect), { mime });
