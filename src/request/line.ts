import accept from 'accepts';
import isFresh from 'fresh';
import parseRange from 'range-parser';
import typeIs from 'type-is';

/** The libraries that read a request's headers: their versions differ between the lines, and with them the answers. */
export interface RequestLine {
  readonly accept: typeof accept;
  readonly isFresh: typeof isFresh;
  readonly parseRange: typeof parseRange;
  readonly typeIs: typeof typeIs;
}

export const line5: RequestLine = { accept, isFresh, parseRange, typeIs };
