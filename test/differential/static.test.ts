/** Random requests for files to serve-static and to maglev: every header and byte has to match. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import ours from '../../src/lines/v5/static.js';
import { express3, maglev3, OldResponse } from '../support/api-express3.js';
import { casesFrom, seedFrom } from './settings.js';

const real = createRequire(import.meta.url)('serve-static');
const cases = casesFrom(process.env, 500);
const seed = seedFrom(process.env);
const MODIFIED = new Date('2024-02-29T12:00:00Z');

interface Case {
  options: Record<string, unknown>;
  mount: string;
  method: string;
  target: string;
  headers: Record<string, string>;
}

const optional = <T>(...values: T[]): fc.Arbitrary<T | undefined> =>
  fc.oneof(
    { arbitrary: fc.constant(undefined), weight: 3 },
    { arbitrary: fc.constantFrom(...values), weight: 1 },
  );

const options = fc
  .record({
    acceptRanges: optional(true, false),
    cacheControl: optional(true, false),
    dotfiles: optional('allow', 'deny', 'ignore'),
    etag: optional(true, false),
    extensions: optional<unknown>(['html', 'txt'], 'htm', false),
    fallthrough: optional(true, false),
    immutable: optional(true, false),
    index: optional<unknown>('index.html', false, ['none.html', 'file.txt'], 'file.txt'),
    lastModified: optional(true, false),
    maxAge: optional<unknown>(0, 1000, '1d', '2 hours'),
    redirect: optional(true, false),
    setHeaders: optional('sets'),
  })
  .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)));

const segments = fc.constantFrom(
  ...[
    'file.txt',
    'index.html',
    'folder',
    'folder/',
    'page',
    'empty',
    'big.bin',
    '.hidden',
    '.dot/in.txt',
    'none',
  ],
  ...[
    '..',
    '%2e%2e',
    '..%2ffile.txt',
    '%00',
    'a%00b',
    '%',
    '%ff',
    '',
    '/',
    '//',
    '.',
    'link.txt',
    'out.txt',
    'ünï.txt',
  ],
  ...[
    '%C3%BCn%C3%AF.txt',
    'folder%2findex.html',
    'a b.txt',
    'a%20b.txt',
    '\\..\\x',
    '?a=b',
    '#x',
    ';x',
    'FILE.TXT',
  ],
  ...['//evil.example/..', 'data.json', 'style.css', 'script.js', 'noextension'],
);

const headers = fc
  .record({
    range: optional(
      ...[
        'bytes=0-2',
        'bytes=-3',
        'bytes=2-',
        'bytes=99999-',
        'bytes=0-0,2-3',
        'lines=0-1',
        'bytes=x',
        'bytes=3-1',
      ],
    ),
    'if-none-match': optional('*', '"x"', 'W/"5-18df50c1c00"', '"a", W/"b"'),
    'if-match': optional('*', '"x"', 'W/"5-18df50c1c00"'),
    'if-modified-since': optional(MODIFIED.toUTCString(), 'Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday'),
    'if-unmodified-since': optional(MODIFIED.toUTCString(), 'Thu, 01 Jan 1970 00:00:00 GMT'),
    'if-range': optional('"x"', MODIFIED.toUTCString(), 'W/"5-18df50c1c00"'),
    'cache-control': optional('no-cache'),
  })
  .map((record) =>
    Object.fromEntries(
      Object.entries(record).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  );

const arbitrary: fc.Arbitrary<Case> = fc.record({
  options,
  mount: fc.constantFrom('', '', '/mount'),
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS'),
  target: fc.array(segments, { minLength: 0, maxLength: 2 }).map((parts) => `/${parts.join('/')}`),
  headers,
});

/** The compared sides and cases. maglev's 3.x reads ranges with the current parser: only bytes, without combining them. */
const sides: { name: string; theirs: any; mine: typeof ours; compares(spec: Case): boolean }[] = [
  { name: 'serve-static', theirs: real, mine: ours, compares: () => true },
  {
    name: 'Express 3',
    theirs: express3.static,
    mine: maglev3.static,
    compares: ({ headers: { range = '' } }) => !range.startsWith('lines') && !range.includes(','),
  },
];

let root: string;
const servers: http.Server[] = [];
const listeners: http.RequestListener[] = [];

before(async () => {
  root = createFolder();
  for (const side of [0, 1]) {
    const server = http.createServer({ ServerResponse: OldResponse as any }, (req, res) =>
      listeners[side]!(req, res),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
  }
});

after(() => {
  for (const server of servers) server.close();
  rmSync(root, { recursive: true });
});

for (const { name, theirs, mine, compares } of sides) {
  test(`responds to ${cases} requests for files as ${name} does (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(arbitrary, async (spec) => {
        fc.pre(compares(spec));
        const [wanted, got] = await Promise.all([send(0, theirs, spec), send(1, mine, spec)]);
        assert.equal(got, wanted);
      }),
      { numRuns: cases, seed },
    );
  });
}

test('reports an invalid root and invalid options with the same messages', () => {
  for (const args of [[], [''], [null], [5], [{}], ['.', { setHeaders: 5 }]] as [any, any][]) {
    const messages = [real, ours].map((serve) => {
      try {
        return typeof serve(...args);
      } catch (error: any) {
        return `${error.name}: ${error.message}`;
      }
    });
    assert.equal(messages[1], messages[0]);
  }
});

function send(
  side: number,
  serve: typeof ours,
  { options, mount, method, target, headers }: Case,
): Promise<string> {
  const setHeaders = (res: any, file: string, stat: any): void => {
    res.setHeader('X-File', encodeURIComponent(path.relative(root, file)));
    res.setHeader('X-Size', stat.size);
  };
  const middleware = serve(`${root}/public`, 'setHeaders' in options ? { ...options, setHeaders } : options);
  listeners[side] = (req: any, res) => {
    req.originalUrl = req.url;
    req.url = req.url.slice(mount.length) || '/';
    if (req.url[0] !== '/') req.url = `/${req.url}`;
    middleware(req, res, (error: any) => {
      res.statusCode = error?.status ?? 404;
      res.end(error ? `error ${error.status} ${error.message} ${error.code}` : 'called next');
    });
  };
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${mount}${target} HTTP/1.1\r\nHost: host\r\nConnection: close\r\n${fields.join('')}\r\n`;
  return exchange((servers[side]!.address() as AddressInfo).port, head);
}

function exchange(port: number, head: string): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = net.connect(port, '127.0.0.1', () => socket.write(Buffer.from(head, 'latin1')));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () =>
      resolve(
        Buffer.concat(chunks)
          .toString('latin1')
          .replace(/^Date: .*\r\n/m, ''),
      ),
    );
  });
}

function createFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'maglev-static-'));
  const files: Record<string, string | Buffer> = {
    'public/file.txt': 'hello',
    'public/index.html': '<p>index</p>',
    'public/page.html': '<p>page</p>',
    'public/folder/index.html': '<p>folder</p>',
    'public/bare/inside.txt': 'inside',
    'public/empty': '',
    'public/big.bin': Buffer.alloc(200_000, 'ab'),
    'public/.hidden': 'hidden',
    'public/.dot/in.txt': 'in dot',
    'public/ünï.txt': 'unicode',
    'public/a b.txt': 'space',
    'public/data.json': '{}',
    'public/style.css': 'a{}',
    'public/script.js': '1',
    'public/noextension': 'none',
    'outside.txt': 'outside',
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
    utimesSync(path.join(folder, name), MODIFIED, MODIFIED);
  }
  symlinkSync('file.txt', path.join(folder, 'public/link.txt'));
  symlinkSync('../outside.txt', path.join(folder, 'public/out.txt'));
  return folder;
}
