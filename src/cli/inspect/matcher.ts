import { pathToRegexp } from 'path-to-regexp';
import type { LayerRecord, Matchable } from '../../../compiler/ir.js';
import { Step } from '../../lines/v3/explain.js';
import { regexpsOf } from '../../lines/v5/layer.js';
import type { Matcher } from './inspection.js';

type Flagged = RegExp & { fast_star?: boolean };
type Key = string | { readonly name: string | number };

/** The matcher of a layer of any line. */
export function matcherOf({ layer, path, options, foreign, slash }: LayerRecord): Matcher {
  if (slash) return { kind: 'everything' };
  if (layer instanceof Step) return stepMatcher(layer);
  if (foreign) return { kind: 'unknown' };
  const { regexp, keys = [] } = layer as Matchable & { regexp?: Flagged; keys?: readonly Key[] };
  if (regexp?.fast_star) return { kind: 'star' };
  if (regexp !== undefined) return fromRegexps([regexp], [namesOf(keys)]);
  return fromRegexps(regexpsOf(path, options), [path].flat().map(keysIn5));
}

function stepMatcher({ origin }: Step): Matcher {
  if ('layer' in origin) return { kind: 'below', prefix: origin.layer.route };
  const { regexp, keys } = origin.route as { regexp: RegExp; keys?: readonly Key[] };
  return fromRegexps([regexp], [namesOf(keys ?? [])]);
}

function fromRegexps(regexps: readonly RegExp[], keys: readonly (readonly string[])[]): Matcher {
  return {
    kind: 'regexps',
    regexps: regexps.map(({ source, flags }, i) => [source, flags, keys[i] ?? []] as const),
  };
}

function namesOf(keys: readonly Key[]): string[] {
  return keys.map((key) => String(typeof key === 'string' ? key : key.name));
}

const GROUP = /\(\?<([^=!>]+)>|\((?!\?)/g;

/** The names of the captures of a 5.x path, in the order of its RegExp. */
function keysIn5(path: unknown): string[] {
  if (!(path instanceof RegExp)) return namesOf(pathToRegexp(path as string).keys);
  let number = 0;
  return [...path.source.matchAll(GROUP)].map(([, name]) => name ?? String(number++));
}
