import { joinPaths, methodsOf } from '../../../compiler/listing.js';
import type { Inspection } from './inspection.js';
import { allLayers, type Layer, leavesOf, type Placed, type Program, stepsOf } from './steps.js';

export type Kind = 'route' | 'middleware' | 'error handler' | 'mount';

/** One line of the route table. */
export interface Row {
  readonly key: string;
  readonly kind: Kind;
  readonly methods: readonly string[];
  /** From the root, as registered. */
  readonly path: string;
  readonly name: string;
  readonly source: string | null;
  readonly depth: number;
  /** How many functions run before the last one of a route, and how many more may run; null for other rows. */
  readonly middleware: Count | null;
}

export interface Count {
  readonly sure: number;
  readonly maybe: number;
}

/** The first two layers of an application of 3.x and 4.x are Express's own. */
const EXPRESS_LAYERS = new Set(['query', 'expressInit']);

export function rowsOf({ program, line }: Pick<Inspection, 'program' | 'line'>): Row[] {
  const counts = countMiddleware(program, line);
  const prefixes: string[] = [''];
  return allLayers(program).map(({ key, layer, depth }) => {
    const path = joinPaths(prefixes[depth]!, layer.refused?.path ?? layer.path);
    prefixes[depth + 1] = path;
    const kind = kindOf(layer);
    return {
      key,
      kind,
      methods: methodsOf(layer),
      path,
      name: nameOf(layer),
      source: layer.source,
      depth,
      middleware: kind === 'route' ? (counts.get(key) ?? { sure: countOwnHandlers(layer), maybe: 0 }) : null,
    };
  });
}

export function kindOf({ methods, mount, handlers }: Layer): Kind {
  if (methods !== null) return 'route';
  if (mount !== null) return 'mount';
  return handlers[0]?.arity === 4 ? 'error handler' : 'middleware';
}

function isExpressLayer({ key, layer }: Placed, line: string): boolean {
  return line !== '5' && /(?:^|\.)[01]$/.test(key) && EXPRESS_LAYERS.has(layer.name);
}

/** Names that are not shown: those of anonymous functions, and of the function that runs a route. */
const NAMELESS = new Set(['', '<anonymous>', 'anonymous', 'handle', 'bound dispatch']);

/** The name of a route or, if it has none, of its last function. */
export function nameOf({ name, methods, handlers }: Layer): string {
  if (!NAMELESS.has(name)) return name;
  return (methods === null ? '' : handlers.at(-1)?.name) ?? '';
}

/** How many functions of a route run before its last one, for one of its methods. */
function countOwnHandlers({ handlers }: Layer): number {
  const method = handlers.at(-1)?.method ?? null;
  return Math.max(0, handlers.filter((one) => one.method === null || one.method === method).length - 1);
}

/** Counts the middleware before a route in its own leaf, which is its least specific leaf and has the fewest. */
function countMiddleware(program: Program, line: string): Map<string, Count> {
  const counts = new Map<string, Count>();
  const lists = new Set<number>();
  for (const index of program.indexes) {
    for (const leaf of leavesOf(index)) for (const list of leaf) if (list !== null) lists.add(list);
  }
  for (const list of lists) {
    let sure = 0;
    let maybe = 0;
    for (const step of stepsOf(program, list)) {
      const kind = kindOf(step.layer);
      if (kind === 'route') {
        const known = counts.get(step.key);
        const count = { sure: sure + countOwnHandlers(step.layer), maybe };
        if (known === undefined || count.sure < known.sure) counts.set(step.key, count);
      }
      if (kind !== 'middleware' || isExpressLayer(step, line)) continue;
      if (step.certain) sure++;
      else maybe++;
    }
  }
  return counts;
}
