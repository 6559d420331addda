import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import mime16 from 'mime';
import { type Framework, inspect, lines, listening, responseOf, sendRequest, suite } from '../support/api.js';
import { folder } from '../support/api-folder.js';

const { maglev, express } = lines[3];
const root = folder({ 'a.txt': '', 'a.mglv': '', 'more.types': '# ours\ntext/x-more  more mor\n' });

/** Every extension in the tables of Express 3 and 4, and some that are in neither. */
const extensions = [
  ...new Set([...Object.keys(express.mime.types), ...Object.keys(mime16.types), 'mglv', 'constructor']),
];

suite(
  'maglev.mime',
  (framework) => {
    const { mime } = framework;
    const changed = [mime, mime.types, mime.extensions];
    const before = changed.map((object) => ({ ...object }));
    afterEach(() => {
      for (const [i, object] of changed.entries()) restore(object, before[i]!);
    });

    /** The types of a file and of an extension, in each place where 3.x looks them up. */
    const typesOf = async (extension: string) => {
      const file = path.join(root, `a.${extension}`);
      const type = async (handler: any) => (await responseOf(framework, handler)).get('Content-Type');
      const served = await sendRequest(framework().use(framework.static(root)), `/a.${extension}`);
      return {
        static: served.get('Content-Type'),
        sendfile: await type((_req: any, res: any) => res.sendfile(file)),
        download: await type((_req: any, res: any) => res.download(file)),
        type: await type((_req: any, res: any) => res.type(extension).end()),
        format: await type((_req: any, res: any) => res.format({ [extension]: () => res.end() })),
      };
    };
    const everywhere = (type: string, charset = '') => ({
      static: type + charset,
      sendfile: type + charset,
      download: type + charset,
      type,
      format: type + charset,
    });

    test('knows the types of files', () => {
      assert.equal(mime, framework.static.mime);
      assert.equal(mime.lookup('x.html'), 'text/html');
      assert.equal(mime.lookup('dir.html/X.WOFF'), 'application/font-woff');
      assert.equal(mime.lookup('woff2'), 'application/font-woff2');
      assert.equal(mime.lookup('.md'), 'text/x-markdown');
      assert.equal(mime.lookup('x.exe'), 'application/x-msdownload');
      assert.equal(mime.lookup('x.mjs'), 'application/octet-stream');
      assert.equal(mime.lookup('x.wasm', 'text/x-fallback'), 'text/x-fallback');
      assert.equal(mime.extension('Text/HTML; charset=utf-8'), 'html');
      assert.equal(mime.extension('text/x-none'), undefined);
    });

    test('uses the text after the last dot or slash of the first line', () => {
      const found = (path: string) => mime.lookup(path, 'none');
      assert.deepEqual(['html', '.html', '..html', 'a/html', 'a\\html', 'a.html.'].map(found), [
        ...new Array(5).fill('text/html'),
        'none',
      ]);
      assert.deepEqual(
        ['', '.', '/', 'a\nhtml', 'a\nb.html', 'a.b\nhtml', '\nhtml'].map(found),
        new Array(7).fill('none'),
      );
      assert.throws(() => mime.lookup(5), { name: 'TypeError', message: 'path.replace is not a function' });
      assert.throws(() => mime.lookup(), { name: 'TypeError', message: /reading 'replace'/ });
    });

    test('knows a charset for text types only', () => {
      assert.equal(mime.charsets.lookup('text/x-any'), 'UTF-8');
      assert.equal(mime.charsets.lookup('application/json'), undefined);
      assert.equal(mime.charsets.lookup('application/javascript', 'fallback'), 'fallback');
    });

    test('adds types with define, with immediate effect everywhere', async () => {
      assert.deepEqual(await typesOf('mglv'), everywhere('application/octet-stream'));
      mime.define({ 'text/x-maglev': ['mglv', 'mg'] });
      assert.deepEqual(await typesOf('mglv'), everywhere('text/x-maglev', '; charset=UTF-8'));
      assert.equal(mime.extension('text/x-maglev'), 'mglv');
      mime.define({ 'text/x-maglev': ['txt'] });
      assert.deepEqual(await typesOf('txt'), everywhere('text/x-maglev', '; charset=UTF-8'));
      assert.equal(mime.extension('text/x-maglev'), 'mglv');
    });

    test('replaces known types with define and load', () => {
      mime.define({ 'text/x-page': ['html'] });
      assert.equal(mime.lookup('html'), 'text/x-page');
      mime.load(path.join(root, 'more.types'));
      assert.deepEqual([mime.lookup('more'), mime.lookup('a.mor')], ['text/x-more', 'text/x-more']);
      assert.equal(mime.extension('text/x-more'), 'more');
    });

    test('follows changed and replaced tables', async () => {
      mime.types.mglv = 'image/x-maglev';
      assert.deepEqual(await typesOf('mglv'), everywhere('image/x-maglev'));
      mime.types = { txt: 'image/x-text' };
      assert.deepEqual(await typesOf('txt'), everywhere('image/x-text'));
      assert.deepEqual(await typesOf('mglv'), everywhere('application/octet-stream'));
      mime.extensions = { 'text/html': 'page' };
      assert.equal(mime.extension('text/html'), 'page');
    });

    test('follows a changed default type', async () => {
      mime.default_type = 'text/x-unknown';
      assert.deepEqual(await typesOf('mglv'), everywhere('text/x-unknown', '; charset=UTF-8'));
      assert.equal(mime.lookup('a.none'), 'text/x-unknown');
    });

    test('allows no default type, for which only static sends no header', async () => {
      mime.default_type = undefined;
      const served = await sendRequest(framework().use(framework.static(root)), '/a.mglv');
      assert.deepEqual([served.status, served.get('Content-Type')], [200, undefined]);
      const file = path.join(root, 'a.mglv');
      const sent = await responseOf(framework, (_req, res) => res.sendfile(file));
      assert.deepEqual([sent.status, sent.get('Content-Type')], [200, 'undefined']);
    });

    test('uses replaced functions', async () => {
      mime.lookup = () => 'image/x-all';
      assert.deepEqual(await typesOf('txt'), everywhere('image/x-all'));
      mime.charsets = { lookup: () => 'x' };
      assert.deepEqual(await typesOf('txt'), everywhere('image/x-all', '; charset=x'));
    });

    test('determines the types of response bodies and of requests', async () => {
      mime.define({ 'text/x-page': ['html'], 'text/x-status': ['txt'], 'image/x-bytes': ['bin'] });
      const type = async (body: unknown) =>
        (await responseOf(framework, (_req, res) => res.send(body))).get('Content-Type');
      assert.equal(await type('text'), 'text/x-page; charset=utf-8');
      assert.equal(await type(404), 'text/x-status; charset=utf-8');
      assert.equal(await type(Buffer.from('a')), 'image/x-bytes');
      const headers = { 'Content-Type': 'text/x-page', Accept: 'text/x-page' };
      assert.deepEqual(
        await inspect(framework, (req) => [req.is('html'), req.accepts('html'), req.is('txt')], { headers }),
        [true, 'html', false],
      );
    });

    test('creates separate tables with Mime', () => {
      const own = new mime.Mime();
      assert.equal(own.lookup('html'), undefined);
      own.define({ 'text/x-own': ['own'] });
      assert.deepEqual([own.lookup('own'), mime.lookup('own')], ['text/x-own', 'application/octet-stream']);
    });
  },
  [3],
);

/** Restores the former members of an object and removes all others. */
function restore(object: Record<string, unknown>, before: Record<string, unknown>): void {
  for (const name of Object.keys(object)) delete object[name];
  Object.assign(object, before);
}

describe('the media types of 3.x', () => {
  const files = folder(Object.fromEntries(extensions.map((extension) => [`a.${extension}`, ''])));

  test('are in the same tables as in Express', () => {
    assert.deepEqual(Object.keys(maglev.mime), Object.keys(express.mime));
    assert.deepEqual(maglev.mime.types, express.mime.types);
    assert.deepEqual(maglev.mime.extensions, express.mime.extensions);
    assert.deepEqual(Object.keys(maglev.mime.types), Object.keys(express.mime.types));
    assert.deepEqual(Object.keys(maglev.mime.Mime.prototype), Object.keys(express.mime.Mime.prototype));
  });

  test('have the same extensions and charsets as in Express', () => {
    const types = Object.keys({ ...express.mime.extensions, ...mime16.extensions });
    const known = ({ mime }: Framework) =>
      types.map((type) => [type, mime.extension(type), mime.charsets.lookup(type)]);
    assert.deepEqual(known(maglev), known(express));
  });

  test('are the same as in Express for each extension, in requests and responses', async () => {
    assert.deepEqual(
      ...differing(await inspect(maglev, lookEverywhere), await inspect(express, lookEverywhere)),
    );
  });

  test('are the same as in Express for files with each extension', async () => {
    assert.deepEqual(...differing(await typesOfFiles(maglev), await typesOfFiles(express)));
  });

  /** The type of each extension in the members of requests and responses. */
  function lookEverywhere(req: any, res: any): unknown[] {
    return extensions.map((extension) => ({
      extension,
      type: res.type(extension).get('Content-Type'),
      attachment: res.attachment(`a.${extension}`).get('Content-Type'),
      format: formatted(req, res, extension),
      negotiated: [express.mime.lookup(extension), mime16.lookup(extension)].map((type) => {
        req.headers['content-type'] = req.headers.accept = type;
        return [req.is(extension), req.accepts(extension)];
      }),
    }));
  }

  function formatted(req: any, res: any, extension: string): string {
    delete req.headers.accept;
    res.format({ [extension]: () => {} });
    return res.get('Content-Type');
  }

  async function typesOfFiles(framework: Framework): Promise<unknown[]> {
    const app = framework();
    app.use('/static', framework.static(files));
    app.get('/sendfile/:name', (req: any, res: any) => res.sendfile(req.params.name, { root: files }));
    const server = app.listen(0, '127.0.0.1');
    const port = await listening(server);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
    const typeOf = async (path: string) => {
      const [response] = await once(
        http.request({ host: '127.0.0.1', port, path, agent, method: 'HEAD' }).end(),
        'response',
      );
      return response.resume().headers['content-type'];
    };
    const types = extensions.map(async (extension) => ({
      extension,
      static: await typeOf(`/static/a.${extension}`),
      sendfile: await typeOf(`/sendfile/a.${extension}`),
    }));
    try {
      return await Promise.all(types);
    } finally {
      agent.destroy();
      server.close();
    }
  }

  /** The entries that differ between two lists, so that a failure is short enough to read. */
  function differing(ours: unknown[], theirs: unknown[]): [unknown[], unknown[]] {
    const isOther = (_: unknown, i: number) => !isDeepStrictEqual(ours[i], theirs[i]);
    return [ours.filter(isOther), theirs.filter(isOther)];
  }
});
