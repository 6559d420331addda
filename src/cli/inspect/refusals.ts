import { pathText } from '../../../compiler/listing.js';
import type { Line } from '../../lines/line.js';
import { v4 } from '../../lines/v4/line.js';
import { v5 } from '../../lines/v5/line.js';
import type { PathPart, Refusal } from './inspection.js';

const refusals = new WeakMap<object, Refusal>();
const NEVER = /(?!)/;

/**
 * Makes layers accept paths that the line rejects, so that all of them can be reported and not just the first. Such layers
 * never match.
 */
export function collectRefusals(): void {
  for (const line of [v5, v4]) {
    const { Layer } = line;
    const collecting = new Proxy(Layer, {
      construct(target, args: ConstructorParameters<Line['Layer']>, created) {
        try {
          return Reflect.construct(target, args, created);
        } catch (error) {
          const [path, ...rest] = args;
          const layer = Reflect.construct(target, [NEVER, ...rest], created);
          refusals.set(layer, { ...describePath(path), message: (error as Error).message });
          return layer;
        }
      },
    });
    (line as { Layer: Line['Layer'] }).Layer = collecting;
  }
}

function describePath(path: unknown): Pick<Refusal, 'path' | 'parts'> {
  return { path: pathText(path), parts: partsOf(path) };
}

export function partsOf(path: unknown): PathPart[] {
  return [path].flat(Infinity).map((one) => ({ text: String(one), regexp: one instanceof RegExp }));
}

export function refusalOf(layer: object): Refusal | null {
  return refusals.get(layer) ?? null;
}
