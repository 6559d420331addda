declare module 'body-parser' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Parser = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;
  type ParserFactory = (options?: Record<string, unknown>) => Parser;
  const bodyParser: {
    json: ParserFactory;
    raw: ParserFactory;
    text: ParserFactory;
    urlencoded: ParserFactory;
  };
  export default bodyParser;
}

declare module 'cookie' {
  export function serialize(name: string, value: string, options?: Record<string, unknown>): string;
}

declare module 'cookie-signature' {
  export function sign(value: string, secret: string): string;
}

declare module 'depd' {
  export default function depd(namespace: string): (message: string) => void;
}

declare module 'encodeurl' {
  export default function encodeUrl(url: string): string;
}

declare module 'escape-html' {
  export default function escapeHtml(text: string): string;
}

declare module 'etag' {
  export default function etag(entity: string | Buffer, options?: { weak?: boolean }): string;
}

declare module 'finalhandler' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  export default function finalhandler(
    req: IncomingMessage,
    res: ServerResponse,
    options?: { env?: string; onerror?: (error: unknown) => void },
  ): (error?: unknown) => void;
}

declare module 'http-errors' {
  export type HttpError = Error & { status: number; statusCode: number; expose: boolean };
  export default function createError(status: number, ...details: unknown[]): HttpError;
}

declare module 'mime-types' {
  /** Media types by extension. */
  export const types: Record<string, string>;
  export function contentType(type: string): string | false;
  export function lookup(type: string): string | false;
}

declare module 'on-finished' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Message = IncomingMessage | ServerResponse;
  function onFinished(message: Message, listener: (error: NodeJS.ErrnoException | null) => void): void;
  namespace onFinished {
    function isFinished(message: Message): boolean | undefined;
  }
  export default onFinished;
}

declare module 'serve-static' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  export default function serveStatic(
    root: string,
    options?: Record<string, unknown>,
  ): (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;
}

declare module 'statuses' {
  const statuses: { message: Record<number, string | undefined> };
  export default statuses;
}

declare module 'vary' {
  import type { ServerResponse } from 'node:http';
  export default function vary(res: ServerResponse, field: string | string[]): void;
}
