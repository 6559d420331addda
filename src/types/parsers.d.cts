/// <reference path="./node-types.d.cts" />
import type { IncomingMessage, ServerResponse } from 'node:http';

declare namespace parsers {
  export type Parser = (req: IncomingMessage, res: ServerResponse, next: (error?: any) => void) => void;

  export type PoisonAction = 'error' | 'remove' | 'ignore';

  export interface ParserOptions {
    /** Accept compressed bodies; true by default. */
    inflate?: boolean | undefined;
    /** The largest body accepted, in bytes or as text such as '100kb' (the default). */
    limit?: number | string | undefined;
    /** The media types to parse, or a function that decides. */
    type?: string | string[] | ((req: IncomingMessage) => unknown) | undefined;
    /** Called with the body before it is parsed; an error that it throws becomes the request's error. */
    verify?:
      | ((req: IncomingMessage, res: ServerResponse, body: Buffer, encoding: string) => void)
      | undefined;
  }

  export interface JsonOptions extends ParserOptions {
    /** Passed to JSON.parse. */
    reviver?: ((this: any, key: string, value: any) => any) | undefined;
    /** Only accept objects and arrays; true by default. */
    strict?: boolean | undefined;
    /** The charset of bodies that specify none; 'utf-8' by default. */
    defaultCharset?: string | undefined;
    /** What to do with a key `__proto__`: reject the body (the default), drop the key or keep it. */
    onProtoPoisoning?: PoisonAction | undefined;
    /** The same for a key `constructor` whose value has a `prototype`. */
    onConstructorPoisoning?: PoisonAction | undefined;
  }

  export interface TextOptions extends ParserOptions {
    /** The charset of bodies that specify none; 'utf-8' by default. */
    defaultCharset?: string | undefined;
  }

  export interface UrlencodedOptions extends ParserOptions {
    /** Read nested objects and arrays; false by default. */
    extended?: boolean | undefined;
    /** The maximum number of parameters; 1000 by default. */
    parameterLimit?: number | undefined;
    /** The maximum depth of nested objects; 32 by default. */
    depth?: number | undefined;
    /** The charset of bodies that specify none; 'utf-8' by default. */
    defaultCharset?: string | undefined;
    /** Let a parameter `utf8` choose the charset. */
    charsetSentinel?: boolean | undefined;
    /** Read numeric entities such as &#9786; in ISO-8859-1 bodies. */
    interpretNumericEntities?: boolean | undefined;
  }

  /**
   * Reads JSON bodies into `req.body`.
   *
   * @example app.use(json({ limit: '1mb' }));
   */
  export function json(options?: JsonOptions): Parser;
  /**
   * Reads bodies into `req.body`, as a `Buffer`.
   *
   * @example app.post('/images', raw({ type: 'image/*' }), save);
   */
  export function raw(options?: ParserOptions): Parser;
  /**
   * Reads bodies into `req.body`, as a string.
   *
   * @example app.post('/notes', text(), save);
   */
  export function text(options?: TextOptions): Parser;
  /**
   * Reads bodies of forms into `req.body`.
   *
   * @example app.use(urlencoded({ extended: true }));
   */
  export function urlencoded(options?: UrlencodedOptions): Parser;
}

export = parsers;
