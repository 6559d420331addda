/** The function that agents patch to wrap the reading of a body: body-parser exports it from `lib/read.js`. Each line has its own. */
import type { ServerResponse } from 'node:http';
import type { BodyRequest, ParserLine, Read, Run } from './line.js';
import { BodyParser, type Next, type ParserConfig, type TypeFacts } from './middleware.js';

/** Agents replace it with a function that passes another `next`. */
function read(req: BodyRequest, res: ServerResponse, next: Next, run: Run): void {
  run(req, res, next);
}

export function createReadHook(): ParserLine['readHook'] {
  return { read };
}

/** The hook is read when the parser is created. If it is replaced later, that has no effect, as in body-parser. */
export function createBodyParser(config: ParserConfig): BodyParser {
  const { readHook } = config.line;
  return readHook.read === read ? new BodyParser(config) : new HookedParser(config, readHook.read);
}

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
