import { createRequire } from 'node:module';
import depd from 'depd';
import type { Next } from '../../contracts/handler.js';
import { mergeInherited } from '../shared/merge.js';
import { createIcon } from './icon.js';
import { warnOfLimit } from './limit.js';

/*
 * The middleware of 3.x that became packages. Each is loaded when its name is first read, and adapted to the arguments
 * that it had in 3.x.
 */
const deprecate = depd('maglev');
const require = createRequire(import.meta.url);

type Layer = (req: any, res: any, next: Next) => void;

interface Packaged {
  readonly package: string;
  /** Adapts the package to the arguments of 3.x, if they differ. */
  adapt?(loaded: any): unknown;
}

const PACKAGED: Record<string, Packaged> = {
  basicAuth: { package: 'basic-auth-connect' },
  compress: { package: 'compression' },
  cookieParser: { package: 'cookie-parser' },
  cookieSession: { package: 'cookie-session', adapt: cookieSession },
  directory: { package: 'serve-index' },
  errorHandler: { package: 'errorhandler', adapt: setTitle },
  favicon: { package: 'serve-favicon', adapt: favicon },
  logger: { package: 'morgan', adapt: logger },
  methodOverride: { package: 'method-override', adapt: methodOverride },
  multipart: { package: 'connect-multiparty', adapt: multipart },
  responseTime: { package: 'response-time' },
  session: { package: 'express-session', adapt: session },
  timeout: { package: 'connect-timeout' },
  vhost: { package: 'vhost', adapt: vhost },
};

/** Middleware without a maintained package, and what to use instead. */
const UNMAINTAINED: Record<string, string> = {
  csrf: 'use the package csrf-sync',
  limit: 'give json(), urlencoded() and bodyParser() a limit, or use the package raw-body',
  staticCache: 'use a caching proxy in front of the application, or the package apicache',
};

/** Defines getters that load the packages. */
export function definePackaged(target: object): void {
  for (const name of Object.keys(PACKAGED)) defineGetter(target, name, () => loadMiddleware(name));
  for (const [name, advice] of Object.entries(UNMAINTAINED)) {
    defineGetter(target, name, () => {
      throw new Error(`${name} is no longer maintained: ${advice} instead.`);
    });
  }
}

/**
 * The same middleware for imports by name, which need a value immediately: each is loaded when it is first called or one of its
 * properties is read.
 */
export const onDemand: Readonly<Record<string, any>> = Object.fromEntries(
  Object.keys(PACKAGED).map((name) => [name, new Proxy(() => {}, loadingHandler(name))]),
);

/** Forwards each operation on the function to the middleware. */
function loadingHandler(name: string): ProxyHandler<() => void> {
  return {
    apply: (_, self, args) => Reflect.apply(loadMiddleware(name), self, args),
    get: (_, key) => loadMiddleware(name)[key],
    set: (_, key, value) => Reflect.set(loadMiddleware(name), key, value),
    has: (_, key) => key in loadMiddleware(name),
  };
}

/** Not enumerable: copying the framework's members must neither load packages nor throw. */
function defineGetter(target: object, name: string, get: () => unknown): void {
  Object.defineProperty(target, name, { configurable: true, get });
}

const loaded = new Map<string, unknown>();

/** Loads the middleware of a name, once. */
function loadMiddleware(name: string): any {
  if (!loaded.has(name)) {
    const packaged = PACKAGED[name]!;
    const found = requirePackage(name, packaged.package);
    loaded.set(name, packaged.adapt ? packaged.adapt(found) : found);
  }
  return loaded.get(name);
}

function requirePackage(name: string, id: string): unknown {
  try {
    return require(id);
  } catch (error: any) {
    // If the package itself fails to load a module, that error is not changed.
    if (error.code !== 'MODULE_NOT_FOUND' || !error.message.includes(`'${id}'`)) throw error;
    throw new Error(`${name} is the package ${id}, which is not installed: npm install ${id}`, {
      cause: error,
    });
  }
}

/** The title of error pages was the name of the framework. */
function setTitle(errorHandler: any): unknown {
  errorHandler.title = 'Express';
  return errorHandler;
}

/** The path of the icon was optional. */
function favicon(serve: any): unknown {
  return function favicon(path?: string | Buffer, options?: object): Layer {
    return serve(path || createIcon(), options);
  };
}

function session(expressSession: any): unknown {
  const adapted = (options?: object): unknown =>
    expressSession(mergeInherited({ resave: true, saveUninitialized: true }, options));
  const { Cookie, MemoryStore, Session, Store } = expressSession;
  return Object.assign(adapted, { Cookie, MemoryStore, Session, Store });
}

/** The format may be an option; `default` is now named `combined`. */
function logger(morgan: any): unknown {
  const adapted = (options?: any): unknown => {
    const hasOptions = options && typeof options === 'object';
    const format = (hasOptions ? options.format : options) || 'default';
    return morgan(format === 'default' ? 'combined' : format, hasOptions ? options : undefined);
  };
  // Inherits, so that formats and tokens that are defined later are found as well.
  return Object.setPrototypeOf(adapted, morgan);
}

/** A field of the body takes precedence over a header; requests of any method may be overridden. */
function methodOverride(override: any): unknown {
  return (field = '_method'): Layer => {
    deprecate('methodOverride: use method-override npm module instead');
    const every = { methods: null };
    const byHeader = override('X-HTTP-Method-Override', every);
    const byBody = override(({ body }: any) => {
      if (!body || typeof body !== 'object' || !(field in body)) return undefined;
      const method = body[field];
      delete body[field];
      return method;
    }, every);
    return (req, res, next) => {
      byBody(req, res, (error?: unknown) => (error ? next(error) : byHeader(req, res, next)));
    };
  };
}

function multipart(read: any): unknown {
  return (options?: object): Layer => {
    warnMultipart();
    return read(options);
  };
}

/** Like `multipart`, but the package is loaded for the first upload. */
export function multipartOnDemand(options?: object | null): Layer {
  warnMultipart();
  let layer: Layer | null = null;
  return (req, res, next) => {
    layer ??= (requirePackage('multipart', PACKAGED.multipart!.package) as any)(options) as Layer;
    layer(req, res, next);
  };
}

function warnMultipart(): void {
  deprecate('multipart: use parser (multiparty, busboy, formidable) npm module instead');
  warnOfLimit();
}

/** A star in a name matches anything, and a server may be passed instead of a function. */
function vhost(byHost: any): unknown {
  return (hostname: string | RegExp, server: any): Layer => {
    const host = typeof hostname === 'string' ? hostPattern(hostname) : hostname;
    const isEmitter = typeof server !== 'function' && typeof server.emit === 'function';
    return byHost(host, isEmitter ? (req: any, res: any) => server.emit('request', req, res) : server);
  };
}

function hostPattern(hostname: string): RegExp {
  const escaped = hostname.replace(/[^*\w]/g, '\\$&').replace(/\*/g, '(?:.*?)');
  return new RegExp(`^${escaped}$`, 'i');
}

interface CookieSessionOptions {
  key?: string;
  secret?: string;
  cookie?: object;
}

/** The secret may be that of cookieParser, which is only known per request. */
function cookieSession(create: any): unknown {
  return (options: CookieSessionOptions = {}): Layer => {
    const bySecret = new Map<string, Layer>();
    return function cookieSession(req, res, next) {
      const secret = options.secret || req.secret;
      if (!secret) throw new Error('`secret` option required for cookie sessions');
      if (!bySecret.has(secret)) {
        bySecret.set(secret, create({ ...options.cookie, name: options.key || 'connect.sess', secret }));
      }
      bySecret.get(secret)!(req, res, next);
    };
  };
}
