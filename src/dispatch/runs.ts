import { type DispatchList, Rest } from '../../compiler/ir.js';
import type { LayerLike } from '../contracts/layer.js';
import type { Frame } from './frame.js';

type List = DispatchList<LayerLike>;

/** Begins with the first run of a list; `behind` is what comes after all of it. */
export function enterList(frame: Frame, list: List, behind: Rest<LayerLike> | null): void {
  frame.cursor = 0;
  frame.list = list.entries;
  frame.rest = behind;
  if (list.entries === null) enterParts(frame, list, behind);
}

/** A few lists are so long that they have parts, down to some depth: only then is there something to remember. */
function enterParts(frame: Frame, list: List, behind: Rest<LayerLike> | null): void {
  let inner = list;
  let rest = behind;
  while (inner.parts !== null) {
    rest = new Rest(inner.parts, 1, rest);
    inner = inner.parts[0]!;
  }
  frame.list = inner.entries;
  frame.rest = rest;
}

/** Goes on with the run behind the one that is over. */
export function nextRun(frame: Frame, { parts, at, behind }: Rest<LayerLike>): void {
  enterList(frame, parts[at]!, at + 1 < parts.length ? new Rest(parts, at + 1, behind) : behind);
}
