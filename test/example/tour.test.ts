import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import {
  assertReadable,
  Chromium,
  type OpenPage,
  takePicture,
  type View,
  withoutBrowser,
} from '../support/browser.js';
import { type Started, startExample } from './server.js';

// Express and Playwright generate code from strings, so they cannot run if that is disallowed.
const hasExpress = !process.execArgv.includes('--disallow-code-generation-from-strings');
const skip = withoutBrowser || (!hasExpress && 'Playwright cannot run here');

describe('the page of the example', () => {
  let example: Started;
  before(async () => {
    example = await startExample();
  });
  after(() => example?.stop());

  const send = async (fields: Record<string, string>): Promise<string> => {
    const response = await fetch(`${example.url}/`, { method: 'POST', body: new URLSearchParams(fields) });
    assert.equal(response.status, 200);
    return response.text();
  };

  it('lists the layers that ran, in order, with their times', async () => {
    const page = await send({ method: 'GET', path: '/api/books/2' });
    const [, ran = ''] = /<table class="layers">(.*?)<\/table>/s.exec(page) ?? [];
    const rows = [...ran.matchAll(/<tr><td.*?<\/tr>/gs)].map(([row]) => textsOf(row));
    assert.deepEqual(
      rows.map((row) => row.slice(0, -1).join(' ')),
      ['1 middleware jsonParser', '2 router /api/books', '3 handler /api/books/:id'],
    );
    for (const row of rows) assert.match(row.at(-1)!, /^\d+\.\d$/);
  });

  it('marks them in the list of routes', async () => {
    const page = await send({ method: 'GET', path: '/api/books/99' });
    const marked = [...page.matchAll(/<tr class="ran">(.*?)<\/tr>/g)].map(([, row]) =>
      textsOf(row!).join(' '),
    );
    assert.deepEqual(marked, ['use / jsonParser', 'use /api/books router', 'use / handleErrors']);
    assert.match(page, /The route <code>\/api\/books\/:id<\/code> matches, but did not run: .*router\.param/);
    assert.doesNotMatch(await send({ method: 'GET', path: '/api/books/2' }), /but did not run/);
    assert.doesNotMatch(await send({ method: 'GET', path: '/nowhere' }), /but did not run/);
  });

  it('compares the response with that of Express', {
    skip: !hasExpress && 'Express cannot run here',
  }, async () => {
    const page = await send({ method: 'GET', path: '/api/books/2' });
    assert.match(page, /Express 5\.\d+\.\d+<\/span><strong>[\d,]+ µs <small>[\d,]+-[\d,]+</);
    assert.match(page, /The response is the same as on Express/);
    assert.match(page, /maglev uses \d+\.\d times (?:less|more) CPU time than Express\.|The ranges overlap/);
  });

  it('sends unsafe requests once, only to the bookshop', async () => {
    const before = await (await fetch(`${example.url}/api/books`)).json();
    const page = await send({ method: 'POST', path: '/api/books', body: '{"title":"Once","author":"Me"}' });
    assert.match(page, /so it was sent once/);
    assert.match(page, /Response: 201/);
    assert.doesNotMatch(page, /compared|CPU time per request/);
    const after = await (await fetch(`${example.url}/api/books`)).json();
    assert.equal((after as unknown[]).length, (before as unknown[]).length + 1);
  });

  it('escapes text', async () => {
    const page = await send({
      method: '<b>',
      path: 'api/<script>alert(1)</script> ü',
      body: '"></textarea><script>',
    });
    assert.doesNotMatch(page, /<script/);
    assert.match(page, /value="\/api\/&lt;script&gt;alert\(1\)&lt;\/script&gt;%20%C3%BC"/);
  });

  it('opens another connection after the server has closed one', async () => {
    const { Trial } = await import(new URL('../../examples/api/tour/trial.js', import.meta.url).href);
    let responses = 0;
    const trial = await Trial.open((_req: IncomingMessage, res: ServerResponse) => {
      responses++;
      res.setHeader('Connection', 'close').end('closed');
    });
    assert.ok((await trial.time({ method: 'GET', path: '/' }, 3)) > 0);
    assert.ok(responses >= 3);
  });

  describe('in a browser', { skip }, () => {
    let browser: Chromium;
    before(async () => {
      browser = await Chromium.launch();
    });
    after(() => browser?.close());

    /** Opens the page, and asserts at the end that no errors occurred in it. */
    async function use(view: View, act: (page: OpenPage['page']) => Promise<void>): Promise<void> {
      const { page, problems } = await browser.open(`${example.url}/`, view);
      await act(page);
      assert.deepEqual(problems, []);
      await page.close();
    }

    it('sends the form, and the request of a button', async () => {
      await use({}, async (page) => {
        await page.fill('input[name=path]', '/api/books/1');
        await page.getByRole('button', { name: 'Send' }).click();
        assert.match((await page.textContent('h2#result')) ?? '', /GET \/api\/books\/1$/);
        await page.getByRole('button', { name: 'GET /api/books/99' }).click();
        assert.match((await page.textContent('main')) ?? '', /There is no book 99\./);
        assert.equal(await page.inputValue('input[name=path]'), '/api/books/99');
      });
    });

    for (const scheme of ['light', 'dark'] as const) {
      for (const width of [1400, 390]) {
        it(`is readable in ${scheme} at a width of ${width}`, async () => {
          await use({ scheme, width }, async (page) => {
            await takePicture(page, `example-${scheme}-${width}`);
            const texts = [
              'h1',
              'header p',
              'form button',
              '.examples button[aria-pressed]',
              '.layers td',
              '.same',
              '.card p',
              '.ran td',
              'pre',
            ];
            await assertReadable(page, texts);
          });
        });
      }
    }
  });
});

/** The visible texts of a row. */
function textsOf(row: string): string[] {
  return row
    .replaceAll('<wbr>', '')
    .replace(/<[^>]*>/g, ' ')
    .trim()
    .split(/\s+/);
}
