import type { Socket } from 'node:net';
import type accept from 'accepts';
import type { Request } from 'express-serve-static-core';
import type isFresh from 'fresh';
import type parseRange from 'range-parser';
import type typeIs from 'type-is';

/** The versions of libraries that a line reads requests with, whose results differ. Reading one loads it. */
export interface RequestLine {
  readonly accept: typeof accept;
  readonly isFresh: typeof isFresh;
  readonly parseRange: typeof parseRange;
  readonly typeIs: typeof typeIs;
  /** `req.socket` or `req.connection`: mocked requests may have only the one that Express reads. */
  socketOf(req: Request): Socket;
}
