/** Helpers of the routing tests: one suite for every implementation and engine, and requests without sockets. */
import { createRequire } from 'node:module';
import { after, before, describe } from 'node:test';
import maglev from '../../src/index.js';
import { Layer as MaglevLayer4 } from '../../src/lines/v4/layer.js';
import { Layer as MaglevLayer5 } from '../../src/lines/v5/layer.js';
import { type Engine, forceEngine } from '../../src/registration/table.js';
import maglev4 from '../../src/v4.js';

const require = createRequire(import.meta.url);
const express4 = require('express4');
const express5 = require('express5');

/** One implementation to run a suite on. Loosely typed, because many tests do what the types forbid. */
export interface Side {
  readonly name: string;
  readonly line: 4 | 5;
  /** Whether it is maglev, for features that Express does not have. */
  readonly ours: boolean;
  readonly engine: Engine;
  readonly Router: any;
  readonly Route: any;
  readonly Layer: any;
  /** The framework's function; its applications do not log here. */
  createApp(): any;
  /** The public stack of an application. */
  stackOf(app: any): any[];
}

const ENGINES: readonly Engine[] = ['tree', 'trie', 'scan'];

const real5: Side = {
  name: 'express 5',
  line: 5,
  ours: false,
  engine: 'auto',
  Router: express5.Router,
  Route: express5.Route,
  // Agents get the layer from a router's stack when a bundler hides its file; so does this.
  Layer: express5.Router().use(noop).stack[0].constructor,
  createApp: () => silent(express5()),
  stackOf: (app) => app.router.stack,
};

const real4: Side = {
  name: 'express 4',
  line: 4,
  ours: false,
  engine: 'auto',
  Router: express4.Router,
  Route: express4.Route,
  Layer: express4.Router().use(noop).stack[0].constructor,
  createApp: () => silent(express4()),
  stackOf: (app) => app._router.stack,
};

const maglevSides = (engine: Engine): Side[] => [
  {
    ...real5,
    name: `maglev 5, ${engine}`,
    ours: true,
    engine,
    Router: maglev.Router,
    Route: maglev.Route,
    Layer: MaglevLayer5,
    createApp: () => silent(maglev()),
  },
  {
    ...real4,
    name: `maglev 4, ${engine}`,
    ours: true,
    engine,
    Router: maglev4.Router,
    Route: maglev4.Route,
    Layer: MaglevLayer4,
    createApp: () => silent(maglev4()),
  },
];

export interface SuiteOptions {
  readonly lines?: readonly (4 | 5)[];
  readonly engines?: readonly Engine[];
  /** Members that only maglev has, such as `compile()`. */
  readonly only?: 'maglev';
}

/**
 * Runs one suite on Express and on maglev with each engine. If an expectation does not hold on Express, the test is
 * wrong.
 */
export function routing(noun: string, body: (side: Side) => void, options: SuiteOptions = {}): void {
  const { lines = [5, 4], engines = ENGINES, only } = options;
  const ours = engines.flatMap(maglevSides);
  for (const side of only === 'maglev' ? ours : [real5, real4, ...ours]) {
    if (!lines.includes(side.line)) continue;
    describe(`${noun} (${side.name})`, () => {
      before(() => forceEngine(side.engine));
      after(() => forceEngine('auto'));
      body(side);
    });
  }
}

/** The outcome of a request without a socket. */
export interface Outcome {
  /** The argument of `res.end`, or null if the router called its final callback. */
  readonly body: string | null;
  /** The error passed to the final callback. */
  readonly error: any;
  readonly req: any;
  readonly res: any;
}

/** Sends `'GET /path'`, or a custom request object, through a handler until it ends the response or calls `next`. */
export function visit(handler: any, request: string | Record<string, unknown>): Promise<Outcome> {
  const req: any = typeof request === 'string' ? requestOf(request) : request;
  return new Promise((resolve) => {
    const res: any = { headersSent: false, setHeader() {} };
    res.end = (body = ''): void => {
      res.headersSent = true;
      resolve({ body: String(body), error: undefined, req, res });
    };
    handler(req, res, (error: unknown) => resolve({ body: null, error, req, res }));
  });
}

export function requestOf(text: string): { method: string; url: string } {
  const space = text.indexOf(' ');
  return { method: text.slice(0, space), url: text.slice(space + 1) };
}

/** Runs all pending callbacks. What handlers do after the response was sent is behaviour, too. */
export async function settle(turns = 4): Promise<void> {
  for (let i = 0; i < turns; i++) await new Promise(setImmediate);
}

export type Handler = (req: any, res: any, next: any) => void;
export type ErrorHandler = (error: any, req: any, res: any, next: any) => void;

/** Handlers that record that they ran. */
export class Trace {
  readonly steps: string[] = [];

  /** Calls next(). */
  pass(name: string, act: (req: any, res: any) => void = () => {}): Handler {
    return (req, res, next) => {
      this.steps.push(name);
      act(req, res);
      next();
    };
  }

  /** Calls next(value). */
  give(name: string, value: unknown): Handler {
    return (_req, _res, next) => {
      this.steps.push(name);
      next(value);
    };
  }

  /** Ends the response. */
  end(name: string): Handler {
    return (_req, res) => {
      this.steps.push(name);
      res.end(name);
    };
  }

  /** Records what a request looks like, and calls next(). */
  look(name: string, see: (req: any) => unknown): Handler {
    return this.pass(name, (req) => this.steps.push(JSON.stringify(see(req))));
  }

  /** An error handler that calls next(error). */
  rethrow(name: string): ErrorHandler {
    return (error, _req, _res, next) => {
      this.steps.push(`${name}!${messageOf(error)}`);
      next(error);
    };
  }

  /** An error handler that calls next(). */
  forgive(name: string): ErrorHandler {
    return (error, _req, _res, next) => {
      this.steps.push(`${name}!${messageOf(error)}`);
      next();
    };
  }

  /** Returns the steps since the last call, as one line. */
  take(): string {
    return this.steps.splice(0).join(' ');
  }

  /** Returns the steps of a request. */
  async of(handler: any, request: string | Record<string, unknown>): Promise<string> {
    const { error, body } = await visit(handler, request);
    await settle();
    if (body === null) this.steps.push(error ? `out!${messageOf(error)}` : 'out');
    return this.take();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function noop(): void {}

function silent(app: any): any {
  app.set('env', 'test');
  return app;
}
