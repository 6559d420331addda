import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest } from '../support/api.js';
import { routing, type Side, Trace } from '../support/routing.js';

/** A router with the layers a, b and c at `/x`, after a first request, so that its table is compiled. */
async function abc({ Router }: Side): Promise<{ router: any; trace: Trace; run(): Promise<string> }> {
  const trace = new Trace();
  const router = Router();
  router.use(trace.pass('a'));
  router.get('/x', trace.pass('b'));
  router.get('/:any', trace.pass('c'));
  const run = (): Promise<string> => trace.of(router, 'GET /x');
  assert.equal(await run(), 'a b c out');
  return { router, trace, run };
}

routing('router.stack', (side) => {
  const { Router, Layer, line, createApp, stackOf } = side;
  const requestName = line === 5 ? 'handleRequest' : 'handle_request';

  test('is an array of the layers, in order', async () => {
    const { router } = await abc(side);
    assert.ok(Array.isArray(router.stack));
    assert.equal(router.stack.length, 3);
    assert.deepEqual(
      router.stack.map((layer: any) => layer.route?.path),
      [undefined, '/x', '/:any'],
    );
    assert.equal(router.stack, router.stack);
    assert.equal(router.stack[1], router.stack.at(1));
    assert.equal(router.stack.indexOf(router.stack[2]), 2);
    assert.equal([...router.stack].length, 3);
    assert.ok(router.stack[0] instanceof Layer);
    assert.equal(Object.keys(router.stack).join(), '0,1,2');
  });

  test('can be spliced', async () => {
    const { router, run } = await abc(side);
    router.stack.splice(1, 1);
    assert.equal(await run(), 'a c out');
    router.stack.splice(0, 1);
    assert.equal(await run(), 'c out');
  });

  test('can be spliced into', async () => {
    const { router, trace, run } = await abc(side);
    router.use(trace.pass('d'));
    router.stack.splice(1, 0, router.stack.pop());
    assert.equal(await run(), 'a d b c out');
  });

  test('can be reordered', async () => {
    const { router, run } = await abc(side);
    router.stack.reverse();
    assert.equal(await run(), 'c b a out');
    router.stack.sort((one: any, other: any) =>
      String(one.route?.path ?? '').localeCompare(String(other.route?.path ?? '')),
    );
    assert.equal(
      await run(),
      ['', '/x', '/:any']
        .sort((a, b) => a.localeCompare(b))
        .map(nameOf)
        .join(' '),
    );
    router.stack.unshift(router.stack.pop());
    router.stack.push(router.stack.shift());
    router.stack.copyWithin(0, 2);
    assert.equal(router.stack[0], router.stack[2]);
  });

  test('can be read completely and changed before each request', async () => {
    const trace = new Trace();
    const router = Router();
    for (let i = 0; i < 40; i++) router.get(`/${i}`, trace.pass(String(i)));
    const kept = router.stack;
    for (let i = 0; i < 300; i++) {
      for (const layer of router.stack) assert.ok(layer.route);
      assert.equal(await trace.of(router, `GET /${i % 40}`), `${i % 40} out`);
      if (i % 50 === 0) {
        const stack = i % 100 === 0 ? router.stack : kept;
        const layer = stack.pop();
        assert.equal(await trace.of(router, 'GET /39'), 'out');
        router.stack.push(layer);
        router.get('/late', trace.pass('late'));
        assert.equal(await trace.of(router, 'GET /late'), 'late out');
        kept.pop();
        assert.equal(router.stack.length, 40);
      }
    }
    router.stack = kept;
    kept.reverse();
    router.get('/39', trace.pass('last'));
    assert.equal(await trace.of(router, 'GET /39'), '39 last out');
  });

  /** The layers of abc by their paths; the last one is followed by the end. */
  function nameOf(path: string, i: number): string {
    return `${path === '' ? 'a' : path === '/x' ? 'b' : 'c'}${i === 2 ? ' out' : ''}`;
  }

  test('can be assigned to by index', async () => {
    const { router, run } = await abc(side);
    const { stack } = router;
    [stack[0], stack[2]] = [stack[2], stack[0]];
    assert.equal(await run(), 'c b a out');
    stack[1] = stack[0];
    assert.equal(await run(), 'c c a out');
  });

  test('can be truncated, emptied and filled again', async () => {
    const { router, trace, run } = await abc(side);
    const layers = [...router.stack];
    router.stack.length = 2;
    assert.equal(await run(), 'a b out');
    router.stack.length = 0;
    assert.equal(await run(), 'out');
    router.stack.push(...layers.slice(1));
    assert.equal(await run(), 'b c out');
    router.get('/x', trace.pass('d'));
    assert.equal(await run(), 'b c d out');
  });

  test('can be replaced with another array, which becomes the stack', async () => {
    const { router, trace, run } = await abc(side);
    const mine = router.stack.filter((layer: any) => layer.route);
    router.stack = mine;
    assert.equal(router.stack, mine);
    assert.equal(await run(), 'b c out');
    mine.pop();
    assert.equal(await run(), 'b out');
    router.get('/x', trace.pass('d'));
    assert.equal(mine.length, 2);
    assert.equal(await run(), 'b d out');
  });

  test('can be replaced on a mounted router', async () => {
    const { router, trace } = await abc(side);
    const outer = Router().use('/in', router).use(trace.pass('end'));
    assert.equal(await trace.of(outer, 'GET /in/x'), 'a b c end out');
    router.stack = router.stack.slice(2);
    assert.equal(await trace.of(outer, 'GET /in/x'), 'c end out');
    router.stack.length = 0;
    assert.equal(await trace.of(outer, 'GET /in/x'), 'end out');
  });

  test('can be changed on a mounted router', async () => {
    const { router, trace } = await abc(side);
    const outer = Router().use('/in', router).use(trace.pass('end'));
    assert.equal(await trace.of(outer, 'GET /in/x'), 'a b c end out');
    router.stack.shift();
    assert.equal(await trace.of(outer, 'GET /in/x'), 'b c end out');
    router.stack.reverse();
    assert.equal(await trace.of(outer, 'GET /in/x'), 'c b end out');
  });

  test('can be changed during a request', async () => {
    const { router, trace, run } = await abc(side);
    router.stack[0].handle = (_req: any, _res: any, next: any): void => {
      trace.steps.push('removes');
      router.stack.splice(1, 1);
      next();
    };
    assert.equal(await run(), 'removes c out');
  });

  test('replaced during a request applies to the next request', async () => {
    const { router, trace, run } = await abc(side);
    router.stack[0].handle = (_req: any, _res: any, next: any): void => {
      trace.steps.push('replaces');
      router.stack = [];
      next();
    };
    assert.equal(await run(), 'replaces b c out');
    assert.equal(await run(), 'out');
  });

  test('accepts layers of other routers', async () => {
    const { router, trace, run } = await abc(side);
    const other = Router();
    other.get('/x', trace.pass('route'));
    other.use('/x', trace.pass('use'));
    router.stack.push(...other.stack);
    assert.equal(await run(), 'a b c route use out');
    assert.equal(await trace.of(other, 'GET /x'), 'route use out');
    other.stack[0].route.post(trace.pass('post'));
    assert.equal(await trace.of(router, 'POST /x'), 'a post use out');
  });

  test('accepts layers created by the user', async () => {
    const { router, trace, run } = await abc(side);
    router.stack.splice(
      1,
      0,
      new Layer(
        '/:id',
        { end: true },
        trace.look('own', (req) => req.params.id),
      ),
    );
    assert.equal(await run(), 'a own "x" b c out');
  });

  test('accepts one layer twice', async () => {
    const { router, run } = await abc(side);
    router.stack.push(router.stack[0]);
    assert.equal(await run(), 'a b c a out');
  });

  test('accepts custom objects with their own match and handler', async () => {
    const { router, trace, run } = await abc(side);
    const paths: string[] = [];
    const foreign = {
      name: 'foreign',
      keys: [],
      params: {},
      path: '',
      route: undefined,
      match(path: string): boolean {
        paths.push(path);
        return path === '/x';
      },
      [requestName](_req: any, _res: any, next: any): void {
        trace.steps.push('foreign');
        next();
      },
      // Express reads only one of the two names on each line; the router of maglev reads this one on both.
      handleRequest(_req: any, _res: any, next: any): void {
        trace.steps.push('foreign');
        next();
      },
    };
    router.stack.splice(1, 0, foreign);
    assert.equal(await run(), 'a foreign b c out');
    await trace.of(router, 'POST /y');
    assert.deepEqual(paths, ['/x', '/y']);
  });

  test('accepts custom objects whose match throws', async () => {
    const { router, trace } = await abc(side);
    router.stack.unshift({
      match() {
        throw new Error('cannot match');
      },
    });
    assert.equal(await trace.of(router, 'GET /x'), 'out!cannot match');
  });

  test('can be searched for routes to remove, as packages do', async () => {
    const { router, run } = await abc(side);
    const at = router.stack.findIndex((layer: any) => layer.route?.path === '/x');
    router.stack.splice(at, 1);
    assert.equal(await run(), 'a c out');
  });

  test('of an application can be changed', async () => {
    const app = createApp();
    app.get('/x', (_req: any, res: any) => res.send('one'));
    app.get('/x', (_req: any, res: any) => res.send('two'));
    assert.equal((await sendRequest(app, '/x')).body, 'one');
    const stack = stackOf(app);
    stack.push(stack.splice(stack.length - 2, 1)[0]);
    assert.equal((await sendRequest(app, '/x')).body, 'two');
  });

  test('of a route can be changed', async () => {
    const trace = new Trace();
    const router = Router();
    const route = router.route('/x').get(trace.pass('a'), trace.pass('b'), trace.pass('c'));
    assert.equal(await trace.of(router, 'GET /x'), 'a b c out');
    route.stack.splice(1, 1);
    assert.equal(await trace.of(router, 'GET /x'), 'a c out');
    route.stack.reverse();
    assert.equal(await trace.of(router, 'GET /x'), 'c a out');
    route.stack = [];
    assert.equal(await trace.of(router, 'GET /x'), 'out');
  });
});

routing('a router in several places', ({ Router, createApp }) => {
  test('can be mounted twice, with its own baseUrl in each', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router({ mergeParams: true });
    inner.get(
      '/x',
      trace.look('x', (req) => [req.baseUrl, { ...req.params }]),
    );
    router.use('/a/:p', inner);
    router.use(['/b', '/:q/c'], inner);
    assert.equal(await trace.of(router, 'GET /a/1/x'), 'x ["/a/1",{"p":"1"}] out');
    assert.equal(await trace.of(router, 'GET /b/x'), 'x ["/b",{}] out');
    assert.equal(await trace.of(router, 'GET /a/c/x'), 'x ["/a/c",{"p":"c"}] x ["/a/c",{"q":"a"}] out');
  });

  test('can be mounted in itself', async () => {
    const trace = new Trace();
    const router = Router();
    router.get(
      '/x',
      trace.look('x', (req) => req.baseUrl),
    );
    router.use('/:p', router);
    assert.equal(await trace.of(router, 'GET /1/2/3/x'), 'x "/1/2/3" out');
    assert.equal(await trace.of(router, 'GET /x'), 'x "" out');
  });

  test('can be mounted in itself through another router', async () => {
    const trace = new Trace();
    const [one, two] = [Router(), Router()];
    one.use('/two', two);
    two.use('/one', one);
    one.get(
      '/end',
      trace.look('end', (req) => req.baseUrl),
    );
    assert.equal(await trace.of(one, 'GET /two/one/two/one/end'), 'end "/two/one/two/one" out');
  });

  test('can be an application that is mounted twice', async () => {
    const app = createApp();
    const inner = createApp();
    inner.get('/x', (req: any, res: any) => res.json([req.baseUrl, req.app === inner]));
    app.use('/a', inner);
    app.use('/b', inner);
    assert.equal((await sendRequest(app, '/a/x')).body, '["/a",true]');
    assert.equal((await sendRequest(app, '/b/x')).body, '["/b",true]');
    assert.equal(inner.mountpath, '/b');
  });
});
