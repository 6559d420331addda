import { dialect4 } from '../../../compiler/dialect4.js';
import type { LayerConstructor } from '../../contracts/layer.js';
import { flatten } from '../../registration/flatten.js';
import type { Line } from '../line.js';
import { mergeInherited } from '../shared/merge.js';
import { v5 } from '../v5/line.js';
import { Layer } from './layer.js';
import { readTemplate4 } from './template.js';

/** Set by router.ts, which imports this file. */
export const paramsMethod: { original: unknown } = { original: undefined };

/** The 4.x line: what differs from 5.x. */
export const v4: Line = {
  ...v5,
  dialect: dialect4,
  readTemplate: readTemplate4,
  Layer: Layer as unknown as LayerConstructor,
  keysOf: (layer) => layer.keys?.map((key) => key.name) ?? [],
  setKeys() {},
  copyParams: (params) => mergeInherited(params),
  routeHandler: (route) => route.dispatch.bind(route),
  handlesMethod: (route: any, method) => route._handles_method(method),
  listMethods: (route: any) => route._options(),
  requestMethod: 'handle_request',
  errorMethod: 'handle_error',
  flatten: (handlers) => flatten(handlers),
  createMethods: () => ({}),
  countsEveryStep: true,
  watchesPromises: false,
  allow: (methods) => [...new Set(methods)].join(','),
  sendOptions(res, allow) {
    res.set('Allow', allow);
    res.send(allow);
  },
  paramsMethod,
  messages: {
    useWithoutHandler: () => new TypeError('Router.use() requires a middleware function'),
    useWithWrongHandler: (_path, got) =>
      new TypeError(`Router.use() requires a middleware function but got a ${kindOf(got)}`),
    routeWithoutHandler: null,
    routeWithWrongHandler: (method, _path, got) => {
      const message = `Route.${method}() requires a callback function but got a ${Object.prototype.toString.call(got)}`;
      return method === 'all' ? new TypeError(message) : new Error(message);
    },
  },
};

function kindOf(value: unknown): string {
  return typeof value === 'object' ? Object.prototype.toString.call(value).slice(8, -1) : typeof value;
}
