import assert from 'node:assert/strict';
import test from 'node:test';
import v8 from 'node:v8';
import vm from 'node:vm';

import { applyPendingMount, createFrame, type Frame } from '../../src/dispatch/dispatch.js';
import { tableOf } from '../../src/registration/table.js';
import Router from '../../src/router.js';

v8.setFlagsFromString('--allow-natives-syntax');
const sameShape: (a: object, b: object) => boolean = vm.runInThisContext('(a, b) => %HaveSameMap(a, b)');

/** Runs a request as `router.handle` does and returns its frame. */
function run(router: any, method: string, url: string): Promise<Frame> {
  return new Promise((resolve) => {
    const req = { method, url, headers: {} };
    const res = { setHeader() {}, end: () => resolve(frame) };
    const frame: Frame = createFrame(router, tableOf(router)!, req, res, () => resolve(frame));
    applyPendingMount(frame);
    frame.next();
  });
}

function make(): any {
  const router: any = Router();
  const inner: any = Router({ mergeParams: true });
  const end = (_req: any, res: any) => res.end();
  router.use((_req: any, _res: any, next: any) => next());
  router.param('name', (_req: any, _res: any, next: any) => next());
  router.get('/text', end);
  router.get('/users/:id', end);
  router.get('/named/:name', end);
  router.get(/^\/regexp/, end);
  router.get('/fails', () => {
    throw new Error('failed');
  });
  router.get('/rewrites', (req: any, _res: any, next: any) => {
    req.url = '/text';
    next();
  });
  inner.get('/:item', end);
  router.use('/mounted/:id', inner);
  return router;
}

test('the frames of all requests have one hidden class, whatever the request does', async () => {
  const router = make();
  router.compile();
  const requests = [
    ['GET', '/text'],
    ['GET', '/TEXT/?query'],
    ['GET', '/users/7'],
    ['GET', '/users/%37'],
    ['GET', '/users/%'],
    ['GET', '/named/x'],
    ['GET', '/regexp'],
    ['GET', '/fails'],
    ['GET', '/rewrites'],
    ['GET', '/mounted/1/2'],
    ['GET', '/mounted/1'],
    ['GET', 'http://host/text'],
    ['GET', '/nowhere'],
    ['GET', '/irregular//path'],
    ['OPTIONS', '/text'],
    ['HEAD', '/text'],
  ] as const;
  const unused = createFrame(router, tableOf(router)!, { method: 'GET', url: '/' }, {}, () => {});
  for (const [method, url] of requests) {
    assert.equal(sameShape(await run(router, method, url), unused), true, `${method} ${url}`);
  }
});
