/** Builds the application of a case on any implementation, and records what its handlers observe. */
import parseurl from 'parseurl';
import type { Action, Case, Node, PathSpec, RouterOptions } from './model.js';

/** The members that the tests use; Express and maglev share them. */
export interface Framework {
  createApp(options: RouterOptions): any;
  createRouter(options: RouterOptions): any;
  /** The public stack of a router or application. */
  stackOf(target: any): any[];
  /** The argument of `use` for a router. */
  mountable(router: any): any;
}

export interface Built {
  app: any;
  trace: string[];
  /** Resets the limits that earlier requests have used up. */
  reset(): void;
}

/** How often per request handlers may change the routes, the url or the flow. */
const MAX_CHANGES = 4;

export function build(spec: Case, framework: Framework): Built {
  const builder = new Builder(framework);
  const app = framework.createApp(spec.options);
  builder.root = app;
  builder.fill(app, spec.nodes, 'r');
  return { app, trace: builder.trace, reset: () => builder.reset() };
}

class Builder {
  readonly trace: string[] = [];
  root: any;
  readonly #framework: Framework;
  #changes = 0;
  #added = 0;
  #held: any;

  constructor(framework: Framework) {
    this.#framework = framework;
  }

  reset(): void {
    this.trace.length = 0;
    this.#changes = 0;
  }

  fill(target: any, nodes: readonly Node[], name: string): void {
    for (const [i, node] of nodes.entries()) this.#add(target, node, `${name}.${i}`);
  }

  /** Both sides must reject invalid paths, with the same kind of error. */
  #add(target: any, node: Node, name: string): void {
    try {
      this.#register(target, node, name);
    } catch (error: any) {
      this.trace.push(`${name} refused: ${error.constructor.name} ${firstWords(error.message)}`);
    }
  }

  #register(target: any, node: Node, name: string): void {
    switch (node.kind) {
      case 'use':
        target.use(...pathArgs(node.path), ...this.#handlers(target, node.handlers, name));
        break;
      case 'route': {
        for (const method of node.methods) {
          target[method](toPath(node.path), this.#handlers(target, node.handlers, `${name}.${method}`));
        }
        break;
      }
      case 'all':
        target.all(toPath(node.path), ...this.#handlers(target, node.handlers, name));
        break;
      case 'chain': {
        const route = target.route(toPath(node.path));
        for (const { method, handlers } of node.verbs) {
          route[method](...this.#handlers(target, handlers, `${name}.${method}`));
        }
        break;
      }
      case 'errors': {
        const act = this.#actor(target, node.action, name);
        target.use(...pathArgs(node.path), (error: unknown, req: any, res: any, next: any) =>
          act(req, res, next, error),
        );
        break;
      }
      case 'param': {
        const act = this.#actor(target, node.action, name);
        target.param(node.name, (req: any, res: any, next: any, value: unknown, key: unknown) => {
          this.trace.push(`${name} param ${String(key)}=${JSON.stringify(value)}`);
          return act(req, res, next, undefined);
        });
        break;
      }
      case 'place':
        target.use(target.router);
        break;
      case 'customise':
        target.param((_name: string, given: unknown) =>
          given instanceof RegExp ? mustMatch(given) : undefined,
        );
        target.param(node.name, new RegExp(node.pattern));
        break;
      default: {
        const { options, nodes, path, kind } = node;
        const child =
          kind === 'app' ? this.#framework.createApp(options) : this.#framework.createRouter(options);
        this.fill(child, nodes, name);
        target.use(...pathArgs(path), kind === 'app' ? child : this.#framework.mountable(child));
        if (kind === 'app')
          this.trace.push(`${name} mountpath ${JSON.stringify(child.mountpath)} path ${child.path()}`);
      }
    }
  }

  #handlers(target: any, actions: readonly Action[], name: string): any[] {
    return actions.map((action, i) => {
      const act = this.#actor(target, action, `${name}#${i}`);
      return (req: any, res: any, next: any) => act(req, res, next, undefined);
    });
  }

  #actor(
    target: any,
    action: Action,
    name: string,
  ): (req: any, res: any, next: any, error: unknown) => unknown {
    return (req, res, next, error) => {
      this.trace.push(`${name} ${see(req, error)}`);
      const result = this.#perform(target, action, name, req, res, next, error);
      this.trace.push(`${name} returns`);
      return result;
    };
  }

  #perform(
    target: any,
    action: Action,
    name: string,
    req: any,
    res: any,
    next: any,
    error: unknown,
  ): unknown {
    switch (action.do) {
      case 'respond':
        return respond(req, res, name);
      case 'next':
        return next(error);
      case 'nextValue':
        return next(action.value);
      case 'fail':
        return next(
          Object.assign(new Error(`failed in ${name}`), {
            status: action.status,
            headers: { 'x-failed': name },
          }),
        );
      case 'throw':
        throw Object.assign(new Error(`thrown in ${name}`), { expose: true });
      case 'asyncNext':
        return Promise.resolve().then(() => {
          this.trace.push(`${name} later ${see(req, error)}`);
          next(error);
        });
      case 'lateNext':
        setImmediate(() => {
          this.trace.push(`${name} late ${see(req, error)}`);
          next(error);
        });
        return undefined;
      case 'reject':
        return Promise.reject(new Error(`rejected in ${name}`));
      case 'rejectEmpty':
        return Promise.reject();
      case 'changeParams':
        req.params.id = 'changed';
        req.params.added = name;
        return next(error);
      default:
        return this.#change(target, action, name, req, next, error);
    }
  }

  /** Actions that could loop forever, such as a rewrite to a path that is rewritten again. */
  #change(target: any, action: Action, name: string, req: any, next: any, error: unknown): unknown {
    if (++this.#changes > MAX_CHANGES) return next(error);
    const stack = this.#framework.stackOf(target);
    switch (action.do) {
      case 'rewriteUrl':
        req.url = action.url;
        break;
      case 'rewriteMethod':
        req.method = action.method;
        break;
      case 'nextTwice':
        next(error);
        break;
      case 'addRoute': {
        const where = action.where === 'own' ? target : this.root;
        const added = `${name}+${this.#added++}`;
        this.#add(
          where,
          { kind: 'route', path: action.path, methods: [action.method], handlers: [{ do: 'respond' }] },
          added,
        );
        break;
      }
      case 'extendRoute': {
        const act = this.#actor(target, { do: 'next' }, `${name}+${this.#added++}`);
        const handler = (r: any, s: any, n: any) => act(r, s, n, undefined);
        // A route of 3.x has one method, and its callbacks are an array.
        if (req.route?.callbacks) req.route.callbacks.push(handler);
        else if (req.route) req.route[action.method](handler);
        break;
      }
      case 'removeLayer':
        if (stack.length > action.at + 2) stack.splice(stack.length - 1 - action.at, 1);
        break;
      case 'swapLayers':
        if (stack.length > 3) stack.push(stack.splice(stack.length - 2, 1)[0]);
        break;
      case 'holdLayer':
        this.#held = stack[stack.length - 1 - action.at] ?? this.#held;
        break;
      case 'changeHeld':
        if (typeof this.#held?.match === 'function') changeHeld(this.#held, action.how);
        break;
      case 'openMethod':
        if (req.route?.methods) req.route.methods[action.method] = true;
        break;
      case 'rewriteParsed':
        parseurl(req).pathname = action.path;
        break;
      case 'changeRoutes':
        changeRoutes(target.routes ?? target.map, action);
        break;
    }
    return next(error);
  }
}

function changeHeld(layer: any, how: 'close' | 'open' | 'widen'): void {
  if (how === 'close') layer.match = () => false;
  else if (how === 'open') delete layer.match;
  else
    layer.match = function (path: string) {
      this.params = {};
      this.path = '';
      return path !== undefined;
    };
}

/** Common changes to the routes of 3.x. */
function changeRoutes(routes: any, { how, verb, at }: Extract<Action, { do: 'changeRoutes' }>): void {
  if (!routes[verb]) return;
  if (how === 'remove') routes[verb].splice(at, 1);
  else if (how === 'reverse') routes[verb].reverse();
  else if (how === 'filter') routes[verb] = routes[verb].filter((_: unknown, i: number) => i !== at);
  else delete routes[verb];
}

function mustMatch(pattern: RegExp) {
  return (_req: any, _res: any, next: any, value: string) => next(pattern.test(value) ? undefined : 'route');
}

/** All request state that routing sets. */
function see(req: any, error: unknown): string {
  const { params } = req;
  const proto =
    params === undefined ? '-' : params && Object.getPrototypeOf(params) === null ? 'null' : 'object';
  return JSON.stringify([
    req.method,
    req.url,
    req.baseUrl,
    req.originalUrl,
    proto,
    params === undefined ? '-' : entries(params),
    String(req.route?.path),
    typeof req.next,
    error === undefined ? '-' : describe(error),
  ]);
}

function entries(params: any): unknown {
  return Object.entries(params).map(([key, value]) => [key, value === undefined ? 'undefined' : value]);
}

function describe(error: any): string {
  if (error instanceof Error) return `${error.name}: ${error.message} ${(error as any).status}`;
  return String(error);
}

function respond(req: any, res: any, name: string): void {
  if (res.headersSent) return;
  const body = JSON.stringify([name, req.params, req.url, req.baseUrl]);
  res.setHeader('Content-Type', 'application/json');
  res.end(body);
}

export function toPath(path: PathSpec): any {
  if (Array.isArray(path)) return path.map(toPath);
  return typeof path === 'string' ? path : new RegExp(path.regexp, path.flags);
}

function pathArgs(path: PathSpec | null): any[] {
  return path === null ? [] : [toPath(path)];
}

/** One side's message may be longer; the start has to match. */
function firstWords(message: string): string {
  return message.split(/[:;]/, 1)[0]!;
}
