import type { LayerRecord, Matchable } from '../../../compiler/ir.js';
import { Step } from '../../lines/v3/explain.js';
import { regexpsOf } from '../../lines/v5/layer.js';
import type { Matcher } from './inspection.js';

type Flagged = RegExp & { fast_star?: boolean };

/** The matcher of a layer of any line. */
export function matcherOf({ layer, path, options, foreign, slash }: LayerRecord): Matcher {
  if (slash) return { kind: 'everything' };
  if (layer instanceof Step) return stepMatcher(layer);
  if (foreign) return { kind: 'unknown' };
  const { regexp } = layer as Matchable & { regexp?: Flagged };
  if (regexp?.fast_star) return { kind: 'star' };
  return fromRegexps(regexp === undefined ? regexpsOf(path, options) : [regexp]);
}

function stepMatcher({ origin }: Step): Matcher {
  if ('route' in origin) return fromRegexps([origin.route.regexp]);
  return { kind: 'below', prefix: origin.layer.route };
}

function fromRegexps(regexps: readonly RegExp[]): Matcher {
  return { kind: 'regexps', regexps: regexps.map(({ source, flags }) => [source, flags] as const) };
}
