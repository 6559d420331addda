import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import maglev5 from '../../src/index.js';
import maglev4 from '../../src/v4.js';

const RUNS = { seed: Number(process.env.MAGLEV_SEED ?? Date.now() % 1_000_000_000) };
const show = (): void => {};
const both: [string, any][] = [
  ['5.x', maglev5],
  ['4.x', maglev4],
];

/** The parameters of the route that handles the URL. */
function read(router: any, url: string): any {
  let params: unknown;
  router.handle(
    { method: 'GET', url, capture: (found: unknown) => (params = found) },
    {},
    (error?: Error) => {
      throw error ?? new Error(`no route for ${url}`);
    },
  );
  return params;
}

const capture = (req: any): void => {
  req.capture({ ...req.params });
};

for (const [line, maglev] of both) {
  describe(`app.url (${line})`, () => {
    it('inserts encoded parameters and a query', () => {
      const app = maglev();
      assert.equal(app.route('/users/:id/posts/:post').as('post').get(show).path, '/users/:id/posts/:post');
      assert.equal(app.url('post', { id: 7, post: 'a/b c?é' }), '/users/7/posts/a%2Fb%20c%3F%C3%A9');
      const at = (query: unknown) =>
        app.url('post', { id: 1n, post: true }, query).slice('/users/1/posts/true'.length);
      assert.equal(at({ tag: ['a&b', 'c'], page: 2, none: undefined }), '?tag=a%26b&tag=c&page=2');
      assert.equal(at({ a: { b: 1 } }), '?a%5Bb%5D=1');
      assert.deepEqual(
        [at('x=1'), at('?x=1'), at(new URLSearchParams({ x: '1' }))],
        ['?x=1', '?x=1', '?x=1'],
      );
      assert.deepEqual([at({}), at(''), at(null), at(undefined)], ['', '', '', '']);
    });

    it('finds names in mounted routers and applications, with their mount paths', () => {
      const app = maglev();
      const posts = maglev.Router();
      const users = maglev.Router();
      const admin = maglev();
      posts.route('/').as('posts').get(show);
      posts.route('/:post').as('post').get(show);
      users.use('/:user/posts', posts);
      app.use('/api/', users);
      app.use(admin);
      app.use('/admin', admin);
      admin.route('/log').as('log');
      app.route('/').as('home');
      assert.equal(app.url('posts', { user: 'x' }), '/api/x/posts');
      assert.equal(app.url('post', { user: 'x', post: 3 }), '/api/x/posts/3');
      assert.equal(app.url('log'), '/log');
      assert.equal(app.url('home'), '/');
      assert.equal(users.url('post', { user: 'x', post: 3 }), '/x/posts/3');
      assert.equal(posts.url('posts'), '/');
    });

    it('searches a router once, however often it is mounted', () => {
      const routers = Array.from({ length: 20 }, () => maglev.Router());
      for (const [i, router] of routers.entries()) {
        const next = routers[i + 1];
        if (next) router.use('/a', next).use('/b', next);
      }
      const route = routers.at(-1)!.route('/x').as('x');
      let reads = 0;
      const get = (): unknown => {
        reads++;
        return route;
      };
      Object.defineProperty(routers.at(-1)!.stack[0], 'route', { get });
      assert.equal(routers[0].url('x'), `${'/a'.repeat(19)}/x`);
      assert.ok(reads < 100, `${reads} reads`);
    });

    it('follows added and removed names, routes and mounts', () => {
      const app = maglev();
      const router = maglev.Router();
      const late = maglev();
      app.use('/late', late);
      assert.throws(() => app.url('a'), /no route has a name/);
      const route = app.route('/first').as('a');
      assert.equal(app.url('a'), '/first');
      route.as('b');
      assert.equal(app.url('b'), '/first');
      assert.throws(() => app.url('a'), /"b"/);
      router.route('/in').as('in');
      assert.throws(() => app.url('in'), /"b"/);
      app.use('/router', router);
      assert.equal(app.url('in'), '/router/in');
      late.route('/route').as('late');
      assert.equal(app.url('late'), '/late/route');
      const { stack } = maglev === maglev5 ? app.router : app._router;
      stack.splice(
        stack.findIndex((layer: any) => layer.route === route),
        1,
      );
      assert.throws(() => app.url('b'), /there are "late", "in"/);
    });

    it('throws with the missing and the existing names and parameters', () => {
      const app = maglev();
      app.route('/users/:id/:tab').as('user');
      app.route('/about').as('about');
      assert.throws(() => app.url('usr'), {
        message: 'There is no route named "usr"; there are "user", "about"',
      });
      assert.throws(() => app.url('user', { name: 'x', id: undefined }), {
        name: 'TypeError',
        message: '"user" (/users/:id/:tab): missing parameters: id, tab; given: name, id',
      });
      assert.throws(() => app.url('user'), /missing parameters: id, tab; given: none/);
      assert.throws(() => app.url('user', { id: '', tab: 'x' }), /the parameter id is empty/);
      assert.throws(
        () => app.url('user', { id: {}, tab: 'x' }),
        /id must be a string or a number, but is of type object/,
      );
      assert.throws(
        () => app.url('user', { id: ['a'], tab: 'x' }),
        /id must be a string or a number, but is an array/,
      );
      assert.throws(() => app.url('user', Object.create({ id: 1, tab: 2 })), /missing/);
    });

    it('accepts only strings as names, and adds no enumerable properties', () => {
      const app = maglev();
      for (const name of ['', undefined, 7]) assert.throws(() => app.route('/').as(name), TypeError);
      const keys = Object.keys(app.route('/x'));
      assert.deepEqual(Object.keys(app.route('/x').as('x')), keys);
      for (const one of [app, app.route('/'), maglev.Router(), maglev.Router, maglev.application]) {
        const listed: string[] = [];
        for (const key in one) listed.push(key);
        assert.ok(!listed.includes('url') && !listed.includes('as'));
      }
    });

    it('throws for regular expressions', () => {
      const app = maglev();
      app.route(/^\/x/).as('x');
      app.route([/^\/y/, '/y/:id']).as('y');
      app.use(/^\/m/, maglev.Router());
      const router = maglev.Router();
      router.route('/in').as('in');
      app.use([/^\/m/], router);
      assert.throws(() => app.url('x'), {
        message: '"x" (/^\\/x/): a URL cannot be built from /^\\/x/, only from a path that is a string',
      });
      assert.equal(app.url('y', { id: 1 }), '/y/1');
      assert.throws(() => app.url('in'), /a URL cannot be built from \(\/\^\\\/m\/\)/);
    });

    it('throws for URLs that clients would normalize to others', () => {
      const app = maglev();
      app.route('/:a/:b').as('ab');
      const rest = ['', 'evil.example'];
      app.route(maglev === maglev5 ? '/*rest' : '/*').as('all');
      for (const dots of ['.', '..']) {
        assert.throws(() => app.url('ab', { a: 'x', b: dots }), /would resolve to another URL/);
        assert.throws(() => app.url('ab', { a: dots, b: 'x' }), /would resolve to another URL/);
      }
      assert.equal(app.url('ab', { a: '...', b: '.x' }), '/.../.x');
      assert.throws(() => app.url('all', { 0: rest, rest }), /would resolve to another URL/);
    });

    it('builds URLs that lead to the route with the same parameters (property)', (t) => {
      t.diagnostic(`seed ${RUNS.seed}`);
      const router = maglev.Router({ strict: true, caseSensitive: true });
      router.route('/a/:x/:y').as('two').get(capture);
      router.route('/b/file-:x.txt').as('mixed').get(capture);
      const inner = maglev.Router({ mergeParams: true });
      inner.route('/d/:y').as('inner').get(capture);
      router.use('/c/:x', inner);
      const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((value) => !/^\.\.?$/.test(value));
      fc.assert(
        fc.property(text, text, (x, y) => {
          assert.deepEqual(read(router, router.url('two', { x, y })), { x, y });
          assert.deepEqual(read(router, router.url('inner', { x, y })), { x, y });
          if (!x.includes('.') && !x.includes('-')) {
            assert.deepEqual(read(router, router.url('mixed', { x })), { x });
          }
        }),
        RUNS,
      );
    });
  });
}

describe('app.url, the grammar of 5.x', () => {
  const at = (path: string, params?: object) => {
    const app = maglev5() as any;
    app.route(path).as('it').get(capture);
    return app.url('it', params);
  };

  it('omits optional groups without a value', () => {
    assert.equal(at('/users{/:id}'), '/users');
    assert.equal(at('/users{/:id}', { id: 7 }), '/users/7');
    assert.equal(at('/a{/:b{/:c}}/d', { b: 1 }), '/a/1/d');
    assert.equal(at('/a{/:b{/:c}}/d', { c: 1 }), '/a/d');
    assert.equal(at('/a{/:b{/:c}}/d', { b: 1, c: 2 }), '/a/1/2/d');
    assert.equal(at('{/:id}'), '/');
    assert.equal(at('/a{b}'), '/ab');
    assert.equal(at('/files{/*rest}', { rest: [] }), '/files');
  });

  it('accepts arrays for wildcards', () => {
    assert.equal(at('/files/*rest', { rest: ['a b', 'c/d'] }), '/files/a%20b/c%2Fd');
    assert.equal(at('/files/*rest', { rest: 'a/b' }), '/files/a%2Fb');
    assert.throws(() => at('/files/*rest', { rest: [] }), /missing parameters: rest/);
    assert.throws(() => at('/files/*rest', { rest: [''] }), /the parameter rest is empty/);
  });

  it('leads back with the same segments (property)', (t) => {
    t.diagnostic(`seed ${RUNS.seed}`);
    const router = (maglev5 as any).Router();
    router.route('/files/*rest').as('files').get(capture);
    const segment = fc.string({ unit: 'grapheme', minLength: 1 }).filter((value) => !/^\.\.?$/.test(value));
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1 }), (rest) => {
        assert.deepEqual(read(router, router.url('files', { rest })), { rest });
      }),
      RUNS,
    );
  });

  it('supports quoted names and escapes', () => {
    assert.equal(at('/a\\:b/:"c d"', { 'c d': 1 }), '/a:b/1');
  });
});

describe('app.url, the grammar of 4.x', () => {
  const at = (path: string, params?: object) => {
    const app = maglev4() as any;
    app.route(path).as('it').get(capture);
    return app.url('it', params);
  };

  it('omits optional parameters and their prefix', () => {
    assert.equal(at('/users/:id?'), '/users');
    assert.equal(at('/users/:id?', { id: 7 }), '/users/7');
    assert.equal(at('/users/:id?/edit'), '/users/edit');
    assert.equal(at('/file.:ext?'), '/file');
    assert.equal(at('/file.:ext?', { ext: 'txt' }), '/file.txt');
    assert.equal(at('/:id?'), '/');
  });

  it('checks values with custom expressions', () => {
    assert.equal(at('/users/:id(\\d+)', { id: 7 }), '/users/7');
    assert.equal(at('/users/:kind(a|b)?', { kind: 'b' }), '/users/b');
    assert.throws(() => at('/users/:id(\\d+)', { id: 'x' }), {
      message:
        '"it" (/users/:id(\\d+)): the values result in /users/x, which /users/:id(\\d+) does not match',
    });
  });

  it('numbers wildcards, which can be empty and contain slashes', () => {
    assert.equal(at('/files/*', { 0: 'a b/c' }), '/files/a%20b/c');
    assert.equal(at('/files/*', { 0: ['a/b', 'c'] }), '/files/a%2Fb/c');
    assert.equal(at('/files/*', { 0: '' }), '/files/');
    assert.equal(at('/*/x/*', { 0: 'a', 1: 'b' }), '/a/x/b');
    assert.throws(() => at('/files/*'), /missing parameters: 0/);
  });

  it('throws for other expressions', () => {
    for (const path of ['/ab?cd', '/a+', '/(a|b)', '/:id*', '/:id(a(b)c)', '/:id+', '/x[ab]', '/\\d']) {
      assert.throws(() => at(path, { id: 1 }), /which contains regular expressions/, path);
    }
    assert.equal(at('/a\\.b\\*'), '/a.b*');
  });

  it('uses the grammar of each application, if one line is mounted in another', () => {
    const four = maglev4() as any;
    four.route('/:id?').as('four');
    const five = maglev5() as any;
    five.use('/v4{/:x}', four);
    assert.equal(five.url('four', { id: 1, x: 2 }), '/v4/2/1');
    assert.equal(five.url('four'), '/v4');
  });
});
