/** Corners of single lines. */
import type { Attacks } from '../attack.js';

function post(body: string, type = 'application/json'): string {
  return `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

export const lines: Attacks = {
  'a status that is a text': {
    lines: [4, 3],
    async run(world) {
      const app = world.framework();
      for (const status of ['204', '304', '205', '200', '404']) {
        app.get(`/${status}`, (_req: any, res: any) => res.status(status).send('body'));
      }
      const server = await world.listen(app);
      const seen: string[] = [];
      for (const status of ['204', '304', '205', '200', '404'])
        seen.push(await world.ask(server, `GET /${status}`));
      return seen;
    },
  },
  'JSON that strict parsing refuses': {
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
        seen.push(await world.askBriefly(server, post(body)));
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
      for (const body of ['{"a":1}', '{', '', 'true']) seen.push(await world.askBriefly(server, post(body)));
      return [...seen, await world.askBriefly(server, post('x', 'text/plain'))];
    },
  },
};

/** A callback of a parameter goes on and then throws. */
for (const [name, misbehave] of Object.entries({
  'goes on and throws': (next: any) => {
    next();
    throw new Error('after next');
  },
  'goes on twice': (next: any) => {
    next();
    next();
  },
  'goes on and fails': (next: any) => {
    next();
    next(new Error('second'));
  },
  'fails and throws': (next: any) => {
    next(new Error('first'));
    throw new Error('after failing');
  },
})) {
  for (const later of [false, true]) {
    lines[`a parameter callback ${name}${later ? ', with a handler that waits' : ''}`] = {
      async run(world) {
        const app = world.framework();
        app.param('id', (_req: any, _res: any, next: any, id: string) => {
          world.note(`id ${id}`);
          misbehave(next);
        });
        app.param('other', (_req: any, _res: any, next: any, other: string) => {
          world.note(`other ${other}`);
          next();
        });
        app.get('/:id/:other', (_req: any, res: any, next: any) => {
          world.note('first');
          if (later) setImmediate(() => !res.headersSent && res.send('first'));
          else next();
        });
        app.get('/:id/:other', (_req: any, res: any) => {
          world.note('second');
          if (!res.headersSent) res.send('second');
        });
        app.get('/*all'.replace('all', world.line === 5 ? 'all' : ''), (_req: any, res: any) => {
          world.note('third');
          if (!res.headersSent) res.send('third');
        });
        app.use((error: any, _req: any, res: any, _next: any) => {
          world.note(`error ${error.message}`);
          if (!res.headersSent) res.send(error.message);
        });
        const server = await world.listen(app);
        return [await world.askBriefly(server, 'GET /1/2'), await world.askBriefly(server, 'GET /3/4')];
      },
    };
  }
}
