// What the types of this package need of Node's, for projects without @types/node. A pattern for an ambient module applies only if
// nothing else resolves.
declare module 'node:events*' {
  /** Emits events to listeners; install `@types/node` for its complete type. */
  export class EventEmitter {
    on(event: string | symbol, listener: (...args: any[]) => void): this;
    once(event: string | symbol, listener: (...args: any[]) => void): this;
    off(event: string | symbol, listener: (...args: any[]) => void): this;
    addListener(event: string | symbol, listener: (...args: any[]) => void): this;
    removeListener(event: string | symbol, listener: (...args: any[]) => void): this;
    removeAllListeners(event?: string | symbol): this;
    emit(event: string | symbol, ...args: any[]): boolean;
    listeners(event: string | symbol): ((...args: any[]) => void)[];
    listenerCount(event: string | symbol): number;
  }
}

declare module 'node:http*' {
  import { EventEmitter } from 'node:events';

  export type IncomingHttpHeaders = Record<string, string | string[] | undefined> & {
    'set-cookie'?: string[];
  };
  export type OutgoingHttpHeader = number | string | string[];
  export type OutgoingHttpHeaders = Record<string, OutgoingHttpHeader | undefined>;
  export type RequestListener = (req: IncomingMessage, res: ServerResponse) => void;

  /** A request; install `@types/node` for its complete type. */
  export class IncomingMessage extends EventEmitter implements AsyncIterable<any> {
    readonly socket: any;
    aborted: boolean;
    complete: boolean;
    destroyed: boolean;
    headers: IncomingHttpHeaders;
    rawHeaders: string[];
    httpVersion: string;
    method?: string;
    url?: string;
    statusCode?: number;
    statusMessage?: string;
    trailers: Record<string, string | undefined>;
    destroy(error?: Error): this;
    pause(): this;
    pipe<Destination>(destination: Destination, options?: { end?: boolean }): Destination;
    read(size?: number): any;
    resume(): this;
    setEncoding(encoding: string): this;
    setTimeout(milliseconds: number, callback?: () => void): this;
    unpipe(destination?: unknown): this;
    [Symbol.asyncIterator](): AsyncIterator<any>;
  }

  /** A response; install `@types/node` for its complete type. */
  export class ServerResponse<Request extends IncomingMessage = IncomingMessage> extends EventEmitter {
    readonly req: Request;
    readonly socket: any;
    readonly headersSent: boolean;
    readonly writableEnded: boolean;
    readonly writableFinished: boolean;
    destroyed: boolean;
    sendDate: boolean;
    statusCode: number;
    statusMessage: string;
    destroy(error?: Error): this;
    end(callback?: () => void): this;
    end(chunk: any, callback?: () => void): this;
    end(chunk: any, encoding: string, callback?: () => void): this;
    flushHeaders(): void;
    getHeader(name: string): OutgoingHttpHeader | undefined;
    getHeaderNames(): string[];
    getHeaders(): OutgoingHttpHeaders;
    hasHeader(name: string): boolean;
    removeHeader(name: string): void;
    setHeader(name: string, value: number | string | readonly string[]): this;
    setTimeout(milliseconds: number, callback?: () => void): this;
    write(chunk: any, callback?: (error?: Error | null) => void): boolean;
    write(chunk: any, encoding: string, callback?: (error?: Error | null) => void): boolean;
    writeHead(status: number, headers?: OutgoingHttpHeaders | OutgoingHttpHeader[]): this;
    writeHead(status: number, reason?: string, headers?: OutgoingHttpHeaders | OutgoingHttpHeader[]): this;
  }

  /** A server; install `@types/node` for its complete type. */
  export class Server extends EventEmitter {
    readonly listening: boolean;
    keepAliveTimeout: number;
    headersTimeout: number;
    requestTimeout: number;
    timeout: number;
    address(): string | { address: string; family: string; port: number } | null;
    close(callback?: (error?: Error) => void): this;
    closeAllConnections(): void;
    closeIdleConnections(): void;
    listen(...args: any[]): this;
    ref(): this;
    unref(): this;
  }

  export function createServer(listener?: RequestListener): Server;
}
