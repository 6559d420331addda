/** polka, restana and 0http: Node's request and response, a router, and third-party middlewares. */
import type { Server } from 'node:net';
import bodyParser from 'body-parser';
import sirv from 'sirv';
import type { Handler, Parsed, Parsers, Req, Res } from '../../framework.js';
import { load } from '../../peers.js';
import {
  type Address,
  flatMiddlewares,
  flatten,
  type Route,
  type Serve,
  type Value,
} from '../application.js';
import type { Options } from '../subjects.js';
import { inputs, middlewareOf } from './middleware.js';

/** An adapter of a framework: creates an application from its package, and handlers for routes. */
interface Small {
  readonly send: Record<Route['send'], (input: (req: Parsed) => unknown, value: Value) => Handler>;
  create(framework: any, onError: OnError | undefined): { app: App; listen: (address: Address) => Server };
}

type OnError = (error: Error, req: object, res: Res) => void;
type App = Record<Route['method'], (path: string, handler: Handler) => void> & {
  use(path: string, handler: Handler): void;
};

export const serve: Serve<Options> = (application, { module }, address) => {
  const { create, send } = frameworks[module!]!;
  const { app, listen } = create(load(module!), application.errors ? sendError : undefined);
  for (const [path, name] of flatMiddlewares(application))
    app.use(path || '/', middlewareOf(name, bodyParser as unknown as Parsers));
  const { files } = application;
  if (files) app.use(files.path, withoutPrefix(files.path, sirv(files.folder)));
  for (const route of flatten(application)) {
    const path = route.path.replace(/(.)\/$/, '$1');
    app[route.method](path, send[route.send](inputs[route.from], route.value));
  }
  return listen(address);
};

const sendError: OnError = (error, _req, res) => {
  res.statusCode = 500;
  sendJson(res, { error: error.message });
};

function sendText(res: Res, text: string): void {
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.end(text);
}

function sendJson(res: Res, value: unknown): void {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(JSON.stringify(value));
}

/** Two of the three have no methods for sending a body. */
const plain: Small['send'] = {
  text: (input, value) => (req, res) => sendText(res, value(input(req))),
  json: (input, value) => (req, res) => sendJson(res, value(input(req))),
};

const frameworks: Readonly<Record<string, Small>> = {
  polka: {
    send: plain,
    create(polka, onError) {
      // Without `onNoMatch` it would call `onError` for unknown paths too.
      const app = polka({
        onError,
        onNoMatch: (_req: object, res: Res) => res.writeHead(404).end('Not Found'),
      });
      return { app, listen: (address) => app.listen(address).server };
    },
  },
  '0http': {
    send: plain,
    create(zero, errorHandler) {
      const { router, server } = zero({ router: load('0http', 'lib/router/sequential')({ errorHandler }) });
      return { app: router, listen: (address) => server.listen(address) };
    },
  },
  restana: {
    send: {
      text: (input, value) => (req, res) => res.send(value(input(req))),
      json: (input, value) => (req, res) => res.send(value(input(req))),
    },
    create(restana, errorHandler) {
      const app = restana({ errorHandler });
      return { app, listen: (address) => app.getServer().listen(address) };
    },
  },
};

/** polka and 0http differ in whether they strip the prefix, and the file server needs it stripped. */
function withoutPrefix(prefix: string, serveFile: ReturnType<typeof sirv>): Handler {
  return (req: Req & { _parsedUrl?: unknown }, res, next) => {
    if (req.url!.startsWith(prefix)) {
      req.url = req.url!.slice(prefix.length);
      req._parsedUrl = undefined;
    }
    serveFile(req, res, next);
  };
}
