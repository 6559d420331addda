/** Requests that are made to cost more than on Express, and the applications that they are sent to. */
import type { App, Framework, Router } from '../framework.js';
import { BODIES, type JsonBody } from './bodies.js';

export interface Attack {
  readonly name: string;
  /** How many times as much as on Express a request may cost. */
  readonly bound: number;
  /** Requests in one round: the same number for both subjects, because some applications grow with each of them. */
  readonly requests: number;
  createApp(framework: Framework): App;
  /** The bytes of the request. */
  readonly request: string;
}

const ROUTES = 5000;

export const ATTACKS: readonly Attack[] = [
  ...BODIES.map(postBody),
  {
    name: `a mounted router changes before each request, ${ROUTES} routes`,
    bound: 1,
    requests: 600,
    request: get(`/r${ROUTES - 1}/x`),
    createApp: (framework) => {
      const { app, child } = withChild(framework);
      app.use((_req, _res, next) => {
        child.stack.pop();
        child.get('/changing', (_req, res) => res.end('ok'));
        next();
      });
      return mount(app, child);
    },
  },
  {
    name: `a mounted router gets one more route before each request, ${ROUTES} routes`,
    bound: 1,
    requests: 300,
    request: get(`/r${ROUTES - 1}/x`),
    createApp: (framework) => {
      const { app, child } = withChild(framework);
      let count = 0;
      app.use((_req, _res, next) => {
        child.get(`/more${count++}`, (_req, res) => res.end('ok'));
        next();
      });
      return mount(app, child);
    },
  },
  readStack(100),
  readStack(ROUTES),
];

/** A router whose stack is public, as that of all of them. */
type Stacked = Router & { stack: { route?: { path: string } }[] };

function postBody({ name, text, hasKeys }: JsonBody): Attack {
  const head = `POST / HTTP/1.1\r\nHost: host\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n`;
  return {
    name: `JSON: ${name}`,
    bound: hasKeys ? 1.5 : 1.1,
    requests: 200,
    request: head + text,
    createApp: (framework) => {
      const app = framework();
      app.use(framework.json({ limit: 2 * text.length }));
      app.post('/', (_req, res) => res.end('ok'));
      return app;
    },
  };
}

function readStack(size: number): Attack {
  return {
    name: `each request reads router.stack, ${size} layers`,
    bound: 1.5,
    requests: 300,
    request: get(`/r${size / 2}/x`),
    createApp: (framework) => {
      const app = framework();
      app.use((_req, _res, next) => {
        const { stack } = (app as unknown as { router: Stacked }).router;
        // As an agent that looks up the route of a request.
        if (stack.some(({ route }) => route?.path === '/none')) throw new Error('found');
        next();
      });
      addRoutes(app, size);
      return app;
    },
  };
}

function withChild(framework: Framework): { app: App; child: Stacked } {
  const child = framework.Router() as Stacked;
  child.get('/first', (_req, res) => res.end('ok'));
  return { app: framework(), child };
}

function mount(app: App, child: Router): App {
  app.use('/child', child);
  addRoutes(app, ROUTES);
  return app;
}

function addRoutes(router: Pick<App, 'get'>, size: number): void {
  for (let i = 0; i < size; i++) router.get(`/r${i}/:id`, (_req, res) => res.end('ok'));
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: host\r\n\r\n`;
}
