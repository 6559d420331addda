/** Known attacks on bodies and queries. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import zlib from 'node:zlib';
import { type Framework, type Line, lines, sendRequest, type TestResponse } from '../support/api.js';
import { attacked } from './attacked.js';
import { quickly } from './quickly.js';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** An application that responds with the parsed body, or with the parser's error. */
function parsing(framework: Framework, parser: any): Framework {
  const app = framework();
  app.set('env', 'test');
  app.use(parser);
  app.use((req: any, res: any) => res.send(JSON.stringify(req.body) ?? 'undefined'));
  app.use((error: any, _req: any, res: any, _next: any) => {
    res.statusCode = error.status;
    res.send(`${error.type}`);
  });
  return app;
}

function querying(framework: Framework, read: (req: any) => unknown): Framework {
  const app = framework();
  app.set('env', 'test');
  app.set('query parser', 'extended');
  app.use((req: any, res: any) => res.send(String(read(req))));
  return app;
}

attacked('deeply nested and very long forms', (framework) => {
  const extended = framework.urlencoded({ extended: true, limit: '10mb' });
  const post = (body: string): Promise<TestResponse> =>
    sendRequest(parsing(framework, extended), { method: 'POST', headers: FORM, body });

  // CVE-2024-45590
  test('are rejected beyond 32 levels', async () => {
    const { status, body } = await post(`a${'[b]'.repeat(33)}=c`);
    assert.deepEqual([status, body], [400, 'querystring.parse.rangeError']);
  });

  test('of a million levels are rejected immediately', async () => {
    await quickly(async () => assert.equal((await post(`a${'[b]'.repeat(1_000_000)}=c`)).status, 400));
  });

  // CVE-2025-13466
  test('of 50,000 parameters are rejected immediately', async () => {
    await quickly(async () => {
      const { status, body } = await post('a=1&'.repeat(50_000));
      assert.deepEqual([status, body], [413, 'parameters.too.many']);
    });
  });

  // CVE-2022-24999
  test('with a length and a prototype are parsed immediately', async () => {
    await quickly(async () => {
      const { status } = await post('a[__proto__]=b&a[__proto__]&a[length]=100000000');
      assert.equal(status, 200);
    });
    assert.equal(({} as any).b, undefined);
  });
});

attacked('queries', (framework) => {
  // CVE-2022-24999
  test('with a length and a prototype are parsed immediately', async () => {
    const app = querying(framework, (req) => typeof req.query.a);
    await quickly(async () => {
      assert.equal((await sendRequest(app, '/?a[__proto__]=b&a[__proto__]&a[length]=100000000')).status, 200);
    });
  });

  // CVE-2025-15284
  test('of many elements create no array over the limit', async () => {
    const app = querying(framework, ({ query: { a } }) => (Array.isArray(a) ? a.length : 0));
    assert.ok(Number((await sendRequest(app, `/?${'a[]=&'.repeat(1500)}`)).body) <= 1000);
    assert.equal((await sendRequest(app, `/?${'a[]=&'.repeat(10)}`)).body, '10');
    assert.equal((await sendRequest(app, '/?a[100000000]=b')).body, '0');
  });

  // CVE-2024-51999, which was withdrawn: keys of Object.prototype are ignored, and its methods stay intact.
  test('keep the methods of Object.prototype', async () => {
    const app = querying(framework, (req) => Object.hasOwn(req.query, 'a'));
    assert.equal((await sendRequest(app, '/?a=1&hasOwnProperty=2&__proto__[x]=3')).body, 'true');
  });
});

attacked('invalid limits', (framework) => {
  // CVE-2026-12590
  for (const limit of ['abc', Number.NaN]) {
    test(`${limit} is rejected when the parser is created`, () => {
      assert.throws(() => framework.json({ limit }), TypeError);
      assert.throws(() => framework.urlencoded({ extended: true, limit }), TypeError);
    });
  }
});

const plain = Buffer.alloc(100_000_000, ' ');
const bombs = {
  gzip: zlib.gzipSync(plain),
  deflate: zlib.deflateSync(plain),
  br: zlib.brotliCompressSync(plain, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

attacked('compressed bombs', (framework) => {
  for (const [encoding, body] of Object.entries(bombs)) {
    test(`of ${encoding} are rejected before they are fully inflated`, async () => {
      const app = parsing(framework, framework.json({ limit: '1kb' }));
      const headers = { ...JSON_TYPE, 'Content-Encoding': encoding };
      // Of a hundred megabytes, one kilobyte and one chunk are inflated.
      const before = process.memoryUsage().arrayBuffers;
      await quickly(async () => {
        const { status } = await sendRequest(app, { method: 'POST', headers, body });
        assert.ok(status === 413 || (encoding === 'br' && status === 415), String(status));
      });
      assert.ok(process.memoryUsage().arrayBuffers - before < 20_000_000);
    });
  }
});

/** Types that some parsers take for JSON and others do not. */
const TYPES = [
  'application/json\t;x',
  'application/json\t; charset=utf-8',
  'application/json ;charset=utf-8',
  'APPLICATION/JSON',
  'application/json;',
  'application/json; charset',
  'application/json,text/plain',
  'application/json, application/json',
  'application/jsonx',
  'application/ json',
  'text/plain; application/json',
  'application/json\u00a0',
  'application/vnd.api+json',
  'application/json; charset=utf-8; charset=utf-16',
  '"application/json"',
  ';application/json',
];

// CVE-2025-32442, CVE-2026-25223
for (const line of [5, 4, 3] as Line[]) {
  describe(`unusual content types in ${line}.x`, () => {
    for (const type of TYPES) {
      test(`${JSON.stringify(type)} is parsed, skipped or rejected as in Express`, async () => {
        const outcome = async (framework: Framework): Promise<unknown> => {
          const app = parsing(framework, framework.json());
          const headers = { 'Content-Type': type };
          const { status, body } = await sendRequest(app, { method: 'POST', headers, body: '{"a":1}' });
          // Errors of the parsers of 3.x have no type.
          return line === 3 && status >= 400 ? status : [status, body];
        };
        assert.deepEqual(await outcome(lines[line].maglev), await outcome(lines[line].express));
      });
    }
  });
}
