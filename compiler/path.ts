/**
 * A path is regular when it begins with a slash, has no empty segment inside, and is plain ASCII without `?` and
 * `#`. Only regular paths go through the tree; the others are rare, and the linear scan answers them exactly.
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

/** Fills `into` and returns true if the path is regular. */
export function readPath(path: string, into: PathKey): boolean {
  const length = path.length;
  if (length === 0 || path.charCodeAt(0) !== SLASH) return false;
  let previous = SLASH;
  let upper = false;
  let encoded = false;
  for (let i = 1; i < length; i++) {
    const code = path.charCodeAt(i);
    if (code === SLASH) {
      if (previous === SLASH) return false;
    } else if (code >= 128 || code === 63 || code === 35) {
      return false;
    } else if (code === PERCENT) {
      encoded = true;
    } else if (code >= 65 && code <= 90) {
      upper = true;
    }
    previous = code;
  }
  const slashed = length > 1 && previous === SLASH;
  const bare = slashed ? path.slice(0, -1) : path;
  into.key = upper ? bare.toLowerCase() : bare;
  into.slashed = slashed;
  into.encoded = encoded;
  return true;
}
