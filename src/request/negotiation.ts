import type { Request } from 'express-serve-static-core';
import { hasFrames } from './frames.js';
import type { RequestLine } from './line.js';

type Choice = string | string[] | false;

export function createNegotiation({ accept, typeIs }: RequestLine) {
  /**
   * The best of the given types for the client, or false; with none given, all that it accepts.
   *
   * @example req.accepts('html', 'json'); // 'json'
   */
  function accepts(this: Request, ...types: unknown[]): Choice {
    return accept(this).types(...types);
  }

  /** @example req.acceptsEncodings('gzip', 'br'); // 'br' */
  function acceptsEncodings(this: Request, ...encodings: unknown[]): Choice {
    return accept(this).encodings(...encodings);
  }

  /** @example req.acceptsCharsets('utf-8'); // 'utf-8' */
  function acceptsCharsets(this: Request, ...charsets: unknown[]): Choice {
    return accept(this).charsets(...charsets);
  }

  /** @example req.acceptsLanguages('en', 'fr'); // 'fr' */
  function acceptsLanguages(this: Request, ...languages: unknown[]): Choice {
    return accept(this).languages(...languages);
  }

  /**
   * The given type that the body is of, false when it is of none, null when there is no body.
   *
   * @example req.is('json'); // 'json'
   */
  function is(this: Request, ...types: unknown[]): string | false | null {
    const wanted = Array.isArray(types[0]) ? types[0] : types;
    return hasFrames(this) ? typeIs.is(this.headers['content-type'], wanted) : typeIs(this, wanted);
  }

  // Express declares the first of them. A list of all is the fastest to make where it is declared instead.
  Object.defineProperty(is, 'length', { configurable: true, value: 1 });

  return { accepts, acceptsEncodings, acceptsCharsets, acceptsLanguages, is };
}
