import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pageOf } from '../../../src/cli/compare/page.js';
import { assertReadable, Chromium, takePicture, withoutBrowser } from '../../support/browser.js';
import { different, result } from './results.js';

describe('the page of maglev compare', { skip: withoutBrowser }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'maglev-compare-page-'));
  const files = { same: join(folder, 'same.html'), different: join(folder, 'different.html') };
  let browser: Chromium;
  before(async () => {
    writeFileSync(files.same, pageOf(result));
    writeFileSync(files.different, pageOf(different));
    browser = await Chromium.launch();
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows first whether the responses are the same, and the gain', async () => {
    const { page } = await browser.open(files.same);
    assert.equal(await page.title(), './<app>.js: Express 5.1.0 and maglev 5.0.0');
    const cards = await page.locator('.cards li').allInnerTexts();
    assert.deepEqual(
      cards.map((text) => text.split('\n')),
      [
        ['the same responses', '3 of 3', 'no difference'],
        ['CPU time, µs a request', '100 → 25.0', '4.00 times less'],
        ['requests per second', '9,000 → 36,000', '4.00 times more'],
        ['latency p99, ms', '4.00 → 1.00', '4.00 times less'],
        ['resident memory, MB', '80 → 80', 'tied'],
      ],
    );
    assert.match((await page.locator('.gain').textContent())!, /^maglev saves 75 % of the CPU time/);
    assert.equal(await page.locator('.difference').count(), 0);
    assert.equal(await page.locator('.responses tbody tr').count(), 3);
    await page.close();
  });

  it('escapes differences', async () => {
    const { page } = await browser.open(files.different);
    const shown = page.locator('.difference');
    assert.equal(await shown.count(), 1);
    assert.match((await shown.textContent())!, /GET \/<b>odd<\/b>[\s\S]*- <i>zwei<\/i>\s+\+ two/);
    assert.match(
      (await page.locator('.responses').textContent())!,
      /GET \/events200incomplete on both sides/,
    );
    await page.close();
  });

  it('shows differences first, and repeated ones once', async () => {
    const { page } = await browser.open(files.different);
    const order = await page
      .locator('h2, .difference')
      .evaluateAll((all) => all.map((one: any) => one.tagName));
    assert.deepEqual(order.slice(0, 3), ['H2', 'FIGURE', 'H2']);
    const notes = await page.locator('.notes li').allInnerTexts();
    assert.equal(notes[0], 'Incomplete response on both sides: GET /events.');
    assert.match(notes[1]!, /^header set-cookie changes each time on 2 requests: GET \/time, GET \/api/);
    assert.equal(notes[2], 'body /now changes each time on GET /time.');
    await page.close();
  });

  it('has one unit in each column, and the status of measured requests', async () => {
    const { page } = await browser.open(files.same);
    const statuses = await page.locator('.pairs .status').allInnerTexts();
    assert.deepEqual(statuses.slice(0, 2), ['200', '404']);
    await page.evaluate('document.querySelectorAll("details").forEach((one) => (one.open = true))');
    const cells = await page
      .locator('.medians')
      .first()
      .locator('td')
      .evaluateAll((all) => all.map((one: any) => one.firstChild.textContent));
    assert.deepEqual(cells, ['100', '25.0', '4.00', '100', '25.0', '4.00', '2,000', '500', '4.00']);
    const more = page.locator('.medians').nth(1).locator('tbody tr').first();
    assert.match((await more.textContent())!, /9,000.*36,000.*4\.00/);
    await page.close();
  });

  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [1400, 390]) {
      it(`is readable in ${scheme} at a width of ${width}, with all charts`, async () => {
        const { page, problems } = await browser.open(files.different, { scheme, width });
        const widths = await page
          .locator('.pairs rect')
          .evaluateAll((bars) => bars.map((bar: any) => bar.getBoundingClientRect().width));
        // Four charts, two requests, two sides; the first pair is CPU time, four times as much on Express.
        assert.equal(widths.length, 16);
        assert.ok(Math.abs(widths[0]! / widths[1]! - 4) < 0.1, String(widths));
        const stacks = await page
          .locator('.stack svg')
          .evaluateAll((all) =>
            all.map((one: any) =>
              [...one.querySelectorAll('rect')].map((part) => part.getBoundingClientRect().width),
            ),
          );
        const sums = stacks.map((parts) => parts.reduce((sum, part) => sum + part, 0));
        assert.ok(Math.abs(sums[0]! / sums[1]! - 4) < 0.1, String(stacks));
        assert.ok(Math.abs(stacks[0]![0]! / sums[0]! - 0.6) < 0.02, String(stacks));
        assert.equal(new Set(await page.locator('.stack:first-child rect').evaluateAll(colours)).size, 2);

        await page.evaluate('document.querySelectorAll("details").forEach((one) => (one.open = true))');
        await takePicture(page, `compare-${scheme}-${width}`);
        const hidden = await page
          .locator('.medians')
          .evaluateAll((tables) =>
            tables.filter((one: any) => one.offsetWidth > one.parentElement.clientWidth),
          );
        assert.deepEqual(hidden, [], 'the medians need no scrolling');
        await assertReadable(page, [
          'h1',
          'p',
          '.cards .good',
          '.cards .bad',
          'del',
          'ins',
          'td.varies',
          'td.different',
          '.pairs .name',
          '.status',
          '.notes',
          '.medians small',
        ]);
        assert.deepEqual(problems, []);
        await page.close();
      });
    }
  }
});

/** Runs in the page. */
function colours(shapes: any[]): string[] {
  return shapes.map((shape) => (globalThis as any).getComputedStyle(shape).fill);
}
