/** Attacks by what is put into responses, and by files, that others have suffered. */
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
  test('go to the host that was checked', async () => {
    const target = 'http://google.com\\@apple.com';
    const { headers } = await responseOf(framework, (_req, res) => res.redirect(target));
    const location = headers.find(([name]) => name === 'Location')![1];
    assert.equal(new URL(location).hostname, 'google.com');
  });

  // CVE-2024-43796
  test('have pages that escape the address, and no live link to a script', async () => {
    for (const target of ["javascript:alert('x')<script>\"", 'javascript://%0aalert(1)', 'JAVAscript://x']) {
      const { body } = await responseOf(framework, (_req, res) => res.redirect(target), HTML);
      assert.doesNotMatch(body, /href="javascript|<script>/i);
      // In 3.x honest addresses are still links.
      if (line !== 3) assert.doesNotMatch(body, /<a /);
    }
  });

  test('never break the line', async () => {
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
    test(`refuse a ${what} that says more than it should`, async () => {
      const error = await failure(framework, (_req, res) => attempt(res));
      assert.ok(error instanceof TypeError, String(error));
    });
  }
});

attacked('headers', (framework) => {
  test('refuse line breaks', async () => {
    for (const value of ['a\r\nX-Injected: yes', 'a\nb', 'a\rb', 'a\0b']) {
      const error = await failure(framework, (_req, res) => res.set('X-A', value).end());
      assert.equal(error.code, 'ERR_INVALID_CHAR');
    }
  });

  // CVE-2025-7339
  test('given to writeHead as a list stay what they are when somebody listens for them', async () => {
    const onHeaders = createRequire(import.meta.url)('on-headers');
    const { get } = await responseOf(framework, (_req, res) => {
      onHeaders(res, () => res.setHeader('X-Heard', 'yes'));
      res.writeHead(200, ['X-A', '1', 'X-B', '2']);
      res.end();
    });
    assert.deepEqual([get('X-A'), get('X-B'), get('X-Heard')], ['1', '2', 'yes']);
  });
});

attacked('names that become a media type', (framework, line) => {
  const NAME = 'a'.repeat(100_000);

  // CVE-2017-16138
  test('are looked up in time', async () => {
    await quickly(() => responseOf(framework, (_req, res) => res.type(NAME).end()));
    if (line === 3) await quickly(() => framework.mime.lookup(NAME));
  });
});

attacked('words of a proxy that is not trusted', (framework) => {
  // CVE-2026-3635
  test('are ignored', async () => {
    const headers = {
      Host: 'honest',
      'X-Forwarded-For': '6.6.6.6',
      'X-Forwarded-Host': 'evil',
      'X-Forwarded-Proto': 'https',
    };
    const show = (req: any, res: any): void =>
      res.end(JSON.stringify([req.ip, req.ips, req.protocol, req.secure, req.host]));
    const { body } = await responseOf(framework, show, { headers });
    assert.deepEqual(JSON.parse(body), ['127.0.0.1', [], 'http', false, 'honest']);
  });
});

attacked('JSONP', (framework) => {
  test('keeps nothing of a callback but a name, and says that it is a script', async () => {
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
    test('outside of development show no stack, and escape what they show', async () => {
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
  // 3.x asks the process, when it is loaded: its pages in production are among the faults that are compared.
  [5, 4],
);

/** A folder that is served, with things beside it that are not. */
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
    test(`${url} leads to nothing outside of the folder`, async () => {
      const { status, body } = await sendRequest(serving(framework), url);
      assert.ok(!body.includes('secret') || status >= 400, body);
      assert.notEqual(body, 'secret');
    });
  }

  test('are found behind links, as send rules', async () => {
    assert.equal((await sendRequest(serving(framework), '/link.txt')).body, 'secret');
  });

  // CVE-2015-1164
  test('redirect folders to this host alone', async () => {
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
      test(`${url} is answered as by Express`, async () => {
        const { raw } = await sendRequest(serving(lines[line].maglev), url);
        assert.equal(raw, (await sendRequest(serving(lines[line].express), url)).raw);
      });
    }
  });
}
