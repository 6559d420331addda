/** Known attacks through response values and files. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { type Framework, failure, type Line, lines, responseOf, sendRequest } from '../support/api.js';
import { attacked } from './attacked.js';
import { quickly } from './quickly.js';

const HTML = { path: '/', headers: { Accept: 'text/html' } };

attacked('redirects', (framework, line) => {
  // CVE-2024-29041
  test('go to the host that was validated', async () => {
    const target = 'http://google.com\\@apple.com';
    const { headers } = await responseOf(framework, (_req, res) => res.redirect(target));
    const location = headers.find(([name]) => name === 'Location')![1];
    assert.equal(new URL(location).hostname, 'google.com');
  });

  // CVE-2024-43796
  test('escape the address in their pages, and have no link to a script', async () => {
    for (const target of ["javascript:alert('x')<script>\"", 'javascript://%0aalert(1)', 'JAVAscript://x']) {
      const { body } = await responseOf(framework, (_req, res) => res.redirect(target), HTML);
      assert.doesNotMatch(body, /href="javascript|<script>/i);
      // In 3.x, safe addresses are still links.
      if (line !== 3) assert.doesNotMatch(body, /<a /);
    }
  });

  test('never contain line breaks', async () => {
    const { raw } = await responseOf(framework, (_req, res) => res.redirect('/a\r\nX-Injected: yes'));
    assert.doesNotMatch(raw, /^X-Injected/m);
  });
});

attacked('cookies', (framework) => {
  // CVE-2024-47764
  const attempts: [string, (res: any) => void][] = [
    ['name', (res) => res.cookie('a;b', 'c')],
    ['name with a line break', (res) => res.cookie('a\r\nb', 'c')],
    ['path', (res) => res.cookie('a', 'b', { path: '/; Domain=evil' })],
    ['path with a line break', (res) => res.cookie('a', 'b', { path: '/\r\nX-Injected: yes' })],
    ['domain', (res) => res.cookie('a', 'b', { domain: 'x; Secure' })],
    ['domain with a line break', (res) => res.cookie('a', 'b', { domain: 'x\nX-Injected: yes' })],
  ];
  for (const [what, attempt] of attempts) {
    test(`reject a ${what} that injects attributes or headers`, async () => {
      const error = await failure(framework, (_req, res) => attempt(res));
      assert.ok(error instanceof TypeError, String(error));
    });
  }
});

attacked('headers', (framework) => {
  test('reject line breaks', async () => {
    for (const value of ['a\r\nX-Injected: yes', 'a\nb', 'a\rb', 'a\0b']) {
      const error = await failure(framework, (_req, res) => res.set('X-A', value).end());
      assert.equal(error.code, 'ERR_INVALID_CHAR');
    }
  });

  // CVE-2025-7339
  test('keep an array of headers given to writeHead when on-headers is used', async () => {
    const onHeaders = createRequire(import.meta.url)('on-headers');
    const { get } = await responseOf(framework, (_req, res) => {
      onHeaders(res, () => res.setHeader('X-Listener', 'yes'));
      res.writeHead(200, ['X-A', '1', 'X-B', '2']);
      res.end();
    });
    assert.deepEqual([get('X-A'), get('X-B'), get('X-Listener')], ['1', '2', 'yes']);
  });
});

attacked('names that are looked up as a media type', (framework, line) => {
  const NAME = 'a'.repeat(100_000);

  // CVE-2017-16138
  test('are looked up in bounded time', async () => {
    await quickly(() => responseOf(framework, (_req, res) => res.type(NAME).end()));
    if (line === 3) await quickly(() => framework.mime.lookup(NAME));
  });
});

attacked('headers of an untrusted proxy', (framework) => {
  // CVE-2026-3635
  test('are ignored', async () => {
    const headers = {
      Host: 'own',
      'X-Forwarded-For': '6.6.6.6',
      'X-Forwarded-Host': 'evil',
      'X-Forwarded-Proto': 'https',
    };
    const show = (req: any, res: any): void =>
      res.end(JSON.stringify([req.ip, req.ips, req.protocol, req.secure, req.host]));
    const { body } = await responseOf(framework, show, { headers });
    assert.deepEqual(JSON.parse(body), ['127.0.0.1', [], 'http', false, 'own']);
  });
});

attacked('JSONP', (framework) => {
  test('removes everything but the name from a callback, and sends a JavaScript content type', async () => {
    const path = '/?callback=%3Cscript%3Ealert(1)%2F%2F;a[b].$c_1';
    const { body, get } = await responseOf(
      framework,
      (_req, res) => res.jsonp({ x: '\u2028</script>' }),
      path,
    );
    assert.match(body, /^\/\*\*\/ typeof scriptalert1a\[b\]\.\$c_1 === 'function'/);
    assert.ok(!body.includes('\u2028'));
    assert.equal(get('X-Content-Type-Options'), 'nosniff');
    assert.match(get('Content-Type')!, /^text\/javascript/);
  });
});

attacked(
  'error pages',
  (framework) => {
    test('outside development show no stack, and escape their text', async () => {
      for (const env of ['production', 'staging', 'test']) {
        const app = framework();
        app.set('env', env);
        app.use((_req: any, _res: any, next: any) => {
          const { error } = console;
          console.error = () => {};
          setImmediate(() => setImmediate(() => (console.error = error)));
          next(new Error('<b>secret</b>'));
        });
        const { status, body } = await sendRequest(app);
        assert.equal(status, 500);
        assert.ok(!body.includes('<b>'), body);
        if (env === 'production') assert.doesNotMatch(body, /secret| at /);
      }
    });
  },
  // 3.x reads NODE_ENV when it is loaded. test/faults compares its pages in production.
  [5, 4],
);

/** A served folder, next to files that are not served. */
const outside = mkdtempSync(path.join(tmpdir(), 'maglev-security-'));
const root = path.join(outside, 'public');
mkdirSync(path.join(root, 'folder'), { recursive: true });
mkdirSync(path.join(outside, 'public-restricted'));
writeFileSync(path.join(root, 'file.txt'), 'public');
writeFileSync(path.join(root, 'folder', 'index.html'), 'index');
writeFileSync(path.join(outside, 'secret.txt'), 'secret');
writeFileSync(path.join(outside, 'public-restricted', 'secret.txt'), 'secret');
symlinkSync(path.join(outside, 'secret.txt'), path.join(root, 'link.txt'));
after(() => rmSync(outside, { recursive: true }));

function serving(framework: Framework): Framework {
  const app = framework();
  app.set('env', 'test');
  app.use(framework.static(root));
  return app;
}

const ESCAPES = [
  '/../secret.txt',
  '/../public-restricted/secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/..%5csecret.txt',
  '/folder/../../secret.txt',
  '/folder/..%2f..%2fsecret.txt',
  '/%2e%2e%2fpublic-restricted/secret.txt',
  '/....//secret.txt',
  '/file.txt%00',
  '/%00/../secret.txt',
  '/file.txt%00.html',
  '//../secret.txt',
  '/%c0%ae%c0%ae/secret.txt',
  '/..;/secret.txt',
  '/file.txt/',
  '/file.txt/../../secret.txt',
  '/%zz',
];

attacked('served files', (framework) => {
  // CVE-2014-6394
  for (const url of ESCAPES) {
    test(`${url} reaches no file outside the folder`, async () => {
      const { status, body } = await sendRequest(serving(framework), url);
      assert.ok(!body.includes('secret') || status >= 400, body);
      assert.notEqual(body, 'secret');
    });
  }

  test('are found through symbolic links, as in send', async () => {
    assert.equal((await sendRequest(serving(framework), '/link.txt')).body, 'secret');
  });

  // CVE-2015-1164
  test('redirect folders only to the same host', async () => {
    for (const url of ['//folder', '///folder', '//evil.example/%2e%2e/folder', '//evil.example/..%2f']) {
      const location = (await sendRequest(serving(framework), url)).get('Location');
      assert.ok(location === undefined || /^\/(?![/\\])/.test(location), location);
    }
    assert.equal((await sendRequest(serving(framework), '//folder')).get('Location'), '/folder/');
  });
});

for (const line of [5, 4] as Line[]) {
  describe(`served files in ${line}.x`, () => {
    for (const url of [...ESCAPES, '/link.txt', '//folder', '///folder']) {
      test(`${url} gets the same response as from Express`, async () => {
        const { raw } = await sendRequest(serving(lines[line].maglev), url);
        assert.equal(raw, (await sendRequest(serving(lines[line].express), url)).raw);
      });
    }
  });
}
