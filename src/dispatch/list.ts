/**
 * Together with run.ts, whose `findLayer` goes through `frame.list`: moves a frame to the first entries of a dispatch list,
 * and from there to its next part.
 */
import { type DispatchList, RemainingParts } from '../../compiler/ir.js';
import type { LayerLike } from '../contracts/layer.js';
import type { Frame } from './frame.js';

type List = DispatchList<LayerLike>;
type Remaining = RemainingParts<LayerLike>;

/** Moves the frame to the first entries of a list; `after` is what follows the list. */
export function enterList(frame: Frame, list: List, after: Remaining | null): void {
  frame.cursor = 0;
  frame.list = list.entries;
  frame.remaining = after;
  if (list.entries === null) enterParts(frame, list, after);
}

/** Long lists are trees of parts. Only they allocate: a `RemainingParts` for each level of the tree. */
function enterParts(frame: Frame, list: List, after: Remaining | null): void {
  let inner = list;
  let remaining = after;
  while (inner.parts !== null) {
    remaining = new RemainingParts(inner.parts, 1, remaining);
    inner = inner.parts[0]!;
  }
  frame.list = inner.entries;
  frame.remaining = remaining;
}

/** Moves the frame to the next part, when it has tried all entries of the current one. */
export function enterNextPart(frame: Frame, { parts, next, after }: Remaining): void {
  enterList(
    frame,
    parts[next]!,
    next + 1 < parts.length ? new RemainingParts(parts, next + 1, after) : after,
  );
}
