/** Which requests a parser takes, and on what terms: the questions in the order in which they are asked. */
import type { ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import { hasFrames } from '../request/frames.js';
import { isNative } from './charset.js';
import { charsetUnsupported, encodingForbidden, encodingUnsupported } from './errors.js';
import { HeaderMemo } from './headers.js';
import { inflaterFor } from './inflate.js';
import type { BodyRequest, ParserLine } from './line.js';
import type { CommonOptions } from './options.js';
import { type Next, type Parse, Upload, type UploadPlan } from './upload.js';

export type { Next, Parse } from './upload.js';

export interface Recipe {
  readonly line: ParserLine;
  readonly options: CommonOptions;
  /** True for charsets that the parser can read; null if it reads bytes. */
  readonly acceptsCharset: ((charset: string) => boolean) | null;
  readonly parse: Parse;
}

/** What a Content-Type means to a parser. */
interface TypeFacts {
  readonly matches: boolean;
  readonly accepted: boolean;
  readonly plan: UploadPlan;
}

export class BodyParser {
  readonly #line: ParserLine;
  readonly #options: CommonOptions;
  readonly #types: HeaderMemo<TypeFacts>;
  /** Of a request without Content-Type, which only a function can want. */
  readonly #untyped: TypeFacts;

  constructor(recipe: Recipe) {
    const { line, options, acceptsCharset } = recipe;
    const { type, defaultCharset } = options;
    this.#line = line;
    this.#options = options;
    this.#types = new HeaderMemo((header) => {
      const matches = typeof type !== 'function' && line.matches(header, type);
      const charset = acceptsCharset === null ? null : line.charsetOf(header) || defaultCharset;
      return factsOf(recipe, matches, charset);
    });
    this.#untyped = factsOf(recipe, false, acceptsCharset === null ? null : defaultCharset);
  }

  handle(req: BodyRequest, res: ServerResponse, next: Next): void {
    const facts = this.#wants(req);
    if (facts === null) {
      next();
      return;
    }
    const refused = this.#refuseCharset(req, facts);
    if (refused !== null) {
      next(refused);
      return;
    }
    const encoding = req.headers['content-encoding']?.toLowerCase() || 'identity';
    let inflater: Transform | null = null;
    if (encoding !== 'identity') {
      inflater = this.#options.inflate ? inflaterFor(encoding, this.#line.inflaters) : null;
      if (inflater === null) {
        next(this.#options.inflate ? encodingUnsupported(encoding) : encodingForbidden(encoding));
        return;
      }
      req.pipe(inflater);
    }
    new Upload(req, res, next, facts.plan, inflater).begin();
  }

  /** Null if the request has nothing for this parser. */
  #wants(req: BodyRequest): TypeFacts | null {
    if (this.#line.isRead(req)) return null;
    this.#line.prepare(req);
    if (!hasBody(req)) return null;
    const { type } = this.#options;
    const wanted = typeof type === 'function' ? type(req) : null;
    if (wanted !== null && !wanted) return null;
    // Only now: a function may have set the header right.
    const header = req.headers['content-type'];
    const facts = header ? this.#types.get(header) : this.#untyped;
    return wanted || facts.matches ? facts : null;
  }

  #refuseCharset(req: BodyRequest, { accepted, plan }: TypeFacts): unknown {
    const charset = plan.bodyCharset;
    if (!accepted) return charsetUnsupported(charset!, charset!);
    this.#line.claim(req);
    // Where the body is verified before it is decoded, the charset has to be known first.
    if (charset === null || plan.verify === null || isNative(charset)) return null;
    return this.#line.charsets.encodingExists(charset)
      ? null
      : charsetUnsupported(charset, charset.toLowerCase());
  }
}

function factsOf(recipe: Recipe, matches: boolean, charset: string | null): TypeFacts {
  const { line, options, acceptsCharset, parse } = recipe;
  const { limit, verify } = options;
  return {
    matches,
    accepted: charset === null || acceptsCharset!(charset),
    plan: {
      limit,
      charset: verify === null ? charset : null,
      charsets: line.charsets,
      bodyCharset: charset,
      verify,
      parse,
    },
  };
}

function hasBody(req: BodyRequest): boolean {
  const { headers } = req;
  if (headers['transfer-encoding'] !== undefined || !Number.isNaN(Number(headers['content-length'])))
    return true;
  return hasFrames(req);
}
