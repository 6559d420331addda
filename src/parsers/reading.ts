/** The way into reading, which agents replace: what body-parser exports from `lib/read.js`, on an object of each line. */
import type { ServerResponse } from 'node:http';
import type { BodyRequest, ParserLine, Read, Run } from './line.js';
import { BodyParser, type Next, type ParserConfig, type TypeFacts } from './middleware.js';

/** Agents give it another `next`. */
function read(req: BodyRequest, res: ServerResponse, next: Next, run: Run): void {
  run(req, res, next);
}

export function createReading(): ParserLine['reading'] {
  return { read };
}

/** What is replaced later is not heeded, nor is it by body-parser. */
export function createBodyParser(config: ParserConfig): BodyParser {
  const { reading } = config.line;
  return reading.read === read ? new BodyParser(config) : new WatchedParser(config, reading.read);
}

class WatchedParser extends BodyParser {
  readonly #read: Read;
  readonly #decidesByReading: boolean;

  constructor(config: ParserConfig, read: Read) {
    super(config);
    this.#read = read;
    this.#decidesByReading = config.line.decidesByReading;
  }

  override handle(req: BodyRequest, res: ServerResponse, next: Next): void {
    if (!this.#decidesByReading) super.handle(req, res, next);
    else this.#read(req, res, next, (...args) => super.handle(...args));
  }

  protected override read(req: BodyRequest, res: ServerResponse, next: Next, facts: TypeFacts): void {
    if (this.#decidesByReading) super.read(req, res, next, facts);
    else this.#read(req, res, next, (...args) => super.read(...args, facts));
  }
}
