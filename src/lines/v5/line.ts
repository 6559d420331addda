import { dialect5 } from '../../../compiler/dialect5.js';
import type { LayerConstructor } from '../../contracts/layer.js';
import type { Line } from '../line.js';
import { Layer } from './layer.js';
import { readTemplate5 } from './template.js';

/** The 5.x line, from which the others are derived. */
export const v5: Line = {
  dialect: dialect5,
  readTemplate: readTemplate5,
  Layer: Layer as unknown as LayerConstructor,
  keysOf: (layer) => layer.keys ?? [],
  setKeys(layer, names) {
    // Users may change the array, so each layer has its own.
    if (!areEqual(layer.keys, names)) layer.keys = names.slice();
  },
  copyParams(params: any) {
    const copied: Record<string, unknown> = {};
    // Takes a third of the time of `Object.assign` for objects without a prototype, such as parameters.
    for (const name of Object.keys(params)) copied[name] = params[name];
    return copied;
  },
  routeHandler: (route) =>
    function handle(req, res, next) {
      route.dispatch(req, res, next);
    },
  handlesMethod: (route: any, method) => route._handlesMethod(method),
  listMethods: (route: any) => route._methods(),
  requestMethod: 'handleRequest',
  errorMethod: 'handleError',
  flatten: (handlers) => handlers.flat(Number.POSITIVE_INFINITY),
  // `Object.create(null)` creates a hash table in V8, which takes three times the memory.
  createMethods: () => Object.setPrototypeOf({}, null),
  countsEveryStep: false,
  watchesPromises: true,
  allow: (methods) => [...new Set(methods)].sort().join(', '),
  sendOptions(res, allow) {
    res.setHeader('Allow', allow);
    res.setHeader('Content-Length', Buffer.byteLength(allow));
    res.setHeader('Content-Type', 'text/plain');
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.end(allow);
  },
  paramsMethod: null,
  messages: {
    useWithoutHandler: (path) =>
      new TypeError(`argument handler is required: use(${show(path)}) got no function`),
    useWithWrongHandler: (path, got) =>
      new TypeError(`argument handler must be a function: use(${show(path)}) got ${describe(got)}`),
    routeWithoutHandler: (method, path) =>
      new TypeError(`argument handler is required: ${method}(${show(path)}) got no function`),
    routeWithWrongHandler: (method, path, got) =>
      new TypeError(`argument handler must be a function: ${method}(${show(path)}) got ${describe(got)}`),
  },
};

function areEqual(keys: readonly unknown[] | undefined, names: readonly string[]): boolean {
  if (keys?.length !== names.length) return false;
  for (let i = 0; i < names.length; i++) if (keys[i] !== names[i]) return false;
  return true;
}

function show(path: unknown): string {
  return typeof path === 'string' ? JSON.stringify(path) : String(path);
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  const text = typeof value === 'object' ? Object.prototype.toString.call(value) : String(value);
  return `${typeof value} ${text}`;
}
