import { GUARDED } from '../../../compiler/ir.js';
import type { LayerView, LeafView, NodeView, ProgramView } from '../../../compiler/view.js';
import type { LayerFacts } from './inspection.js';

export type Layer = LayerView & LayerFacts;
export type Program = ProgramView<LayerFacts>;

/** A layer at its place in the whole table: `3.0` is the first layer of what is mounted in the fourth. */
export interface Placed {
  readonly key: string;
  readonly layer: Layer;
  /** How many routers it is in. */
  readonly depth: number;
}

/** A layer in the dispatch list of a leaf. */
export interface LeafStep extends Placed {
  /** Certain: it matches every path of the leaf. */
  readonly certain: boolean;
}

/** Routers may be mounted in each other, without end. */
const MAX_DEPTH = 16;

/** Every layer, mounted ones behind their mount, in the order in which they are tried. */
export function allLayers(program: Program): Placed[] {
  return layersBelow(program, 0, '', 0);
}

function layersBelow(program: Program, table: number, prefix: string, depth: number): Placed[] {
  if (depth > MAX_DEPTH) return [];
  return program.tables[table]!.layers.flatMap((layer, index) => {
    const placed: Placed = { key: `${prefix}${index}`, layer, depth };
    return layer.mount === null
      ? [placed]
      : [placed, ...layersBelow(program, layer.mount, `${placed.key}.`, depth + 1)];
  });
}

/** The leaves below a node, the more specific ones first. */
export function* leavesOf(node: NodeView): Generator<LeafView> {
  for (const child of node.children) yield* leavesOf(child);
  if (node.leaf) yield node.leaf;
  if (node.wild) yield node.wild;
}

/** The layers of a dispatch list, with those of the lists inside it. */
export function stepsOf(program: Program, list: number): LeafStep[] {
  return stepsWithin(program, list, 0, '', 0, true);
}

function stepsWithin(
  program: Program,
  list: number,
  table: number,
  prefix: string,
  depth: number,
  certain: boolean,
): LeafStep[] {
  const { layers } = program.tables[table]!;
  return program.lists[list]!.flatMap(([index, certainty, inner]) => {
    const layer = layers[index]!;
    const key = `${prefix}${index}`;
    const step: LeafStep = { key, layer, depth, certain: certain && certainty !== GUARDED };
    if (layer.mount === null) return [step];
    const inside =
      inner === null
        ? layersBelow(program, layer.mount, `${key}.`, depth + 1).map((one) => ({ ...one, certain: false }))
        : stepsWithin(program, inner, layer.mount, `${key}.`, depth + 1, step.certain);
    return [step, ...inside];
  });
}
