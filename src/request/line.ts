import type { Socket } from 'node:net';
import type accept from 'accepts';
import type { Request } from 'express-serve-static-core';
import type isFresh from 'fresh';
import type parseRange from 'range-parser';
import type typeIs from 'type-is';

/** What reads requests: the versions of these libraries differ between the lines, and with them the answers. */
export interface RequestLine {
  readonly accept: typeof accept;
  readonly isFresh: typeof isFresh;
  readonly parseRange: typeof parseRange;
  readonly typeIs: typeof typeIs;
  /** Node has the connection under two names; requests that others have made may have it under one of them only. */
  socketOf(req: Request): Socket;
}
