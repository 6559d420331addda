import querystring from 'node:querystring';
import proxyaddr from 'proxy-addr';
import type { App } from '../contracts/app.js';
import { type ETagFunction, strongETag, weakETag } from '../etag.js';
import { watchSources } from './sources.js';

export type QueryParser = (text: string | null) => unknown;
export type TrustFunction = (address: string | undefined, hop: number) => boolean;

/**
 * Marks the default value of `trust proxy`, which a parent application may replace. The name is Express's, because
 * applications define it themselves to prevent that.
 */
const trustProxyDefault = '@@symbol:trust_proxy_default';

/** How the settings of the lines differ. */
export interface SettingsLine {
  /** Reads a setting, including one inherited from a parent application. */
  read(settings: Record<string, any>, name: string): unknown;
  /** Whether `read` returns `settings[name]` for all names, or only for those that `Object.prototype` does not have. */
  readonly readsPlainly: boolean;
  /** Parses a query when `query parser` is 'extended'. */
  readonly extendedQuery: QueryParser;
  /** Parses a query when `query parser` is false. */
  readonly disabledQuery: QueryParser | undefined;
  /** Whether the line has the setting `query parser`. */
  readonly choosesQueryParser: boolean;
  /** The function for a value of `etag`. */
  etagFunction(value: unknown): ETagFunction | undefined;
}

export function createSet(line: SettingsLine) {
  const derivations = new Map<string, (value: any) => unknown>([
    ['etag', line.etagFunction],
    ['trust proxy', trustFunction],
  ]);
  if (line.choosesQueryParser) derivations.set('query parser', (value) => queryParser(value, line));

  /**
   * Assign a setting, or read it when called with only its name.
   *
   * @example app.set('view engine', 'pug').set('trust proxy', 1);
   */
  function set(this: App, setting: string, value?: unknown): any {
    // biome-ignore lint/complexity/noArguments: an explicit undefined is a value to store, a missing one is a read
    if (arguments.length === 1) return line.read(this.settings, setting);

    this.settings[setting] = value;

    const derive = derivations.get(setting);
    if (derive !== undefined) this.set(`${setting} fn`, derive(value));
    if (setting === 'route sources') watchSources(Boolean(value));
    if (setting === 'trust proxy') markTrustProxyDefault(this.settings, false);
    return this;
  }
  lines.set(set, line);
  return set;
}

/** The lines by their `app.set`. */
const lines = new WeakMap<object, SettingsLine>();
/** The `app.get` of all lines. */
const gets = new WeakSet<object>();
/** The most recently used ones: nearly all processes use one line. */
let lastSet: unknown;
let lastLine: SettingsLine;
let lastGet: unknown;

/** Called with a line's `app.get`, which reads settings with `app.set`. */
export function rememberGet(get: object): void {
  gets.add(get);
}

/**
 * `app.get(name)` for settings that are read on each request. `app.get` and `app.set` are only called if users have patched them,
 * because calling them takes longer than reading a setting.
 */
export function readSetting(app: App, name: string): any {
  const get = app.get;
  return (get === lastGet || isOwnGet(get)) && isOwnSet(app.set)
    ? lastLine.read(app.settings, name)
    : app.get(name);
}

/**
 * The record to read settings from, with a separate property access for each name: property lookups with varying names are slow
 * in V8. Null if `readSetting` has to be used.
 */
export function plainSettings(app: App): Record<string, any> | null {
  const { get } = app;
  const isPlain = (get === lastGet || isOwnGet(get)) && isOwnSet(app.set) && canReadPlainly();
  return isPlain ? (app.settings ?? null) : null;
}

function canReadPlainly(): boolean {
  return lastLine.readsPlainly || !hasSettings(Object.prototype);
}

/** Whether a record has one of the settings that are read on each request. It reads none of them: Express calls no getters here. */
function hasSettings(record: object): boolean {
  return (
    'x-powered-by' in record ||
    'etag fn' in record ||
    'json escape' in record ||
    'json replacer' in record ||
    'json spaces' in record ||
    'env' in record
  );
}

/** `app.enabled('x-powered-by')`, read in the same way. */
export function isPoweredBy(app: App): boolean {
  if (app.enabled !== enabled || !isOwnSet(app.set)) return app.enabled('x-powered-by');
  const { settings } = app;
  return Boolean(
    settings && canReadPlainly() ? settings['x-powered-by'] : lastLine.read(settings, 'x-powered-by'),
  );
}

function isOwnGet(get: object): boolean {
  if (!gets.has(get)) return false;
  lastGet = get;
  return true;
}

function isOwnSet(set: object): boolean {
  if (set === lastSet) return true;
  const line = lines.get(set);
  if (line === undefined) return false;
  lastSet = set;
  lastLine = line;
  return true;
}

/** @example app.enabled('etag'); // true */
export function enabled(this: App, setting: string): boolean {
  return Boolean(this.set(setting));
}

/** @example app.disabled('trust proxy'); // true */
export function disabled(this: App, setting: string): boolean {
  return !this.set(setting);
}

/** @example app.enable('strict routing'); */
export function enable(this: App, setting: string): App {
  return this.set(setting, true);
}

/** @example app.disable('x-powered-by'); */
export function disable(this: App, setting: string): App {
  return this.set(setting, false);
}

/** The default settings that all lines have. */
export function setDefaults(app: App, env: string, queryParser: string | null): void {
  app.enable('x-powered-by');
  app.set('etag', 'weak');
  app.set('env', env);
  if (queryParser !== null) app.set('query parser', queryParser);
  app.set('subdomain offset', 2);
  app.set('trust proxy', false);
  markTrustProxyDefault(app.settings, true);
}

/** Makes a mounted application inherit its parent's settings, engines and prototypes. Named as in Express, as others list listeners. */
export function onmount(this: App, parent: App): void {
  const undecided = this.settings[trustProxyDefault] === true;
  if (undecided && typeof parent.settings['trust proxy fn'] === 'function') {
    delete this.settings['trust proxy'];
    delete this.settings['trust proxy fn'];
  }
  for (const family of ['request', 'response', 'engines', 'settings'] as const) {
    Object.setPrototypeOf(this[family], parent[family]);
  }
}

export function etagFunction(value: unknown, strong = strongETag, weak = weakETag): ETagFunction | undefined {
  if (typeof value === 'function') return value as ETagFunction;
  if (value === false) return undefined;
  if (value === 'strong') return strong;
  if (value === 'weak' || value === true) return weak;
  throw new TypeError(`unknown value for etag function: ${value}`);
}

function queryParser(value: unknown, line: SettingsLine): QueryParser | undefined {
  if (typeof value === 'function') return value as QueryParser;
  if (value === false) return line.disabledQuery;
  if (value === 'extended') return line.extendedQuery;
  if (value === 'simple' || value === true) return querystring.parse as QueryParser;
  throw new TypeError(`unknown value for query parser function: ${value}`);
}

function trustFunction(value: unknown): TrustFunction {
  if (typeof value === 'function') return value as TrustFunction;
  if (value === true) return () => true;
  if (typeof value === 'number') return (_address, hop) => hop < value;
  if (!value && typeof value !== 'string') return trustNone;
  const ranges = typeof value === 'string' ? value.split(',').map((range) => range.trim()) : value;
  return proxyaddr.compile(ranges as string[]);
}

/** Equal to the function that proxy-addr returns for no ranges; packages read its name. */
function trustNone(): boolean {
  return false;
}

function markTrustProxyDefault(settings: object, value: boolean): void {
  Object.defineProperty(settings, trustProxyDefault, { configurable: true, value });
}
