import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { forceEngine } from '../../src/registration/table.js';
import { by, type Framework, lines, sendRequest } from '../support/api.js';

for (const line of [5, 4] as const)
  for (const engine of ['trie', 'tree', 'scan'] as const) {
    const { maglev, express } = lines[line];

    const shop = (framework: Framework) => {
      const app = framework();
      app.set('env', 'test');
      const books = framework.Router();
      books.route('/:id').get(found).delete(found);
      books.post('/', found);
      const admin = framework();
      admin.put('/stock/:id', found);
      app.get('/', found);
      app.get('/about', found).post('/about', found);
      app.get('/shy', (_req: any, _res: any, next: any) => next()).post('/shy', found);
      app.route('/any').all((_req: any, _res: any, next: any) => next());
      app.post('/any', found);
      app.patch(/^\/r[0-9]+$/, found);
      app.use('/books', books);
      app.use('/admin', admin);
      return app;
    };
    const strictShop = () => shop(maglev).enable('method not allowed');
    const responseTo = async (app: Framework, method: string, path: string) => {
      const { status, get } = await sendRequest(app, { method, path });
      return [status, get('Allow')];
    };
    const list = (...methods: string[]) =>
      by(line, { 5: [...methods].sort().join(', '), 4: methods.join(',') });

    describe(`method not allowed (${line}.x, ${engine})`, () => {
      test.before(() => forceEngine(engine));
      test.after(() => forceEngine('auto'));

      test('responds 404 to a URL that cannot be parsed', async () => {
        const { status } = await sendRequest(strictShop(), { method: 'GET', path: 'http://[::1' });
        assert.equal(status, 404);
      });

      test('is off by default, as in Express', async () => {
        for (const [method, path] of [
          ['PUT', '/about'],
          ['POST', '/books/7'],
          ['POST', '/none'],
        ] as const) {
          const [ours, theirs] = [shop(maglev), shop(express)].map((app) =>
            sendRequest(app, { method, path }),
          );
          assert.equal((await ours)!.raw, (await theirs)!.raw);
          assert.equal((await ours)!.status, 404);
        }
      });

      test('responds 405 if the path has routes for other methods', async () => {
        const app = strictShop();
        assert.deepEqual(await responseTo(app, 'POST', '/'), [405, list('GET', 'HEAD')]);
        assert.deepEqual(await responseTo(app, 'PUT', '/about?x=1'), [405, list('GET', 'HEAD', 'POST')]);
        assert.deepEqual(await responseTo(app, 'GET', '/r7'), [405, 'PATCH']);
        assert.deepEqual(await responseTo(app, 'HEAD', '/r7'), [405, 'PATCH']);
      });

      test('considers mounted routers and applications', async () => {
        const app = strictShop();
        assert.deepEqual(await responseTo(app, 'PUT', '/books/7'), [405, list('GET', 'DELETE', 'HEAD')]);
        assert.deepEqual(await responseTo(app, 'GET', '/books'), [405, 'POST']);
        assert.deepEqual(await responseTo(app, 'GET', '/admin/stock/3'), [405, 'PUT']);
        assert.deepEqual(await responseTo(app, 'GET', '/books/7/x'), [404, undefined]);
      });

      test('considers routes that are added later', async () => {
        const app = strictShop();
        assert.deepEqual(await responseTo(app, 'GET', '/late'), [404, undefined]);
        app.post('/late', found);
        assert.deepEqual(await responseTo(app, 'GET', '/late'), [405, 'POST']);
      });

      test('responds 404 if a route for the method does not respond, or if no route matches', async () => {
        const app = strictShop();
        for (const [method, path] of [
          ['GET', '/shy'],
          ['HEAD', '/shy'],
          ['GET', '/any'],
          ['GET', '/none'],
        ] as const) {
          assert.deepEqual(await responseTo(app, method, path), [404, undefined], `${method} ${path}`);
        }
      });

      test('does not affect OPTIONS, handlers of the application and errors', async () => {
        const app = strictShop();
        const options = await sendRequest(app, { method: 'OPTIONS', path: '/about' });
        assert.deepEqual([options.status, options.body], [200, options.get('Allow')]);
        app.use((req: any, res: any, next: any) => {
          if (req.url === '/about') res.status(404).end('mine');
          else next(Object.assign(new Error('broken'), { status: 503 }));
        });
        assert.equal((await sendRequest(app, { method: 'PUT', path: '/about' })).body, 'mine');
        assert.deepEqual(await responseTo(app, 'POST', '/'), [503, undefined]);
      });

      test('does not interfere with a response that has started', async () => {
        const app = maglev().enable('method not allowed');
        app.use((_req: any, res: any, next: any) => {
          res.write('under way');
          next();
          setImmediate(() => res.end(', and complete'));
        });
        app.get('/', found);
        const { status, body } = await sendRequest(app, { method: 'POST' });
        assert.deepEqual([status, body], [200, 'under way, and complete']);
      });

      test('sends the page of other errors, in every environment', async () => {
        const [missing, notAllowed] = await Promise.all(
          ['/none', '/'].map((path) => sendRequest(strictShop(), { method: 'POST', path })),
        );
        assert.equal(notAllowed!.body, missing!.body.replace('Cannot POST /none', 'Method Not Allowed'));
        assert.equal(notAllowed!.get('Content-Type'), missing!.get('Content-Type'));
        const production = await sendRequest(strictShop().set('env', 'production'), { method: 'POST' });
        assert.equal(production.body, notAllowed!.body);
      });
    });
  }

function found(_req: any, res: any): void {
  res.end('found');
}
