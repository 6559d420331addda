import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest, suite } from '../support/api.js';

/** A method of Node, and the only one that modifies existing header values. */
suite('res.appendHeader', (framework, _line, version) => {
  // HTTP/2 does not allow a second content type.
  test('appends to the headers of one response and does not affect others', {
    skip: version === 2,
  }, async () => {
    const app = framework();
    app.get('/', (_req: any, res: any) => {
      res.appendHeader('X-Powered-By', 'mine');
      res.send('x');
    });
    const typed = (res: any) => {
      const { writeHead } = res;
      res.writeHead = function (...args: unknown[]) {
        this.appendHeader('Content-Type', 'too');
        return writeHead.apply(this, args);
      };
    };
    for (const body of ['text', { json: 1 }]) {
      app.get(`/${typeof body}`, (_req: any, res: any) => {
        typed(res);
        res.send(body);
      });
      app.get(`/plain/${typeof body}`, (_req: any, res: any) => res.send(body));
    }
    for (let i = 0; i < 3; i++) {
      for (const path of ['/', '/string', '/object', '/plain/string', '/plain/object']) {
        const { headers } = await sendRequest(app, path);
        const [powered, types] = ['x-powered-by', 'content-type'].map((name) => valuesOf(headers, name));
        assert.equal(powered!.length, path === '/' ? 2 : 1, path);
        assert.equal(types!.length, path === '/string' || path === '/object' ? 2 : 1, path);
      }
    }
  });
});

function valuesOf(headers: readonly (readonly [string, string])[], name: string): string[] {
  return headers.flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []));
}
