/** The helpers of Express 3's `lib/utils`, in the order in which it lists them. */
import { format, parse } from 'content-type-v1';
import { flatten } from '../../registration/flatten.js';
import { createUtils } from '../../utils.js';
import { responseLine4 as response } from '../v4/response-line.js';
import { map } from '../v4/utils.js';
import { chooseOffer, matchesAccepted, parseAccepted, parseAcceptedTypes, readOffer } from './accept.js';
import { createLocals } from './locals.js';
import { pathRegexp } from './path.js';
import { set } from './settings.js';
import { isAbsolute } from './view.js';

const { etag, wetag, compileETag, compileTrust, setCharset } = createUtils({
  set,
  response,
  map,
  parameters: () => [],
  parse,
  format,
});

export default {
  etag,
  wetag,
  locals: createLocals,
  isAbsolute: (path: string) => isAbsolute(path) || undefined,
  flatten: (array: ArrayLike<unknown>, into?: unknown[]) => flatten(array, undefined, into || undefined),
  normalizeType: (type: string) => readOffer(type),
  normalizeTypes: (types: ArrayLike<string>) => map(types, readOffer),
  acceptsArray: chooseOffer,
  accepts: chooseOffer,
  accept: matchesAccepted,
  parseAccept: parseAcceptedTypes,
  parseParams: parseAccepted,
  pathRegexp,
  compileETag,
  compileTrust,
  setCharset,
};
