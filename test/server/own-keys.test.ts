// The own properties of requests and responses come in the order of Express, which `console.log(req)` shows.
import assert from 'node:assert/strict';
import http from 'node:http';
import { describe, it } from 'node:test';
import { type Framework, type Line, lines, listening, sendToPort } from '../support/api.js';

const PATHS = ['/a', '/a?q=1', '/users/7', '/sub/in', '/all/in', '/nowhere'];
/** The first requests of a server are routed differently from later ones, for which routes have been compiled. */
const ROUNDS = 12;

/** How handlers are registered: with a middleware for all paths, or with routes first. */
const programs: Record<string, (app: Framework, framework: Framework, look: any, line: Line) => void> = {
  'after a middleware': (app, framework, look, line) => {
    app.use((req: any, res: any, next: any) => {
      look(req, res);
      next();
    });
    addRoutes(app, framework, look, line);
  },
  'with routes first': addRoutes,
};

function addRoutes(app: Framework, framework: Framework, look: any, line: Line): void {
  const answer = (req: any, res: any): void => {
    look(req, res);
    res.send('answer');
    look(req, res);
  };
  app.get('/a', answer);
  app.get('/users/:id', answer);
  const mounted = framework();
  mounted.get('/in', answer);
  app.use('/sub', mounted);
  if (line !== 3) app.use('/all', framework.Router().get('/in', answer));
  app.use(answer);
}

for (const line of [5, 4, 3] as const) {
  describe(`own properties of messages in ${line}.x`, () => {
    for (const [name, register] of Object.entries(programs)) {
      for (const way of ['listen', 'createServer']) {
        it(`${name}, by ${way}`, async () => {
          const [ours, theirs] = await Promise.all(
            [lines[line].maglev, lines[line].express].map((framework) => run(framework, line, register, way)),
          );
          assert.deepEqual(ours, theirs);
        });
      }
    }
  });
}

async function run(framework: Framework, line: Line, register: any, way: string): Promise<unknown[]> {
  const seen: unknown[] = [];
  const app = framework();
  app.set('env', 'test');
  register(app, framework, (req: object, res: object) => seen.push(keysOf(req), keysOf(res)), line);
  const server: http.Server =
    way === 'listen' ? app.listen(0, '127.0.0.1') : http.createServer(app).listen(0, '127.0.0.1');
  const port = await listening(server);
  for (let round = 0; round < ROUNDS; round++) {
    for (const path of PATHS) {
      seen.push(path);
      await sendToPort(port, path);
    }
  }
  server.close();
  return seen;
}

/** Without the count of listeners, which docs/differences.md names. */
function keysOf(message: object): string {
  return Reflect.ownKeys(message)
    .filter((key) => key !== '_eventsCount')
    .map(String)
    .join(' ');
}
