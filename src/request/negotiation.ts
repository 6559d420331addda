import type { Request } from 'express-serve-static-core';
import { hasHttp2Body } from './http2.js';
import type { RequestLine } from './line.js';

type Choice = string | string[] | false;

export function createNegotiation(line: Pick<RequestLine, 'accept' | 'typeIs'>) {
  /**
   * The best of the given types for the client, or false; without arguments, all types that it accepts.
   *
   * @example req.accepts('html', 'json'); // 'json'
   */
  function accepts(this: Request, ...types: unknown[]): Choice {
    return line.accept(this).types(...types);
  }

  /** @example req.acceptsEncodings('gzip', 'br'); // 'br' */
  function acceptsEncodings(this: Request, ...encodings: unknown[]): Choice {
    return line.accept(this).encodings(...encodings);
  }

  /** @example req.acceptsCharsets('utf-8'); // 'utf-8' */
  function acceptsCharsets(this: Request, ...charsets: unknown[]): Choice {
    return line.accept(this).charsets(...charsets);
  }

  /** @example req.acceptsLanguages('en', 'fr'); // 'fr' */
  function acceptsLanguages(this: Request, ...languages: unknown[]): Choice {
    return line.accept(this).languages(...languages);
  }

  /**
   * The given type that matches the body, false if none does, null if there is no body.
   *
   * @example req.is('json'); // 'json'
   */
  function is(this: Request, ...types: unknown[]): string | false | null {
    const wanted = Array.isArray(types[0]) ? types[0] : types;
    return hasHttp2Body(this)
      ? line.typeIs.is(this.headers['content-type'], wanted)
      : line.typeIs(this, wanted);
  }

  // Express declares one parameter. V8 makes rest parameters faster than a copy of `arguments`.
  Object.defineProperty(is, 'length', { configurable: true, value: 1 });

  return { accepts, acceptsEncodings, acceptsCharsets, acceptsLanguages, is };
}
