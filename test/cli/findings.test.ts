import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Finding } from '../../src/cli/check/finding.js';
import { findingsOf } from '../../src/cli/check/findings.js';
import { prepare, run } from '../../src/cli/inspect/task.js';
import maglev from '../../src/index.js';
import maglev4 from '../../src/v4.js';

const create5 = maglev as unknown as () => any;
const create4 = maglev4 as unknown as (() => any) & { Router(): any };

const respond = (_req: unknown, res: any) => res.end();
const pass = (_req: unknown, _res: unknown, next: () => void) => next();

before(() => prepare());

describe('maglev check', () => {
  describe('on shadows', () => {
    it('names the earlier route that possibly shadows one', () => {
      const [found, ...others] = check(create5, (app) =>
        app.get('/users/:id', respond).get('/users/me', respond),
      );
      assert.deepEqual(others, []);
      assert.equal(found!.rule, 'possibly-shadowed');
      assert.equal(found!.level, 'warning');
      assert.equal(found!.path, '/users/me');
      assert.match(found!.message, /by GET \/users\/:id \(test\/cli\/findings\.test\.ts:\d+\)/);
    });

    it('names the route that shadows all, and not its neighbours', () => {
      const [found] = check(create5, (app) =>
        app.get('/users', respond).get('/:slug', respond).get('/file.:kind', respond),
      );
      assert.match(found!.message, /^is possibly shadowed by GET \/:slug \([^)]*\), which/);
    });

    it('reports nothing when the more specific route comes first', () => {
      assert.deepEqual(
        rules(create5, (app) => app.get('/users/me', respond).get('/users/:id', respond)),
        [],
      );
    });

    it('reports nothing when the methods differ', () => {
      assert.deepEqual(
        rules(create5, (app) => app.post('/users/:id', respond).get('/users/me', respond)),
        [],
      );
    });

    it('reports only a note when the earlier handler has a next parameter', () => {
      const found = check(create5, (app) => app.all('/api/*rest', pass).get('/api/users', respond));
      assert.deepEqual(found.map(levelAndRule), ['note possibly-shadowed']);
    });

    it('detects several routes that together match everything', () => {
      const found = check(create5, (app) => {
        app.get('/a/x', respond).get('/a/y', respond).get(['/a/x', '/a/y'], respond);
      });
      assert.deepEqual(found.map(levelAndRule), ['warning possibly-shadowed']);
      assert.match(found[0]!.message, /GET \/a\/x .* and GET \/a\/y/);
    });

    it('follows routers', () => {
      const found = check(create5, (app) => {
        const router = maglev.Router() as any;
        router.get('/:id', respond);
        router.get('/me', respond);
        app.use('/users', router);
      });
      assert.deepEqual(found.map(levelAndRule), ['warning possibly-shadowed']);
      assert.equal(found[0]!.path, '/users/me');
    });

    it('detects regular expressions that match all paths of a route', () => {
      const found = check(create5, (app) => app.get(/^\/files\//, respond).get('/files/:name', respond));
      assert.deepEqual(found.map(levelAndRule), ['warning possibly-shadowed', 'note regexp-only']);
      const partly = check(create5, (app) => app.get(/^\/files\/\d+$/, respond).get('/files/:name', respond));
      assert.deepEqual(partly.map(levelAndRule), ['note regexp-only']);
    });

    it('detects a function without next that responds to everything', () => {
      const found = check(create5, (app) => app.use(respond).get('/late', respond));
      assert.deepEqual(found.map(levelAndRule), ['warning possibly-shadowed']);
      assert.deepEqual(
        rules(create5, (app) => app.use(pass).get('/late', respond)),
        [],
      );
    });

    it('reports duplicates', () => {
      const found = check(create5, (app) => app.get('/a', respond).get('/a', respond));
      assert.deepEqual(found.map(levelAndRule), ['warning duplicate']);
      assert.deepEqual(
        rules(create5, (app) => app.get('/a', respond).post('/a', respond)),
        [],
      );
    });

    it('reports parameters that differ only in name, as a note if the methods differ', () => {
      const same = check(create5, (app) => app.get('/a/:id', respond).get('/a/:key', respond));
      assert.deepEqual(same.map(levelAndRule), ['warning parameter-names']);
      const other = check(create5, (app) => app.get('/a/:id', respond).delete('/a/:key', respond));
      assert.deepEqual(other.map(levelAndRule), ['note parameter-names']);
    });
  });

  describe('on patterns', () => {
    it('reports those with catastrophic backtracking', () => {
      const found = check(create5, (app) => app.get(/^\/(a+)+$/, respond).get(/^\/\d+\d+$/, respond));
      const busy = found.filter(({ rule }) => rule === 'backtracking').map(levelAndRule);
      assert.deepEqual(busy, ['error backtracking', 'warning backtracking']);
      assert.ok(rules(create4, (app) => app.get('/(a+)+', respond)).includes('backtracking'));
      assert.ok(!rules(create4, (app) => app.get('/:a-:b', respond)).includes('backtracking'));
    });

    it('reports all paths of 4.x on 5.x, with the rewrite', () => {
      const found = check(create5, (app) => app.get('/foo*', respond).use('/:id?', pass).get('/ok', respond));
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
      const [found] = check(create5, (app) => app.get(['/a*', '/b{/:c}', /^\/d/], respond));
      assert.equal(found!.rewrite, "['/a{*splat}', '/b{/:c}', /^\\/d/]");
    });

    it('reports paths that 5.x parses differently from the major version that the application was written for', () => {
      const register = (app: any) => app.get('/a*b', respond);
      const [found] = check(create5, register, '4');
      assert.equal(levelAndRule(found!), 'warning other-grammar');
      assert.equal(found!.rewrite, "'/a{*splat}b'");
      assert.deepEqual(check(create5, register, '5'), []);
    });

    it('reports findings in a router that is mounted twice only once', () => {
      const found = check(create5, (app) => {
        const router = maglev.Router() as any;
        router.get('/:id?', respond);
        app.use('/one', router).use('/two', router);
      });
      assert.deepEqual(
        found.map(({ path }) => path),
        ['/one/:id?'],
      );
    });

    it('reports paths of 5.x on 4.x, with the rewrite', () => {
      const found = check(create4, (app) => app.get('/users{/:id}', respond).get('/:year(\\d{4})', respond));
      assert.deepEqual(
        found.filter(({ rule }) => rule === 'other-grammar').map(({ path, rewrite }) => [path, rewrite]),
        [['/users{/:id}', "'/users/:id?'"]],
      );
    });

    it('accepts wildcards of 4.x, and reports those with a name', () => {
      const found = check(create4, (app) => app.get('/ab*cd', respond).get('/files/*path', respond));
      assert.deepEqual(
        found.map(({ rule, path, rewrite }) => [rule, path, rewrite]),
        [['other-grammar', '/files/*path', "'/files/*'"]],
      );
    });

    it('reports regexp-only layers, and their cost', () => {
      const [found] = check(create5, (app) => app.get(/^\/x/, respond));
      assert.equal(levelAndRule(found!), 'note regexp-only');
      assert.match(found!.message, /every request that reaches it, of any method, runs its expression once/);
    });
  });

  describe('on functions', () => {
    it('reports error handlers that declare too few parameters', () => {
      const [found] = check(create5, (app) => app.use((err: Error, _req: unknown, res: any) => res.end(err)));
      assert.equal(levelAndRule(found!), 'error error-arity');
      const right = (app: any) =>
        app.use((err: Error, _req: unknown, res: any, _next: unknown) => res.end(err));
      assert.deepEqual(rules(create5, right), []);
    });

    it('reports request handlers that declare four parameters, and handlers that declare more', () => {
      const four = check(create5, (app) =>
        app.get('/', (req: any, _res: any, _next: any, _more: any) => req),
      );
      assert.match(four[0]!.message, /makes it an error handler/);
      const five = check(create5, (app) => app.use((a: any, _b: any, _c: any, _d: any, _e: any) => a));
      assert.match(five[0]!.message, /is never called/);
    });

    it('reports middleware after the routes that it should guard', () => {
      function requireAuth(_req: unknown, _res: unknown, next: () => void): void {
        next();
      }
      const late = check(create5, (app) => app.get('/a', respond).use(requireAuth));
      assert.deepEqual(late.map(levelAndRule), ['warning late-middleware']);
      assert.match(late[0]!.message, /GET \/a run without it/);
      const between = check(create5, (app) => app.get('/a', respond).use(requireAuth).get('/b', respond));
      assert.deepEqual(between.map(levelAndRule), ['note late-middleware']);
      assert.deepEqual(
        rules(create5, (app) => app.use(requireAuth).get('/a', respond)),
        [],
      );
      assert.deepEqual(
        rules(create5, (app) => app.get('/a', respond).use('/admin', requireAuth)),
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
