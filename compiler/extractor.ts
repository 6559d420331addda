import type { Extractor, Params } from './ir.js';
import type { Shape } from './shape.js';

/** Creates an extractor that reads parameters by position. The shape is precise; if `whole`, it always matches the complete path. */
export function createExtractor(shape: Shape, whole: boolean, decode: (value: string) => string): Extractor {
  const isText = shape.wild === null && shape.names.every((name) => name === null);
  return whole && isText ? NO_PARAMS : new SegmentExtractor(shape, whole, decode);
}

const SLASH = 47;

/** For routes without parameters. */
const NO_PARAMS: Extractor = { names: [], extract: (path) => path.length };

class SegmentExtractor implements Extractor {
  declare readonly names: readonly string[];
  /** For each segment: the name of its parameter, or the length of its text including the slash. */
  declare readonly steps: readonly (string | number)[];
  declare readonly wild: string | null;
  /** The step whose parameter ends at the end of the path, or -1. */
  declare readonly last: number;
  declare readonly decode: (value: string) => string;

  constructor(shape: Shape, whole: boolean, decode: (value: string) => string) {
    // Arrays of the exact size: `push` would allocate space for seventeen elements.
    const steps = new Array<string | number>(shape.segments.length);
    const names: string[] = [];
    for (let i = 0; i < steps.length; i++) {
      const name = shape.names[i];
      // Text has the same length in the path and in the pattern: only its case may differ.
      if (name == null) {
        steps[i] = shape.segments[i]!.length + 1;
      } else {
        steps[i] = internalize(name);
        names.push(steps[i] as string);
      }
    }
    this.wild = shape.wild === null ? null : internalize(shape.wild);
    this.last = whole && shape.wild === null ? steps.length - 1 : -1;
    this.steps = steps;
    if (this.wild !== null) names.push(this.wild);
    this.names = withoutRepeats(names);
    this.decode = decode;
  }

  extract(path: string, params: Params, from = 0): number {
    const { steps } = this;
    let at = from;
    for (let i = 0; i < steps.length; i++) {
      const step = steps[i]!;
      if (typeof step === 'number') {
        at += step;
        continue;
      }
      const end = i === this.last ? endWithoutSlash(path) : endOfSegment(path, at + 1);
      params[step] = this.decode(path.slice(at + 1, end));
      at = end;
    }
    if (this.wild !== null && path.charCodeAt(at) === SLASH) {
      params[this.wild] = path
        .slice(at + 1)
        .split('/')
        .map(this.decode);
      at = path.length;
    }
    return at;
  }
}

function endOfSegment(path: string, from: number): number {
  const slash = path.indexOf('/', from);
  return slash === -1 ? path.length : slash;
}

function endWithoutSlash(path: string): number {
  const { length } = path;
  return path.charCodeAt(length - 1) === SLASH ? length - 1 : length;
}

const NONE: readonly string[] = [];

/** A copy, because an array that was pushed to has space for more. */
function withoutRepeats(names: readonly string[]): readonly string[] {
  if (names.length === 0) return NONE;
  return names.length === 1 ? names.slice() : [...new Set(names)];
}

/**
 * A concatenated name is a rope, which V8 looks up in its string table each time it is used as a property name: 1 microsecond
 * per request. Object.keys returns the internalized string. That is slow as well, so names are cached: large tables use few
 * different ones.
 */
function internalize(name: string): string {
  let known = internalized.get(name);
  if (known === undefined) {
    if (internalized.size >= MAX_INTERNALIZED) internalized.clear();
    known = Object.keys({ [name]: true })[0]!;
    internalized.set(known, known);
  }
  return known;
}

const MAX_INTERNALIZED = 256;
const internalized = new Map<string, string>();
