/** How a bare server writes its responses: the interface and constants that the writers share. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Writer {
  /** Called first for each request. */
  begin(res: ServerResponse): void;
  /** The middleware that sets headers. */
  setHeaders(res: ServerResponse): void;
  text(res: ServerResponse, status: number, body: string): void;
  json(res: ServerResponse, status: number, body: string): void;
  /** Responds to a request without a valid session. */
  refuse(res: ServerResponse): void;
  missing(res: ServerResponse, req: IncomingMessage): void;
  file(res: ServerResponse, path: string): Promise<void>;
}

/** Options of a writer. */
export interface Task {
  /** Whether its first middleware is the one that sets headers. */
  readonly setsHeaders: boolean;
  /** Without `ETag` and `X-Powered-By`. */
  readonly isBare: boolean;
}

export const JSON_TYPE = 'application/json; charset=utf-8';
export const TEXT_TYPE = 'text/html; charset=utf-8';
export const FILE_TYPE = 'text/plain; charset=utf-8';
export const REFUSAL = 'Who are you?';
export const POWERED = 'Express';
/** The headers of Express's 404, and its page. */
export const MISSING_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['Content-Security-Policy', "default-src 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
];

export function missingPage({ method, url }: IncomingMessage): string {
  return `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>Cannot ${method} ${url}</pre>\n</body>\n</html>\n`;
}
