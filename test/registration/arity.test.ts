import assert from 'node:assert/strict';
import test from 'node:test';
import { routing, Trace } from '../support/routing.js';

/** Express reads `handler.length` on every call, maglev only once. */
routing(
  'the arity of a handler',
  ({ Router }) => {
    test('is read when the handler is registered', async () => {
      const trace = new Trace();
      const router = Router();
      const handler = trace.pass('use');
      router.use(handler);
      Object.defineProperty(handler, 'length', { value: 4 });
      assert.equal(await trace.of(router, 'GET /x'), 'use out');
    });

    test('is read again when the handler of a layer is replaced', async () => {
      const trace = new Trace();
      const router = Router();
      router.use(trace.pass('use'));
      assert.equal(await trace.of(router, 'GET /x'), 'use out');
      router.stack[0].handle = (_error: any, _req: any, _res: any, next: any) => next();
      assert.equal(await trace.of(router, 'GET /x'), 'out');
    });
  },
  { only: 'maglev' },
);
