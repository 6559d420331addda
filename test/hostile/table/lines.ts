/** Edge cases of single major versions. */
import type { Attacks, World } from '../attack.js';

function post(body: string, type = 'application/json'): string {
  return `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

export const lines: Attacks = {
  'an error before the messages are initialised': {
    lines: [4],
    async run(world) {
      const app = world.framework();
      app.set('query parser', (text: string) => {
        if (text === 'bad') throw new Error('bad query');
        return {};
      });
      app.get('/', (_req: any, res: any) => res.send('x'));
      app.use((_error: any, req: any, res: any, _next: any) => {
        world.note([typeof res.json, typeof req.get, 'params' in req, 'locals' in res]);
        res.statusCode = 400;
        res.end('handled');
      });
      const server = await world.listen(app);
      return [await world.sendBriefly(server), await world.sendBriefly(server, 'GET /?bad')];
    },
  },
  'the first layers have custom run and match functions': {
    lines: [4],
    async run(world) {
      const app = world.framework();
      app.get('/', (req: any, res: any) => res.send(String(req.ip)));
      app.get('/e', (_req: any, res: any) => res.end(typeof res.send));
      const [layer, init] = app._router.stack;
      const own = layer.handle_request;
      layer.handle_request = function (req: any, ...rest: any[]) {
        req.ip = '10.0.0.1';
        return own.call(this, req, ...rest);
      };
      const server = await world.listen(app);
      const seen = [await world.sendBriefly(server), await world.sendBriefly(server)];
      delete layer.handle_request;
      init.match = () => false;
      return [...seen, await world.sendBriefly(server, 'GET /e'), await world.sendBriefly(server, 'GET /e')];
    },
  },
  'a status that is a string': {
    lines: [4, 3],
    async run(world) {
      const app = world.framework();
      for (const status of ['204', '304', '205', '200', '404']) {
        app.get(`/${status}`, (_req: any, res: any) => res.status(status).send('body'));
      }
      const server = await world.listen(app);
      const seen: string[] = [];
      for (const status of ['204', '304', '205', '200', '404'])
        seen.push(await world.send(server, `GET /${status}`));
      return seen;
    },
  },
  'JSON that strict parsing rejects': {
    async run(world) {
      const app = world.framework();
      app.use(world.framework.json());
      app.use((error: any, _req: any, res: any, _next: any) => res.send(`${error.status} ${error.message}`));
      const server = await world.listen(app);
      const seen: string[] = [];
      for (const body of [
        'true',
        '"text"',
        '1',
        'null',
        '',
        ' ',
        '{',
        '[',
        '{"a":}',
        'a',
        '  true',
        '\n"x"',
      ]) {
        seen.push(await world.sendBriefly(server, post(body)));
      }
      return seen;
    },
  },
  'a body that cannot be assigned': {
    lines: [5, 4],
    async run(world) {
      const app = world.framework();
      app.use((req: any, _res: any, next: any) => {
        Object.defineProperty(req, 'body', { configurable: true, enumerable: true, value: { kept: true } });
        next();
      });
      app.use(world.framework.json());
      app.post('/', (req: any, res: any) => res.json(req.body));
      app.use((error: any, _req: any, res: any, _next: any) => res.send(`${error.status} ${error.name}`));
      const server = await world.listen(app);
      const seen: string[] = [];
      for (const body of ['{"a":1}', '{', '', 'true']) seen.push(await world.sendBriefly(server, post(body)));
      return [...seen, await world.sendBriefly(server, post('x', 'text/plain'))];
    },
  },
};

/** Invalid behaviour of a parameter callback. */
const faults: Record<string, (next: any) => void> = {
  'calls next and throws': (next) => {
    next();
    throw new Error('after next');
  },
  'calls next twice': (next) => {
    next();
    next();
  },
  'calls next and next(error)': (next) => {
    next();
    next(new Error('second'));
  },
  'calls next(error) and throws': (next) => {
    next(new Error('first'));
    throw new Error('after failing');
  },
  "calls next('route') and throws": (next) => {
    next('route');
    throw new Error('after skipping');
  },
  'calls next later, and throws': (next) => {
    setImmediate(next);
    throw new Error('before next');
  },
};

/** What the handler of the route does. */
const endings: Record<string, (res: any, next: any) => void> = {
  responds: (res) => !res.headersSent && res.send('sent'),
  'calls next': (_res, next) => next(),
  'responds later': (res) => setImmediate(() => !res.headersSent && res.send('later')),
  throws: () => {
    throw new Error('in the handler');
  },
};

for (const [fault, misbehave] of Object.entries(faults)) {
  for (const [ending, end] of Object.entries(endings)) {
    lines[`a parameter callback ${fault}, and the handler ${ending}`] = {
      async run(world) {
        const seen: string[] = [];
        // Which of four callbacks is faulty: the first or second of the first or second parameter.
        for (const bad of ['a0', 'a1', 'b0', 'b1']) {
          for (const mounted of [false, true]) {
            world.note(`${bad} ${mounted}`);
            const server = await world.listen(parameters(world, bad, mounted, misbehave, end));
            seen.push(await world.sendBriefly(server, `GET ${mounted ? '/in' : ''}/1/2`));
            seen.push(await world.sendBriefly(server, `GET ${mounted ? '/in' : ''}/3/4`));
          }
        }
        return seen;
      },
    };
  }
}

function parameters(
  world: World,
  bad: string,
  mounted: boolean,
  misbehave: (next: any) => void,
  end: (res: any, next: any) => void,
): any {
  const { framework, line, note } = world;
  const outer = framework();
  const inner = !mounted ? outer : line === 3 ? framework() : framework.Router();
  for (const name of ['a', 'b']) {
    for (const i of [0, 1]) {
      inner.param(name, (_req: any, _res: any, next: any, value: string) => {
        note(`${name}${i} ${value}`);
        if (bad === name + i) misbehave(next);
        else next();
      });
    }
  }
  inner.get('/:a/:b', (_req: any, res: any, next: any) => {
    note('first');
    end(res, next);
  });
  inner.get('/:a/:b', (_req: any, res: any) => {
    note('second');
    if (!res.headersSent) res.send('second');
  });
  if (mounted) outer.use('/in', inner);
  outer.get(line === 5 ? '/*all' : '/*', (_req: any, res: any) => {
    note('third');
    if (!res.headersSent) res.send('third');
  });
  outer.use((error: any, _req: any, res: any, _next: any) => {
    note(`error ${error.message}`);
    if (!res.headersSent) res.send(error.message);
  });
  return outer;
}
