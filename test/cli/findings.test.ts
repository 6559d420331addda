import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Finding } from '../../src/cli/check/finding.js';
import { findingsOf } from '../../src/cli/check/findings.js';
import { prepare, run } from '../../src/cli/inspect/task.js';
import maglev from '../../src/index.js';
import maglev4 from '../../src/v4.js';

const create5 = maglev as unknown as () => any;
const create4 = maglev4 as unknown as (() => any) & { Router(): any };

const answer = (_req: unknown, res: any) => res.end();
const pass = (_req: unknown, _res: unknown, next: () => void) => next();

before(() => prepare());

describe('maglev check', () => {
  describe('on shadows', () => {
    it('says which earlier route possibly shadows one', () => {
      const [found, ...others] = check(create5, (app) =>
        app.get('/users/:id', answer).get('/users/me', answer),
      );
      assert.deepEqual(others, []);
      assert.equal(found!.rule, 'possibly-shadowed');
      assert.equal(found!.level, 'warning');
      assert.equal(found!.path, '/users/me');
      assert.match(found!.message, /by GET \/users\/:id \(test\/cli\/findings\.test\.ts:\d+\)/);
    });

    it('names the one that shadows all, and not its neighbours', () => {
      const [found] = check(create5, (app) =>
        app.get('/users', answer).get('/:slug', answer).get('/file.:kind', answer),
      );
      assert.match(found!.message, /^is possibly shadowed by GET \/:slug \([^)]*\), which/);
    });

    it('is silent when the more specific route comes first', () => {
      assert.deepEqual(
        rules(create5, (app) => app.get('/users/me', answer).get('/users/:id', answer)),
        [],
      );
    });

    it('is silent when the methods differ', () => {
      assert.deepEqual(
        rules(create5, (app) => app.post('/users/:id', answer).get('/users/me', answer)),
        [],
      );
    });

    it('only notes it when the earlier one has a parameter for next', () => {
      const found = check(create5, (app) => app.all('/api/*rest', pass).get('/api/users', answer));
      assert.deepEqual(found.map(levelAndRule), ['note possibly-shadowed']);
    });

    it('sees several routes that together leave nothing over', () => {
      const found = check(create5, (app) => {
        app.get('/a/x', answer).get('/a/y', answer).get(['/a/x', '/a/y'], answer);
      });
      assert.deepEqual(found.map(levelAndRule), ['warning possibly-shadowed']);
      assert.match(found[0]!.message, /GET \/a\/x .* and GET \/a\/y/);
    });

    it('sees through routers', () => {
      const found = check(create5, (app) => {
        const router = maglev.Router() as any;
        router.get('/:id', answer);
        router.get('/me', answer);
        app.use('/users', router);
      });
      assert.deepEqual(found.map(levelAndRule), ['warning possibly-shadowed']);
      assert.equal(found[0]!.path, '/users/me');
    });

    it('sees regular expressions that take all of a route', () => {
      const found = check(create5, (app) => app.get(/^\/files\//, answer).get('/files/:name', answer));
      assert.deepEqual(found.map(levelAndRule), ['warning possibly-shadowed', 'note regexp-only']);
      const partly = check(create5, (app) => app.get(/^\/files\/\d+$/, answer).get('/files/:name', answer));
      assert.deepEqual(partly.map(levelAndRule), ['note regexp-only']);
    });

    it('sees a function without next that answers everything', () => {
      const found = check(create5, (app) => app.use(answer).get('/late', answer));
      assert.deepEqual(found.map(levelAndRule), ['warning possibly-shadowed']);
      assert.deepEqual(
        rules(create5, (app) => app.use(pass).get('/late', answer)),
        [],
      );
    });

    it('tells duplicates', () => {
      const found = check(create5, (app) => app.get('/a', answer).get('/a', answer));
      assert.deepEqual(found.map(levelAndRule), ['warning duplicate']);
      assert.deepEqual(
        rules(create5, (app) => app.get('/a', answer).post('/a', answer)),
        [],
      );
    });

    it('tells parameters that differ only in name, as a note if the methods differ', () => {
      const same = check(create5, (app) => app.get('/a/:id', answer).get('/a/:key', answer));
      assert.deepEqual(same.map(levelAndRule), ['warning parameter-names']);
      const other = check(create5, (app) => app.get('/a/:id', answer).delete('/a/:key', answer));
      assert.deepEqual(other.map(levelAndRule), ['note parameter-names']);
    });
  });

  describe('on patterns', () => {
    it('tells those that a request can keep busy', () => {
      const found = check(create5, (app) => app.get(/^\/(a+)+$/, answer).get(/^\/\d+\d+$/, answer));
      const busy = found.filter(({ rule }) => rule === 'backtracking').map(levelAndRule);
      assert.deepEqual(busy, ['error backtracking', 'warning backtracking']);
      assert.ok(rules(create4, (app) => app.get('/(a+)+', answer)).includes('backtracking'));
      assert.ok(!rules(create4, (app) => app.get('/:a-:b', answer)).includes('backtracking'));
    });

    it('tells paths of 4.x on 5.x, all of them, with the rewrite', () => {
      const found = check(create5, (app) => app.get('/foo*', answer).use('/:id?', pass).get('/ok', answer));
      assert.deepEqual(found.map(levelAndRule), ['error refused-path', 'error refused-path']);
      assert.deepEqual(
        found.map(({ path, rewrite }) => [path, rewrite]),
        [
          ['/foo*', "'/foo{*splat}'"],
          ['/:id?', "'{/:id}'"],
        ],
      );
    });

    it('rewrites the members of an array that need it', () => {
      const [found] = check(create5, (app) => app.get(['/a*', '/b{/:c}', /^\/d/], answer));
      assert.equal(found!.rewrite, "['/a{*splat}', '/b{/:c}', /^\\/d/]");
    });

    it('tells paths that 5.x reads otherwise than the line the application was written for', () => {
      const register = (app: any) => app.get('/a*b', answer);
      const [found] = check(create5, register, '4');
      assert.equal(levelAndRule(found!), 'warning other-grammar');
      assert.equal(found!.rewrite, "'/a{*splat}b'");
      assert.deepEqual(check(create5, register, '5'), []);
    });

    it('tells once what is in a router that is mounted twice', () => {
      const found = check(create5, (app) => {
        const router = maglev.Router() as any;
        router.get('/:id?', answer);
        app.use('/one', router).use('/two', router);
      });
      assert.deepEqual(
        found.map(({ path }) => path),
        ['/one/:id?'],
      );
    });

    it('tells paths of 5.x on 4.x, with the rewrite', () => {
      const found = check(create4, (app) => app.get('/users{/:id}', answer).get('/:year(\\d{4})', answer));
      assert.deepEqual(
        found.filter(({ rule }) => rule === 'other-grammar').map(({ path, rewrite }) => [path, rewrite]),
        [['/users{/:id}', "'/users/:id?'"]],
      );
    });

    it('lets the stars of 4.x be, and tells those that have a name', () => {
      const found = check(create4, (app) => app.get('/ab*cd', answer).get('/files/*path', answer));
      assert.deepEqual(
        found.map(({ rule, path, rewrite }) => [rule, path, rewrite]),
        [['other-grammar', '/files/*path', "'/files/*'"]],
      );
    });

    it('reports regexp-only layers, and what they cost', () => {
      const [found] = check(create5, (app) => app.get(/^\/x/, answer));
      assert.equal(levelAndRule(found!), 'note regexp-only');
      assert.match(found!.message, /every request that reaches it, of any method, runs its expression once/);
    });
  });

  describe('on functions', () => {
    it('tells error handlers that declare too few parameters', () => {
      const [found] = check(create5, (app) => app.use((err: Error, _req: unknown, res: any) => res.end(err)));
      assert.equal(levelAndRule(found!), 'error error-arity');
      const right = (app: any) =>
        app.use((err: Error, _req: unknown, res: any, _next: unknown) => res.end(err));
      assert.deepEqual(rules(create5, right), []);
    });

    it('tells request handlers that declare four parameters, and handlers that declare more', () => {
      const four = check(create5, (app) =>
        app.get('/', (req: any, _res: any, _next: any, _more: any) => req),
      );
      assert.match(four[0]!.message, /makes it an error handler/);
      const five = check(create5, (app) => app.use((a: any, _b: any, _c: any, _d: any, _e: any) => a));
      assert.match(five[0]!.message, /is never called/);
    });

    it('tells middleware that comes after the routes which it should guard', () => {
      function requireAuth(_req: unknown, _res: unknown, next: () => void): void {
        next();
      }
      const late = check(create5, (app) => app.get('/a', answer).use(requireAuth));
      assert.deepEqual(late.map(levelAndRule), ['warning late-middleware']);
      assert.match(late[0]!.message, /GET \/a run without it/);
      const between = check(create5, (app) => app.get('/a', answer).use(requireAuth).get('/b', answer));
      assert.deepEqual(between.map(levelAndRule), ['note late-middleware']);
      assert.deepEqual(
        rules(create5, (app) => app.use(requireAuth).get('/a', answer)),
        [],
      );
      assert.deepEqual(
        rules(create5, (app) => app.get('/a', answer).use('/admin', requireAuth)),
        [],
      );
    });
  });
});

function check(
  create: () => any,
  register: (app: any) => unknown,
  installed: string | null = null,
): Finding[] {
  const app = create();
  register(app);
  return findingsOf(JSON.parse(JSON.stringify(run(app, { request: null }))), installed);
}

function rules(create: () => any, register: (app: any) => unknown): string[] {
  return check(create, register).map(({ rule }) => rule);
}

function levelAndRule({ level, rule }: Finding): string {
  return `${level} ${rule}`;
}
