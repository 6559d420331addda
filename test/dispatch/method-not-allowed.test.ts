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
    const refusing = () => shop(maglev).enable('method not allowed');
    const seen = async (app: Framework, method: string, path: string) => {
      const { status, get } = await sendRequest(app, { method, path });
      return [status, get('Allow')];
    };
    const list = (...methods: string[]) =>
      by(line, { 5: [...methods].sort().join(', '), 4: methods.join(',') });

    describe(`method not allowed (${line}.x, ${engine})`, () => {
      test.before(() => forceEngine(engine));
      test.after(() => forceEngine('auto'));

      test('answers urls that cannot be parsed', async () => {
        const { status } = await sendRequest(refusing(), { method: 'GET', path: 'http://[::1' });
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

      test('answers 405 where a path has other methods', async () => {
        const app = refusing();
        assert.deepEqual(await seen(app, 'POST', '/'), [405, list('GET', 'HEAD')]);
        assert.deepEqual(await seen(app, 'PUT', '/about?x=1'), [405, list('GET', 'HEAD', 'POST')]);
        assert.deepEqual(await seen(app, 'GET', '/r7'), [405, 'PATCH']);
        assert.deepEqual(await seen(app, 'HEAD', '/r7'), [405, 'PATCH']);
      });

      test('looks into routers and applications that are mounted', async () => {
        const app = refusing();
        assert.deepEqual(await seen(app, 'PUT', '/books/7'), [405, list('GET', 'DELETE', 'HEAD')]);
        assert.deepEqual(await seen(app, 'GET', '/books'), [405, 'POST']);
        assert.deepEqual(await seen(app, 'GET', '/admin/stock/3'), [405, 'PUT']);
        assert.deepEqual(await seen(app, 'GET', '/books/7/x'), [404, undefined]);
      });

      test('sees routes that come later', async () => {
        const app = refusing();
        assert.deepEqual(await seen(app, 'GET', '/late'), [404, undefined]);
        app.post('/late', found);
        assert.deepEqual(await seen(app, 'GET', '/late'), [405, 'POST']);
      });

      test('stays 404 where the method has a route that would not answer, or nothing has', async () => {
        const app = refusing();
        for (const [method, path] of [
          ['GET', '/shy'],
          ['HEAD', '/shy'],
          ['GET', '/any'],
          ['GET', '/none'],
        ] as const) {
          assert.deepEqual(await seen(app, method, path), [404, undefined], `${method} ${path}`);
        }
      });

      test('leaves OPTIONS, handlers of the application and errors alone', async () => {
        const app = refusing();
        const options = await sendRequest(app, { method: 'OPTIONS', path: '/about' });
        assert.deepEqual([options.status, options.body], [200, options.get('Allow')]);
        app.use((req: any, res: any, next: any) => {
          if (req.url === '/about') res.status(404).end('mine');
          else next(Object.assign(new Error('broken'), { status: 503 }));
        });
        assert.equal((await sendRequest(app, { method: 'PUT', path: '/about' })).body, 'mine');
        assert.deepEqual(await seen(app, 'POST', '/'), [503, undefined]);
      });

      test('lets an answer be that is under way', async () => {
        const app = maglev().enable('method not allowed');
        app.use((_req: any, res: any, next: any) => {
          res.write('under way');
          next();
          setImmediate(() => res.end(', and whole'));
        });
        app.get('/', found);
        const { status, body } = await sendRequest(app, { method: 'POST' });
        assert.deepEqual([status, body], [200, 'under way, and whole']);
      });

      test('has the page of other errors, in every environment', async () => {
        const [missing, refused] = await Promise.all(
          ['/none', '/'].map((path) => sendRequest(refusing(), { method: 'POST', path })),
        );
        assert.equal(refused!.body, missing!.body.replace('Cannot POST /none', 'Method Not Allowed'));
        assert.equal(refused!.get('Content-Type'), missing!.get('Content-Type'));
        const production = await sendRequest(refusing().set('env', 'production'), { method: 'POST' });
        assert.equal(production.body, refused!.body);
      });
    });
  }

function found(_req: any, res: any): void {
  res.end('found');
}
