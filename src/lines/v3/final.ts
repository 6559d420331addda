import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import escapeHtml from 'escape-html';
import onMessageFinished from 'on-finished';
import type { Next } from '../../contracts/handler.js';
import { isHttp2, resetStream } from '../../dispatch/http2.js';

const onFinished = onMessageFinished as unknown as {
  (message: IncomingMessage, listener: () => void): void;
  isFinished(message: IncomingMessage): boolean;
};

// Read once, as connect did: an application's own `env` has no say in it.
const env = process.env.NODE_ENV || 'development';

/** The end of the line for a request that nothing answered, in the words of 3.x. */
export function finalHandler(req: IncomingMessage, res: ServerResponse): Next {
  return (error: any) => {
    const inFlight = (res as any)._header;
    if (!error && inFlight) return;
    // Read before it is logged: an error that refuses to be read is not logged, but its refusal is.
    const status = error ? statusOf(error, res) : 404;
    const page = error ? describe(error, status) : notFound(req);
    if (error) setImmediate(log, error);
    if (inFlight && isHttp2(req)) resetStream(res);
    else if (inFlight) req.socket.destroy();
    else send(req, res, status, page);
  };
}

function log(error: any): void {
  if (env !== 'test') console.error(error.stack || error.toString());
}

function statusOf(error: any, res: ServerResponse): number {
  const status = error.status || error.statusCode || res.statusCode;
  // Express gives Node any status, and dies of those that cannot be written.
  return status >= 400 && status < 1000 ? status : 500;
}

function describe(error: any, status: number): string {
  const text = env === 'production' ? STATUS_CODES[status] : error.stack || error.toString();
  return `${escapeHtml(text).replace(/\n/g, '<br>').replace(/ {2}/g, ' &nbsp;')}\n`;
}

function notFound(req: IncomingMessage & { originalUrl?: string }): string {
  return `Cannot ${escapeHtml(req.method!)} ${escapeHtml(req.originalUrl || req.url!)}\n`;
}

/** Sends the page once the request has been read to its end: a client that is still sending would not see it. */
function send(req: IncomingMessage, res: ServerResponse, status: number, body: string): void {
  const write = (): void => {
    res.statusCode = status;
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.setHeader('Content-Length', Buffer.byteLength(body, 'utf8'));
    if (req.method === 'HEAD') res.end();
    else res.end(body, 'utf8');
  };
  if (onFinished.isFinished(req)) {
    write();
    return;
  }
  req.unpipe();
  onFinished(req, write);
  req.resume();
}
