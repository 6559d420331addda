import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import escapeHtml from 'escape-html';
import onMessageFinished from 'on-finished';
import type { Next } from '../../contracts/handler.js';
import { isHttp2, resetStream } from '../../server/http2.js';
import { unpipe } from '../shared/unpipe.js';

const onFinished = onMessageFinished as unknown as {
  (message: IncomingMessage, listener: () => void): void;
  isFinished(message: IncomingMessage): boolean;
};

// Read once, as in connect: the application's setting `env` does not count.
const env = process.env.NODE_ENV || 'development';

/** Creates the callback for a request that no layer responds to, with the pages of 3.x. */
export function finalHandler(req: IncomingMessage, res: ServerResponse): Next {
  return (error: any) => {
    const headersSent = (res as any)._header;
    if (!error && headersSent) return;
    // Read before it is logged: if a getter of the error throws, that is logged instead.
    const status = error ? statusOf(error, res) : 404;
    const page = error ? describe(error, status) : notFound(req);
    if (error) setImmediate(log, error);
    if (headersSent && isHttp2(req)) resetStream(res);
    else if (headersSent) req.socket.destroy();
    else sendPage(req, res, status, page);
  };
}

function log(error: any): void {
  if (env !== 'test') console.error(error.stack || error.toString());
}

function statusOf(error: any, res: ServerResponse): number {
  const status = error.status || error.statusCode || res.statusCode;
  // Express sets any status, and crashes if Node cannot write it.
  return status >= 400 && status < 1000 ? status : 500;
}

function describe(error: any, status: number): string {
  const text = env === 'production' ? STATUS_CODES[status] : error.stack || error.toString();
  return `${escapeHtml(text).replace(/\n/g, '<br>').replace(/ {2}/g, ' &nbsp;')}\n`;
}

function notFound(req: IncomingMessage & { originalUrl?: string }): string {
  return `Cannot ${escapeHtml(req.method!)} ${escapeHtml(req.originalUrl || req.url!)}\n`;
}

/** Sends the page when the request has been read completely: a client that is still sending may not read it. */
function sendPage(req: IncomingMessage, res: ServerResponse, status: number, body: string): void {
  const writePage = (): void => {
    res.statusCode = status;
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.setHeader('Content-Length', Buffer.byteLength(body, 'utf8'));
    if (req.method === 'HEAD') res.end();
    else res.end(body, 'utf8');
  };
  if (onFinished.isFinished(req)) {
    writePage();
    return;
  }
  unpipe(req);
  onFinished(req, writePage);
  req.resume();
}
