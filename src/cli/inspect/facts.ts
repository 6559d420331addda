import type { LayerRecord, Matchable } from '../../../compiler/ir.js';
import type { AnyHandler } from '../../contracts/handler.js';
import type { LayerLike } from '../../contracts/layer.js';
import { Step } from '../../lines/v3/explain.js';
import { nameOf } from '../../registration/names.js';
import { sourceOf } from '../../registration/sources.js';
import type { Handler, LayerFacts } from './inspection.js';
import { matcherOf } from './matcher.js';
import type { Places } from './places.js';
import { partsOf, refusalOf } from './refusals.js';

/** What reports show of a layer in addition to the compiler's record. */
export function factsOf(record: LayerRecord, places: Places | null = null): LayerFacts {
  const { layer, path } = record;
  const refused = refusalOf(layer);
  return {
    name: nameOfLayer(layer),
    source: sourceOfLayer(layer),
    handlers: handlersOf(layer, places),
    matcher: matcherOf(record),
    parts: refused?.parts ?? partsOf(path),
    regexp: [path].flat().some((one) => one instanceof RegExp),
    refused,
  };
}

export function nameOfLayer(layer: Matchable): string {
  const { name, route } = layer as LayerLike;
  return (route && nameOf(route)) ?? name ?? '';
}

export function sourceOfLayer(layer: Matchable): string | null {
  if (!(layer instanceof Step)) return sourceOf(layer);
  return sourceOf('route' in layer.origin ? layer.origin.route : layer.origin.layer);
}

/** The functions of a route, or the function of a middleware. */
export function handlersOf(layer: Matchable, places: Places | null = null): Handler[] {
  const describe = (fn: AnyHandler, method: string | null) => describeHandler(fn, method, places);
  if (layer instanceof Step) {
    const { origin } = layer;
    if ('layer' in origin) return [describe(origin.layer.handle, null)];
    return origin.route.callbacks.map((fn) => describe(fn, origin.route.method));
  }
  const { route, handle } = layer as LayerLike;
  if (!route) return [describe(handle, null)];
  return route.stack.map(({ handle: fn, method }) => describe(fn, method ?? null));
}

function describeHandler(fn: AnyHandler, method: string | null, places: Places | null): Handler {
  return {
    name: fn.name,
    arity: fn.length,
    first: FIRST_PARAMETER.exec(Function.prototype.toString.call(fn))?.slice(1).find(Boolean) ?? '',
    method: method?.toUpperCase() ?? null,
    place: places?.of(fn) ?? null,
  };
}

/** The first parameter of a function, a method or an arrow function, with or without parentheses. */
const FIRST_PARAMETER = /^(?:async\s*)?(?:(?:function\b\s*\*?\s*)?[\w$]*\s*\(\s*([\w$]+)|([\w$]+)\s*=>)/;
