import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routing, Trace } from '../support/routing.js';

routing('the order of layers', ({ Router, line }) => {
  const wild = line === 5 ? '/*rest' : '*';

  test('is the order of registration, whatever is more specific', async () => {
    const trace = new Trace();
    const router = Router();
    router.get('/users/:id', trace.pass('param'));
    router.get('/users/me', trace.pass('static'));
    router.get(wild, trace.pass('wild'));
    router.get(/^\/users/, trace.pass('regexp'));
    router.all('/:section/:id', trace.pass('all'));
    router.get('/users/me', trace.pass('again'));
    assert.equal(await trace.of(router, 'GET /users/me'), 'param static wild regexp all again out');
    assert.equal(await trace.of(router, 'GET /users/you'), 'param wild regexp all out');
    assert.equal(await trace.of(router, 'GET /other/me'), 'wild all out');
  });

  test('mixes middleware and routes', async () => {
    const trace = new Trace();
    const router = Router();
    router.use(trace.pass('first'));
    router.get('/a/b', trace.pass('get'));
    router.use('/a', trace.pass('prefix'));
    router.post('/a/b', trace.pass('post'));
    router.use('/a/b', trace.pass('longer'));
    router.use('/a/b/c', trace.pass('too long'));
    router.all('/a/b', trace.pass('all'));
    router.use(trace.pass('last'));
    assert.equal(await trace.of(router, 'GET /a/b'), 'first get prefix longer all last out');
    assert.equal(await trace.of(router, 'POST /a/b'), 'first prefix post longer all last out');
    assert.equal(await trace.of(router, 'GET /ab'), 'first last out');
  });

  test('ends at the first layer that responds', async () => {
    const trace = new Trace();
    const router = Router();
    router.use(trace.pass('one'));
    router.get('/x', trace.end('two'));
    router.get('/x', trace.end('three'));
    assert.equal(await trace.of(router, 'GET /x'), 'one two');
  });

  test('flattens arrays and nested arrays of handlers', async () => {
    const trace = new Trace();
    const router = Router();
    router.use([trace.pass('a'), [trace.pass('b'), [trace.pass('c')]]], trace.pass('d'));
    router.get('/x', [trace.pass('e'), [trace.pass('f')]], trace.pass('g'), [[trace.end('h')]]);
    assert.equal(await trace.of(router, 'GET /x'), 'a b c d e f g h');
  });

  test('runs one layer once, however many of its paths match', async () => {
    const trace = new Trace();
    const router = Router();
    router.use(['/a', '/:x', /^\/a/], trace.pass('use'));
    router.get(['/a/b', '/a/:y', '/:x/b'], trace.pass('get'));
    assert.equal(await trace.of(router, 'GET /a/b'), 'use get out');
    assert.equal(await trace.of(router, 'GET /q/b'), 'use get out');
    assert.equal(await trace.of(router, 'GET /q/q'), 'use out');
  });

  test('includes mounted routers in their position', async () => {
    const trace = new Trace();
    const router = Router();
    const inner = Router();
    const innermost = Router();
    innermost.get('/x', trace.pass('innermost'));
    inner.use(trace.pass('inner first'));
    inner.use('/in', innermost);
    inner.get('/in/x', trace.pass('inner last'));
    router.get('/out/in/x', trace.pass('before'));
    router.use('/out', inner);
    router.get('/out/in/x', trace.pass('after'));
    router.use('/:any', inner);
    assert.equal(
      await trace.of(router, 'GET /out/in/x'),
      'before inner first innermost inner last after inner first innermost inner last out',
    );
  });

  test('is kept by one route with several methods', async () => {
    const trace = new Trace();
    const router = Router();
    router
      .route('/x')
      .all(trace.pass('all'))
      .get(trace.pass('get'))
      .post(trace.pass('post'))
      .get(trace.pass('get again'))
      .all(trace.pass('all again'));
    assert.equal(await trace.of(router, 'GET /x'), 'all get get again all again out');
    assert.equal(await trace.of(router, 'POST /x'), 'all post all again out');
    assert.equal(await trace.of(router, 'PUT /x'), 'all all again out');
  });

  test('holds for overlapping prefixes, parameters and wildcards of several depths', async () => {
    const trace = new Trace();
    const router = Router();
    const deep = line === 5 ? '/a/*rest' : '/a/*';
    router.use('/:p', trace.pass('use-param'));
    router.get(deep, trace.pass('wild'));
    router.get('/a/:x/c', trace.pass('middle'));
    router.use('/a/b', trace.pass('use-static'));
    router.get('/:x/b/:y', trace.pass('ends'));
    router.get('/a/b/c', trace.pass('static'));
    assert.equal(await trace.of(router, 'GET /a/b/c'), 'use-param wild middle use-static ends static out');
    assert.equal(await trace.of(router, 'GET /a/q/c'), 'use-param wild middle out');
    assert.equal(await trace.of(router, 'GET /q/b/q'), 'use-param ends out');
    assert.equal(await trace.of(router, 'GET /a'), 'use-param out');
  });

  test('holds for two parameters in a segment, text around them and optional parts', async () => {
    const trace = new Trace();
    const router = Router();
    const optional = line === 5 ? '/f{/:page}' : '/f/:page?';
    router.get('/f/:a-:b', trace.pass('two'));
    router.get('/f/v:n', trace.pass('text'));
    router.get('/f/:name.json', trace.pass('extension'));
    router.get(optional, trace.pass('optional'));
    assert.equal(await trace.of(router, 'GET /f/v1-x.json'), 'two text extension optional out');
    assert.equal(await trace.of(router, 'GET /f/v1'), 'text optional out');
    assert.equal(await trace.of(router, 'GET /f'), 'optional out');
    assert.equal(await trace.of(router, 'GET /f/x/y'), 'out');
  });

  test('ends without an error if no layer responds', async () => {
    const trace = new Trace();
    assert.equal(await trace.of(Router(), 'GET /x'), 'out');
    assert.equal(await trace.of(Router().get('/y', trace.end('y')), 'GET /x'), 'out');
  });
});
