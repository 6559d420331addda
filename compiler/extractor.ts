import type { Extractor, Params } from './ir.js';
import type { Shape } from './shape.js';

/** Reads the parameters of a precise shape by position. */
export function extractorOf(shape: Shape, decode: (value: string) => string): Extractor {
  return new SegmentExtractor(shape, decode);
}

const SLASH = 47;

class SegmentExtractor implements Extractor {
  declare readonly names: readonly string[];
  declare readonly segmentNames: readonly (string | null)[];
  declare readonly skips: readonly number[];
  declare readonly wild: string | null;
  declare readonly decode: (value: string) => string;

  constructor(shape: Shape, decode: (value: string) => string) {
    const names = shape.names.filter((name) => name !== null);
    if (shape.wild !== null) names.push(shape.wild);
    this.names = [...new Set(names)];
    this.segmentNames = shape.names;
    // A text segment is as long in the path as in the pattern: only its case may differ.
    this.skips = shape.segments.map((segment) => (segment === null ? 0 : segment.length + 1));
    this.wild = shape.wild;
    this.decode = decode;
  }

  extract(path: string, params: Params): number {
    let at = 0;
    for (let i = 0; i < this.skips.length; i++) {
      const name = this.segmentNames[i];
      if (name === null || name === undefined) {
        at += this.skips[i]!;
        continue;
      }
      let end = path.indexOf('/', at + 1);
      if (end === -1) end = path.length;
      params[name] = this.decode(path.slice(at + 1, end));
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
