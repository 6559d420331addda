/**
 * What the parsers have in common: `BodyParser` decides which requests a parser reads, with the same checks in the same order as
 * body-parser. read.ts then reads the body.
 */
import type { ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import { hasHttp2Body } from '../request/http2.js';
import { isNative } from './charset.js';
import { charsetUnsupported, encodingForbidden, encodingUnsupported } from './errors.js';
import { HeaderMemo, isLength } from './headers.js';
import { inflaterFor } from './inflate.js';
import type { BodyRequest, ParserLine, Read, Run } from './line.js';
import type { CommonOptions } from './options.js';
import { type BodyPlan, BodyRead, type Next, type Parse } from './read.js';

export type { Next, Parse } from './read.js';

export interface ParserConfig {
  readonly line: ParserLine;
  readonly options: CommonOptions;
  /** Returns whether the parser can read a charset; null if it reads bytes. */
  readonly acceptsCharset: ((charset: string) => boolean) | null;
  readonly parse: Parse;
}

/** Creates a parser. The hook is read now: if it is replaced later, that has no effect, as in body-parser. */
export function createBodyParser(config: ParserConfig): BodyParser {
  const { readHook } = config.line;
  return readHook.read === read ? new BodyParser(config) : new HookedParser(config, readHook.read);
}

/** What a parser derives from a Content-Type. */
interface TypeFacts {
  readonly matches: boolean;
  readonly accepted: boolean;
  readonly plan: BodyPlan;
}

class BodyParser {
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
      const charset = facts.plan.charset!;
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
    const charset = plan.charset;
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
      charset,
      streamCharset: verify === null ? charset : null,
      charsets: line.charsets,
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

/** The hook that agents patch to wrap the reading of a body: body-parser exports it from `lib/read.js`. Each line has its own. */
export function createReadHook(): ParserLine['readHook'] {
  return { read };
}

/** Agents replace it with a function that passes another `next`. */
function read(req: BodyRequest, res: ServerResponse, next: Next, run: Run): void {
  run(req, res, next);
}

/** Used if the hook has been replaced. */
class HookedParser extends BodyParser {
  readonly #read: Read;
  readonly #hooksEveryRequest: boolean;

  constructor(config: ParserConfig, read: Read) {
    super(config);
    this.#read = read;
    this.#hooksEveryRequest = config.line.hooksEveryRequest;
  }

  override handle(req: BodyRequest, res: ServerResponse, next: Next): void {
    if (!this.#hooksEveryRequest) super.handle(req, res, next);
    else this.#read(req, res, next, (...args) => super.handle(...args));
  }

  protected override read(req: BodyRequest, res: ServerResponse, next: Next, facts: TypeFacts): void {
    if (this.#hooksEveryRequest) super.read(req, res, next, facts);
    else this.#read(req, res, next, (...args) => super.read(...args, facts));
  }
}
