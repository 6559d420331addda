import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, failure, responseOf, suite } from '../support/api.js';

suite('res.format', (framework, line) => {
  const formats = (_req: any, res: any) =>
    res.format({
      text: () => res.send('text'),
      'text/html': () => res.send('html'),
      'application/json;charset=x': () => res.send('json'),
    });
  const accepting = (Accept: string, handler: any = formats) =>
    responseOf(framework, handler, { headers: { Accept } });

  test('chooses by Accept and sets Vary', async () => {
    const html = await accepting('text/html, text/plain;q=0.3');
    assert.deepEqual(
      [html.body, html.get('Content-Type'), html.get('Vary')],
      ['html', 'text/html; charset=utf-8', 'Accept'],
    );
    assert.equal((await accepting('text/html;q=.5, text/plain')).body, 'text');
  });

  test('uses the first type without Accept', async () => {
    assert.equal((await responseOf(framework, formats)).body, 'text');
  });

  test('passes on a 406 error with the available types', async () => {
    const error = await failure(framework, formats, { headers: { Accept: 'image/png' } });
    assert.deepEqual(
      [error.status, error.message, error.types],
      [406, 'Not Acceptable', ['text/plain', 'text/html', 'application/json']],
    );
  });

  test('falls back to default, after 3.x with the arguments of a handler', async () => {
    const handler = (req: any, res: any) =>
      res.format({
        html() {},
        default: (q: any, s: any, next: any) => res.send(String(q === req && s === res && typeof next)),
      });
    const { body, get } = await accepting('image/png', handler);
    assert.deepEqual([body, get('Vary')], [by(line, { 5: 'function', 4: 'function', 3: 'false' }), 'Accept']);
  });

  test('calls handlers with the object as this', async () => {
    const handler = (_req: any, res: any) => {
      const all = {
        name: 'mine',
        html(this: any, _q: any, s: any) {
          s.send(this.name);
        },
      };
      res.format(all);
    };
    assert.equal((await accepting('text/html', handler)).body, 'mine');
  });

  test('throws for handlers that are not functions', async () => {
    const error = await failure(framework, (_req, res) => res.format({ html: 'x' }));
    assert.equal(error.message, 'obj[key] is not a function');
    assert.equal((await failure(framework, (_req, res) => res.format({}))).status, 406);
  });
});
