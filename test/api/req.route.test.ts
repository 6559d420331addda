import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { by, listening, sendRequest, sendToPort, suite } from '../support/api.js';

suite('req.route', (framework, line) => {
  test('is the route that matched', async () => {
    const app = framework();
    app.use((req: any, _res: any, next: any) => {
      req.before = req.route === undefined;
      next();
    });
    app.get('/user/:id', (req: any, res: any) => {
      const { path, methods, method, stack, callbacks } = req.route;
      res.json([req.before, path, methods ?? method, (stack ?? callbacks).length]);
    });
    assert.equal(
      (await sendRequest(app, '/user/1')).body,
      by(line, {
        5: '[true,"/user/:id",{"get":true},1]',
        4: '[true,"/user/:id",{"get":true},1]',
        3: '[true,"/user/:id","get",1]',
      }),
    );
  });

  // Middleware checks whether req.route exists before it reads its path.
  test('does not exist before a route has matched, on any server', async () => {
    for (const serverOf of [(app: any) => app.listen(0), (app: any) => http.createServer(app).listen(0)]) {
      const app = framework();
      const seen: boolean[] = [];
      app.use((req: any, _res: any, next: any) => {
        seen.push('route' in req, Object.hasOwn(req, 'route'));
        next();
      });
      app.get('/', (req: any, res: any) => res.send(String(Object.hasOwn(req, 'route'))));
      const server = serverOf(app);
      const port = await listening(server);
      const responses = [];
      for (const path of ['/', '/missing', '/']) responses.push(await sendToPort(port, path));
      server.close();
      assert.deepEqual(
        responses.map(({ status, body }) => (status === 200 ? body : status)),
        ['true', 404, 'true'],
      );
      assert.deepEqual(seen, Array(6).fill(false));
    }
  });
});
