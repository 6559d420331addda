import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Installation } from '../package/project.js';
import {
  assertReadable,
  Chromium,
  type OpenPage,
  takePicture,
  type View,
  withoutBrowser,
} from '../support/browser.js';
import { FAULTY, LISTENING } from './apps.js';
import { User } from './user.js';

/** How many lines the name of each handler has; evaluated in the page. */
const LINES_OF_NAMES = `[...document.querySelectorAll('td[data-label="Handler"]')].map((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
})`;

/** The page of `maglev routes --html`, opened in a browser. */
export function testPage(installed: () => Installation): void {
  describe('the page of maglev routes', { skip: withoutBrowser }, () => {
    let browser: Chromium;
    let folder: string;

    before(async () => {
      const user = new User(installed(), '4', 'page');
      folder = user.folder;
      user.write('app.js', LISTENING);
      user.write('faulty.js', FAULTY.replace("'/twice'", "'/</script><script>alert(1)</script>'"));
      for (const name of ['app', 'faulty']) {
        const { code, stderr } = await user.maglev('routes', `${name}.js`, '--html', '--out', `${name}.html`);
        assert.equal(code, 0, stderr);
      }
      browser = await Chromium.launch();
    });
    after(() => browser?.close());

    /** Opens a page, and asserts at the end that no errors occurred in it. */
    async function use(
      name: string,
      view: View,
      act: (page: OpenPage['page']) => Promise<void>,
    ): Promise<void> {
      const { page, problems } = await browser.open(join(folder, `${name}.html`), view);
      await act(page);
      assert.deepEqual(problems, []);
      await page.close();
    }

    it('does not wrap names at a width of 1400, however long findings are', async () => {
      await use('faulty', { width: 1400 }, async (page) => {
        assert.ok((await page.locator('.finding').count()) > 0);
        const lines: number[] = await page.evaluate(LINES_OF_NAMES);
        assert.ok(Math.max(...lines) <= 1, String(lines));
      });
    });

    it('shows first the handler of a path, then the layers before it, in order, and why they run', async () => {
      await use('app', {}, async (page) => {
        await page.fill('#path', '/users/7');
        const result = await textOf(page, '#result');
        assert.match(result, /^Handled by showGET \/users\/:id app\.js:14id = 76 layers run:/);
        assert.match(result, /ends in the leaf \/users\/:/);
        const order = ['jsonParser', 'router', 'requireAuth', '/users/:id show', 'failed'];
        const places = order.map((name) => result.indexOf(name));
        assert.deepEqual(
          places,
          places.toSorted((a, b) => a - b),
        );
        assert.ok(!places.includes(-1), result);
        assert.match(result, /known when the table was compiled/);
        assert.match(result, /runs only after an error/);
        await page.selectOption('#method', 'POST');
        assert.ok(!(await textOf(page, '#result')).includes('show'));
        await page.fill('#path', '/nowhere');
        assert.match(
          await textOf(page, '#result'),
          /^404: no route matches, unless one of these layers responds3 layers run:/,
        );
        await page.selectOption('#method', 'OPTIONS');
        assert.match(
          await textOf(page, '#result'),
          /^The methods that have routes here, or 404 if there are none/,
        );
        await page.fill('#path', '/users/%zz');
        assert.match(
          await textOf(page, '#result'),
          /^400: a parameter cannot be decoded, forGET \/users\/:id/,
        );
      });
    });

    it('has the result above the fold, also for a 404, and the table before the tree', async () => {
      for (const width of [1400, 390]) {
        await use('app', { width, height: 844 }, async (page) => {
          for (const path of ['/users/7', '/nowhere']) {
            await page.fill('#path', path);
            const box = await page.locator('#result .verdict').boundingBox();
            assert.ok(box!.y + box!.height < 844, `${box!.y}`);
          }
          assert.equal(await page.locator('#rows').isVisible(), true);
          assert.equal(await page.locator('#tree').isVisible(), false);
          await page.locator('#table-tab').press('ArrowRight');
          assert.equal(await page.locator('#tree').isVisible(), true);
          assert.equal(await page.locator('#rows').isVisible(), false);
        });
      }
    });

    it('has a tree for each method, which opens and closes with mouse and keyboard', async () => {
      await use('app', {}, async (page) => {
        await page.click('#tree-tab');
        const users = page.locator('#tree summary', { hasText: '/users' }).first();
        const inside = users.locator('xpath=../ul/li');
        assert.equal(await inside.first().isVisible(), false);
        await users.click();
        await inside.first().waitFor({ state: 'visible' });
        await users.press('Enter');
        await inside.first().waitFor({ state: 'hidden' });
        await page.click('#open-all');
        assert.match(await textOf(page, '#tree'), /\/users\/:id show/);
        await page.getByRole('button', { name: 'POST' }).click();
        await page.click('#open-all');
        const tree = await textOf(page, '#tree');
        assert.match(tree, /\/users create/);
        assert.ok(!tree.includes('show'), tree);
      });
    });

    it('filters its table, and shows warnings next to the routes', async () => {
      await use('faulty', {}, async (page) => {
        assert.match(
          await textOf(page, '#rows tr:has-text("/users/me")'),
          /warning is possibly shadowed by GET \/users\/:id/,
        );
        await page.fill('#filter', 'named');
        assert.equal(await page.locator('#rows tr:visible').count(), 2);
        assert.match(await textOf(page, '#shown'), /^2 of /);
        await page.fill('#filter', 'unknown');
        assert.match(
          await textOf(page, '#shown'),
          /^0 of \d+: no method, path, handler or file matches\. Try /,
        );
        await page.click('#shown button');
        assert.ok((await page.locator('#rows tr:visible').count()) > 2);
      });
    });

    for (const scheme of ['light', 'dark'] as const) {
      for (const width of [1400, 390]) {
        it(`is readable in ${scheme} at a width of ${width}`, async () => {
          await use('faulty', { scheme, width }, async (page) => {
            await page.fill('#path', '/users/7');
            await takePicture(page, `routes-${scheme}-${width}`);
            await assertReadable(page, [
              'h1',
              '#result .verdict',
              '#rows code',
              '.finding.error',
              '.finding.warning',
              'td.source',
            ]);
          });
        });
      }
    }
  });
}

async function textOf(page: OpenPage['page'], selector: string): Promise<string> {
  return (await page.locator(selector).first().textContent()) ?? '';
}
