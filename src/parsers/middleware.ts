/** Decides which requests a parser reads, with the same checks in the same order as body-parser. */
import type { ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import { hasHttp2Body } from '../request/frames.js';
import { BodyRead, type BodyReadPlan, type Next, type Parse } from './body-read.js';
import { isNative } from './charset.js';
import { charsetUnsupported, encodingForbidden, encodingUnsupported } from './errors.js';
import { HeaderMemo, isLength } from './headers.js';
import { inflaterFor } from './inflate.js';
import type { BodyRequest, ParserLine } from './line.js';
import type { CommonOptions } from './options.js';

export type { Next, Parse } from './body-read.js';

export interface ParserConfig {
  readonly line: ParserLine;
  readonly options: CommonOptions;
  /** Returns whether the parser can read a charset; null if it reads bytes. */
  readonly acceptsCharset: ((charset: string) => boolean) | null;
  readonly parse: Parse;
}

/** What a parser derives from a Content-Type. */
export interface TypeFacts {
  readonly matches: boolean;
  readonly accepted: boolean;
  readonly plan: BodyReadPlan;
}

export class BodyParser {
  readonly #line: ParserLine;
  readonly #options: CommonOptions;
  readonly #types: HeaderMemo<TypeFacts>;
  /** For requests without Content-Type, which only a `type` function can match. */
  readonly #untyped: TypeFacts;

  constructor(config: ParserConfig) {
    const { line, options, acceptsCharset } = config;
    const { type, defaultCharset } = options;
    this.#line = line;
    this.#options = options;
    this.#types = new HeaderMemo((header) => {
      const matches = typeof type !== 'function' && line.matchesType(header, type);
      const charset = acceptsCharset === null ? null : line.charsetOf(header) || defaultCharset;
      return createTypeFacts(config, matches, charset);
    });
    this.#untyped = createTypeFacts(config, false, acceptsCharset === null ? null : defaultCharset);
  }

  handle(req: BodyRequest, res: ServerResponse, next: Next): void {
    const facts = this.#matchType(req);
    if (facts === null) {
      next();
    } else if (facts.accepted) {
      this.read(req, res, next, facts);
    } else {
      const charset = facts.plan.bodyCharset!;
      next(charsetUnsupported(charset, charset));
    }
  }

  protected read(req: BodyRequest, res: ServerResponse, next: Next, facts: TypeFacts): void {
    this.#line.markRead(req);
    const error = this.#checkCharset(facts);
    if (error !== null) {
      next(error);
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
    new BodyRead(req, res, next, facts.plan, inflater).start();
  }

  /** Null if this parser skips the request. */
  #matchType(req: BodyRequest): TypeFacts | null {
    if (this.#line.isRead(req)) return null;
    this.#line.initBody(req);
    if (!hasBody(req)) return null;
    const { type } = this.#options;
    const wanted = typeof type === 'function' ? type(req) : null;
    if (wanted !== null && !wanted) return null;
    // Read after the `type` function was called, since that may change the header.
    const header = req.headers['content-type'];
    const facts = header ? this.#types.get(header) : this.#untyped;
    return wanted || facts.matches ? facts : null;
  }

  #checkCharset({ plan }: TypeFacts): unknown {
    const charset = plan.bodyCharset;
    // `verify` runs before decoding, so an unknown charset is rejected first.
    if (charset === null || plan.verify === null || isNative(charset)) return null;
    return this.#line.charsets.encodingExists(charset)
      ? null
      : charsetUnsupported(charset, charset.toLowerCase());
  }
}

function createTypeFacts(config: ParserConfig, matches: boolean, charset: string | null): TypeFacts {
  const { line, options, acceptsCharset, parse } = config;
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
  if (headers['transfer-encoding'] !== undefined || isLength(headers['content-length'])) return true;
  return hasHttp2Body(req);
}
