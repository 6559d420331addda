import { METHODS } from 'node:http';
import type { Entry } from '../finding.js';
import type { Node } from './parser.js';
import { lineOf, type SourceFile } from './source-file.js';
import { childrenOf, isFunction, type MethodCall, methodCallOf, unwrap } from './syntax.js';
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

const VERBS = new Set(METHODS.map((method) => method.toLowerCase()));
const OTHERS = new Set(['use', 'all', 'route', 'del']);

/** The call that registered a layer; null if it is not in this file. */
export function registrationOf(file: SourceFile, { layer }: Entry): MethodCall | null {
  const end = layer.source?.lastIndexOf(':') ?? -1;
  if (end === -1 || layer.source!.slice(0, end) !== file.path) return null;
  const line = Number(layer.source!.slice(end + 1));
  const calls = file.calls.filter((call) => lineOf(call.property) === line && isVerb(call));
  return calls.find((call) => isRegistrationOf(call, layer)) ?? calls[0] ?? null;
}

function isVerb({ name }: MethodCall): boolean {
  return VERBS.has(name) || OTHERS.has(name);
}

/** Whether a call has a path and handlers, judged by its name. */
export function isRegistration(call: MethodCall): boolean {
  return isVerb(call) && (call.args.length > 1 || call.name === 'route');
}

/** The call with the path of a layer: that of `route`, if it was registered on one. */
export function pathCallOf(file: SourceFile, entry: Entry): MethodCall | null {
  const call = registrationOf(file, entry);
  let at = call;
  while (at !== null && at.name !== 'route') at = methodCallOf(unwrap(at.object));
  return at ?? call;
}

/** There may be several on one line. */
function isRegistrationOf({ name, args }: MethodCall, layer: Entry['layer']): boolean {
  const verbs = layer.methods === null ? ['use'] : layer.methods === '*' ? ['all', 'route'] : layer.methods;
  const isVerb = verbs.some((verb) => verb.toLowerCase() === name) || name === 'route' || name === 'del';
  const text = args[0]?.type === 'Literal' ? args[0].value : null;
  return isVerb && (text === null || layer.parts.some((part) => part.text === text));
}

/** The functions in an expression, but not those nested in functions. */
function outerFunctions(node: Node): Node[] {
  return isFunction(node) ? [node] : childrenOf(node).flatMap(outerFunctions);
}
