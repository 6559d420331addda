import type { Entry } from '../finding.js';
import { textsOfFirst } from './literals.js';
import type { Node } from './parser.js';
import { lineOf, type SourceFile } from './source-file.js';
import { childrenOf, isFunction, type MethodCall, methodCallOf, stringOf, unwrap } from './syntax.js';
import { isVerb } from './verbs.js';
import type { HandlerUse, Registered } from './visit.js';

/** The functions of a file that the application has registered, by their places. */
export function registeredIn(file: SourceFile, entries: readonly Entry[]): Registered {
  const uses = new Map<Node, HandlerUse>();
  const add = (node: Node, entry: Entry, direct: boolean) => {
    const known = uses.get(node);
    if (known?.entries.includes(entry)) return;
    uses.set(node, { entries: [...(known?.entries ?? []), entry], direct: direct || known?.direct === true });
  };
  for (const entry of entries) {
    for (const { place } of entry.layer.handlers) {
      const node = place?.file === file.path ? file.functionAt(place.line, place.column) : null;
      if (node !== null) add(node, entry, true);
    }
  }
  for (const entry of entries) {
    const call = registrationOf(file, entry);
    // Functions that are passed to a wrapper, whose result is registered: `app.get('/', wrap(async (req, res) => {}))`
    for (const node of call?.args.flatMap(outerFunctions) ?? []) if (!uses.has(node)) add(node, entry, false);
  }
  return { handlerOf: (node) => uses.get(node) ?? null };
}

/** The call that registered a layer; null if it is not in this file. */
export function registrationOf(file: SourceFile, { layer }: Entry): MethodCall | null {
  const end = layer.source?.lastIndexOf(':') ?? -1;
  if (end === -1 || layer.source!.slice(0, end) !== file.path) return null;
  const line = Number(layer.source!.slice(end + 1));
  const calls = file.calls.filter((call) => lineOf(call.property) === line && isVerb(call));
  const ofMethod = calls.filter((call) => isForMethods(call, layer));
  // Several layers may be registered on one line.
  const known = ofMethod.map((call) => pathTextsOf(file, call));
  const withPath = known.findIndex((texts) => layer.parts.some(({ text }) => texts.includes(text)));
  return ofMethod[withPath] ?? ofMethod.find((_, i) => known[i]!.length === 0) ?? calls[0] ?? null;
}

/** The call with the path of a layer: that of `route`, if it was registered on one. */
export function pathCallOf(file: SourceFile, entry: Entry): MethodCall | null {
  const call = registrationOf(file, entry);
  return call && (routeCallOf(call) ?? call);
}

/** The call of `route` that a chain of calls starts with. */
function routeCallOf(call: MethodCall): MethodCall | null {
  let at: MethodCall | null = call;
  while (at !== null && at.name !== 'route') at = methodCallOf(unwrap(at.object));
  return at;
}

function isForMethods({ name }: MethodCall, { methods }: Entry['layer']): boolean {
  const verbs = methods === null ? ['use'] : methods === '*' ? ['all', 'route'] : methods;
  return verbs.some((verb) => verb.toLowerCase() === name) || name === 'route' || name === 'del';
}

/** The paths of a registration that its code shows. */
function pathTextsOf(file: SourceFile, call: MethodCall): string[] {
  const literals = textsOfFirst(file, routeCallOf(call) ?? call);
  return literals.flatMap((one) => (one.regex ? String(one.value) : (stringOf(one) ?? [])));
}

/** The functions in an expression, but not those nested in functions. */
function outerFunctions(node: Node): Node[] {
  return isFunction(node) ? [node] : childrenOf(node).flatMap(outerFunctions);
}
