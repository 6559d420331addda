import deprecate from 'depd';
import type { AnyHandler, Next } from '../contracts/handler.js';
import type { Line } from '../lines/line.js';

const warn = deprecate('maglev');

/** The result of a parameter's callbacks for a value: they run once per value and request. */
interface ParamState {
  error: unknown;
  match: unknown;
  value: unknown;
}
export type CalledParams = Record<string, ParamState>;

/** Whether any of these parameters has callbacks. */
export function hasCallbacks(callbacks: Record<string, AnyHandler[]>, keys: readonly string[]): boolean {
  for (let i = 0; i < keys.length; i++) if (callbacks[keys[i]!]) return true;
  return false;
}

/**
 * Runs the callbacks of the captured parameters one after the other, then `done`. All callbacks of the layer share one
 * position: a callback that calls `next` late or twice continues from there.
 */
export function processParams(
  line: Line,
  callbacks: Record<string, AnyHandler[]>,
  keys: readonly string[],
  called: CalledParams,
  req: any,
  res: any,
  done: Next,
): void {
  let position = 0;
  let index = 0;
  let key: string;
  let value: unknown;
  let fns: AnyHandler[] | undefined;
  let state: ParamState | undefined;
  nextParam();

  function nextParam(error?: unknown): void {
    if (error) {
      done(error);
      return;
    }
    if (position >= keys.length) {
      done();
      return;
    }
    index = 0;
    key = keys[position++]!;
    value = req.params?.[key];
    fns = callbacks[key];
    state = called[key];
    if (value === undefined || !fns) {
      nextParam();
    } else if (state && (state.match === value || (state.error && state.error !== 'route'))) {
      req.params[key] = state.value;
      nextParam(state.error);
    } else {
      called[key] = state = { error: null, match: value, value };
      nextCallback();
    }
  }

  function nextCallback(error?: unknown): void {
    const fn = fns?.[index++];
    // There is no state for a callback that calls `next` again after the last parameter.
    if (state) state.value = req.params?.[key];
    if (error) {
      if (state) state.error = error;
      nextParam(error);
      return;
    }
    if (!fn) {
      nextParam();
      return;
    }
    try {
      const result = fn(req, res, nextCallback, value, key) as any;
      if (line.watchesPromises && result != null && typeof result.then === 'function')
        catchRejection(result, nextCallback);
    } catch (thrown) {
      nextCallback(thrown);
    }
  }
}

function catchRejection(result: PromiseLike<unknown>, next: Next): void {
  if (!(result instanceof Promise)) {
    warn('parameters that are Promise-like are deprecated, use a native Promise instead');
  }
  result.then(null, (error) => next(error || new Error('Rejected promise')));
}

/** Merges a layer's parameters over its parent's. The layer's numbered ones are renumbered to follow the parent's. */
export function mergeParams(line: Line, own: any, parent: any): any {
  if (typeof parent !== 'object' || !parent) return own;
  const merged = copyParams(line, parent);
  if (0 in own && 0 in parent) shiftNumberedParams(own, parent);
  for (const name of Object.keys(own)) merged[name] = own[name];
  return merged;
}

/** Spreading is by far the fastest copy, but it would keep a `__proto__` that assigning drops. */
function copyParams(line: Line, params: any): any {
  return Object.getPrototypeOf(params) === Object.prototype ? { ...params } : line.copyParams(params);
}

function shiftNumberedParams(own: any, parent: any): void {
  let ownCount = 0;
  while (ownCount in own) ownCount++;
  let parentCount = 0;
  while (parentCount in parent) parentCount++;
  for (let i = ownCount - 1; i >= 0; i--) {
    own[i + parentCount] = own[i];
    if (i < parentCount) delete own[i];
  }
}
