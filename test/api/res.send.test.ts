import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, failure, responseOf, sendRequest, suite } from '../support/api.js';

const send =
  (...args: unknown[]) =>
  (_req: any, res: any) =>
    res.send(...args);

suite('res.send', (framework, line, version) => {
  test('sends a string as HTML with length and ETag, with headers in this order', async () => {
    const { raw } = await responseOf(framework, send('<p>hé</p>'));
    assert.equal(
      raw,
      [
        'HTTP/1.1 200 OK',
        'X-Powered-By: *',
        'Content-Type: text/html; charset=utf-8',
        'Content-Length: 10',
        `ETag: W/${by(line, { 5: '"a-YqDvB75KGtJ7nhhDcoe1lJUgkKE"', 4: '"a-YqDvB75KGtJ7nhhDcoe1lJUgkKE"', 3: '"a-XUJq+bmCnDUEv0m6PwoyWA"' })}`,
        'Connection: close',
        '',
        '<p>h\u00c3\u00a9</p>',
      ].join('\r\n'),
    );
  });

  test('keeps a content type that was set, and sets the charset of text to UTF-8', async () => {
    const plain = await responseOf(framework, (_req, res) => res.set('Content-Type', 'text/plain').send('x'));
    assert.equal(plain.get('Content-Type'), 'text/plain; charset=utf-8');
    const latin = await responseOf(framework, (_req, res) =>
      res.set('Content-Type', 'text/plain; charset=latin1').send('x'),
    );
    assert.equal(latin.get('Content-Type'), 'text/plain; charset=utf-8');
  });

  test('handles an empty content type as Express does', async () => {
    // Twice, because content types are cached on first use.
    for (let i = 0; i < 2; i++) {
      const { status, get } = await responseOf(framework, (_req, res) => {
        res.setHeader('Content-Type', '');
        res.send('a');
      });
      assert.deepEqual(
        [status, get('Content-Type')],
        by(line, { 5: [200, 'false'], 4: [200, 'text/html; charset=utf-8'] }),
      );
    }
  });

  test('sends bytes unchanged', async () => {
    const buffer = Buffer.from('héllo');
    for (const bytes of by<Uint8Array[]>(line, { 5: [buffer, new Uint8Array(buffer)], 4: [buffer] })) {
      const { body, get } = await responseOf(framework, send(bytes));
      assert.deepEqual(
        [body, get('Content-Type'), get('Content-Length')],
        ['héllo', 'application/octet-stream', '6'],
      );
    }
    const typed = await responseOf(framework, (_req, res) => res.type('png').send(Buffer.from('x')));
    assert.equal(typed.get('Content-Type'), 'image/png');
  });

  test('sends everything else as JSON', async () => {
    for (const [value, expected] of [
      [{ a: 1 }, '{"a":1}'],
      [[1, 2], '[1,2]'],
      [true, 'true'],
      ...by<unknown[][]>(line, {
        5: [
          [0, '0'],
          [Number.NaN, 'null'],
        ],
        4: [[new Uint8Array(1), '{"0":0}']],
      }),
    ]) {
      const { body, get } = await responseOf(framework, send(value));
      assert.deepEqual([body, get('Content-Type')], [expected, 'application/json; charset=utf-8']);
    }
  });

  test('sends an empty body for null, and no ETag for undefined', async () => {
    const nothing = await responseOf(framework, send(null));
    assert.deepEqual(
      [nothing.body, nothing.get('Content-Length'), nothing.get('Content-Type')],
      ['', '0', undefined],
    );
    const empty = by(line, {
      5: '"0-2jmj7l5rSw0yVb/vlWAYkK/YBwk"',
      4: '"0-2jmj7l5rSw0yVb/vlWAYkK/YBwk"',
      3: '"0-1B2M2Y8AsgTpgAmY7PhCfg"',
    });
    assert.equal(nothing.get('ETag'), `W/${empty}`);
    const without = await responseOf(framework, send(undefined));
    assert.deepEqual([without.body, without.get('ETag')], ['', undefined]);
    assert.equal((await responseOf(framework, send())).raw, without.raw);
  });

  if (line === 5)
    test('does not treat a number as a status', async () => {
      const { status, body } = await responseOf(framework, send(404));
      assert.deepEqual([status, body], [200, '404']);
    });

  if (line !== 5) {
    test('treats a number as a status', async () => {
      const alone = await responseOf(framework, send(404));
      assert.deepEqual([alone.status, alone.body], [404, 'Not Found']);
      assert.equal(alone.get('Content-Type'), 'text/plain; charset=utf-8');
      const unknown = await responseOf(framework, send(599));
      assert.deepEqual([unknown.status, unknown.body], [599, '']);
    });

    test('takes a status before or after the body', async () => {
      for (const args of [
        [201, 'made'],
        ['made', 201],
      ]) {
        const { status, body } = await responseOf(framework, send(...args));
        assert.deepEqual([status, body], [201, 'made']);
      }
      const { status, body } = await responseOf(framework, send(201, 5));
      assert.deepEqual([status, body], [201, '5']);
    });
  }

  test('responds to HEAD with headers only', async () => {
    const { body, get } = await responseOf(framework, send('hello'), { method: 'HEAD' });
    assert.deepEqual([body, get('Content-Length')], ['', '5']);
  });

  test('removes headers that 204 and 304 must not have', async () => {
    for (const status of [204, 304]) {
      const response = await responseOf(framework, (_req, res) =>
        res.status(status).set('Transfer-Encoding', 'chunked').send('x'),
      );
      assert.equal(response.body, '');
      for (const name of ['Content-Type', 'Content-Length', 'Transfer-Encoding'])
        assert.equal(response.get(name), undefined);
    }
  });

  test('sends 205 with a length of zero, except in 3.x', {
    skip: version === 2 && line === 3 && 'HTTP/2 sends no body with 205',
  }, async () => {
    const { body, get } = await responseOf(framework, (_req, res) => res.status(205).send('x'));
    assert.deepEqual([body, get('Content-Length')], by(line, { 5: ['', '0'], 4: ['', '0'], 3: ['x', '1'] }));
  });

  test('responds 304 if the client has the current ETag', async () => {
    const etag = (await responseOf(framework, send('fresh'))).get('ETag')!;
    const again = await responseOf(framework, send('fresh'), { headers: { 'If-None-Match': etag } });
    assert.deepEqual([again.status, again.body, again.get('ETag')], [304, '', etag]);
    const post = await responseOf(framework, send('fresh'), {
      method: 'POST',
      headers: { 'If-None-Match': etag },
    });
    assert.equal(post.status, 200);
    const any = await responseOf(framework, send('fresh'), { headers: { 'If-None-Match': '*' } });
    assert.equal(any.status, 304);
  });

  test('keeps an ETag that was set', async () => {
    const { get } = await responseOf(framework, (_req, res) => res.set('ETag', '"mine"').send('x'));
    assert.equal(get('ETag'), '"mine"');
  });

  if (line === 5)
    test('sets no Content-Length together with Transfer-Encoding', async () => {
      const { get, body } = await responseOf(framework, (_req, res) =>
        res.set('Transfer-Encoding', 'chunked').send('hello'),
      );
      assert.deepEqual([get('Content-Length'), body], [undefined, 'hello']);
    });

  test('overrides a Content-Length that was set, except in 3.x', async () => {
    const { get } = await responseOf(framework, (_req, res) => res.set('Content-Length', '2').send('hello'));
    assert.equal(get('Content-Length'), by(line, { 5: '5', 4: '5', 3: '2' }));
  });

  test('passes a Buffer to a patched end(), except in 3.x or for a small body without ETag', async () => {
    const seen = async (etag: boolean, body: string) => {
      let kind = '';
      const app = framework();
      app.set('etag', etag);
      app.use((_req: any, res: any) => {
        const { end } = res;
        res.end = (chunk: any, encoding: any) => {
          kind = `${Buffer.isBuffer(chunk) ? 'buffer' : typeof chunk} ${encoding}`;
          return end.call(res, chunk, encoding);
        };
        res.send(body);
      });
      await sendRequest(app);
      return kind;
    };
    const asBuffer = by(line, { 5: 'buffer undefined', 4: 'buffer undefined', 3: 'string utf8' });
    assert.equal(await seen(true, 'x'), asBuffer);
    assert.equal(await seen(false, 'x'), 'string utf8');
    assert.equal(await seen(false, 'x'.repeat(1000)), asBuffer);
  });

  test('calls res.json, res.set and res.type, which users can replace', async () => {
    const calls: string[] = [];
    const app = framework();
    for (const member of ['json', 'set', 'type', 'status']) {
      const original = app.response[member];
      app.response[member] = function (...args: unknown[]) {
        calls.push(`${member}/${args.length}`);
        return original.apply(this, args);
      };
    }
    app.get('/object', (_req: any, res: any) => res.send({}));
    app.get('/text', (_req: any, res: any) => res.send('x'));
    await sendRequest(app, '/object');
    assert.deepEqual(calls.splice(0), ['json/1', 'set/2', 'set/2', 'set/2', 'set/2']);
    await sendRequest(app, '/text');
    // 4.x sets the charset in a separate call.
    const sets = by(line, { 5: 3, 4: 4 });
    assert.deepEqual(calls.splice(0), ['type/1', ...Array(sets).fill('set/2')]);
  });

  test('returns the response', async () => {
    let same = false;
    await responseOf(framework, (_req, res) => {
      same = res.send('x') === res;
    });
    assert.equal(same, true);
  });

  test('throws for functions and symbols', async () => {
    assert.equal(
      (
        await failure(
          framework,
          send(() => {}),
        )
      ).name,
      'TypeError',
    );
    assert.equal((await failure(framework, send(Symbol('s')))).name, 'TypeError');
  });
});
