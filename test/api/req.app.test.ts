import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest, suite } from '../support/api.js';

suite('req.app', (framework) => {
  test('is the application that handles the request at that point', async () => {
    const outer = framework();
    const inner = framework();
    const seen: boolean[] = [];
    inner.use((req: any, _res: any, next: any) => {
      seen.push(req.app === inner);
      next();
    });
    outer.use((req: any, _res: any, next: any) => {
      seen.push(req.app === outer);
      next();
    });
    outer.use('/in', inner);
    outer.use((req: any, res: any) => {
      seen.push(req.app === outer && res.app === outer);
      res.end();
    });
    await sendRequest(outer, '/in');
    assert.deepEqual(seen, [true, true, true]);
  });
});
