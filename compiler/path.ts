/**
 * A path is regular when it begins with a slash, has no empty segment inside, and is printable ASCII without `#`.
 * Only regular paths go through the tree; the others are rare, and the linear scan answers them exactly.
 * (RegExps fold the case of other characters by rules that `toLowerCase` does not follow.)
 */

/** What a lookup needs to know of a path. One object is reused: a lookup is synchronous. */
export interface PathKey {
  /** Lowercased, without the slash at its end; what static maps are keyed by. */
  key: string;
  /** The path ends with a slash (and is not just one). */
  slashed: boolean;
  /** Contains a percent sign: decoding may fail in layers of other methods, which must be asked, too. */
  encoded: boolean;
}

const SLASH = 47;
const PERCENT = 37;
const QUESTION = 63;
const HASH = 35;
const SPACE = 32;

/**
 * Reads the path at the beginning of `url`, up to a `?` or the end, in one pass. Returns where it ends, or -1 if it is
 * not regular; `into` is filled only for a regular path.
 */
export function readPath(url: string, into: PathKey): number {
  if (url.charCodeAt(0) !== SLASH) return -1;
  const length = url.length;
  let previous = SLASH;
  let upper = false;
  let encoded = false;
  let end = 1;
  for (; end < length; end++) {
    const code = url.charCodeAt(end);
    if (code === SLASH) {
      if (previous === SLASH) return -1;
    } else if (code >= 97 && code < 128) {
      // Most characters are lower case letters.
    } else if (code === QUESTION) {
      break;
    } else if (code <= SPACE || code === HASH || code >= 128) {
      return -1;
    } else if (code === PERCENT) {
      encoded = true;
    } else if (code >= 65 && code <= 90) {
      upper = true;
    }
    previous = code;
  }
  const slashed = end > 1 && previous === SLASH;
  const keyEnd = slashed ? end - 1 : end;
  const key = keyEnd === length ? url : url.slice(0, keyEnd);
  into.key = upper ? key.toLowerCase() : key;
  into.slashed = slashed;
  into.encoded = encoded;
  return end;
}
