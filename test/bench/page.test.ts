import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { page as render } from '../../bench/report/page.js';
import { assertReadable, Chromium, takePicture, withoutBrowser } from '../support/browser.js';
import { growth, http } from './reports.js';

describe('the page of the benchmarks', { skip: withoutBrowser }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'maglev-bench-page-'));
  const file = join(folder, 'index.html');
  let browser: Chromium;
  before(async () => {
    writeFileSync(file, render({ http, growth }));
    browser = await Chromium.launch();
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [1200, 360]) {
      it(`is readable in ${scheme} at a width of ${width}, with all charts drawn`, async () => {
        const { page, complaints } = await browser.open(file, { scheme, width });
        const widths = await page
          .locator('.bars li:has-text("maglev"), .bars li:has-text("Express")')
          .evaluateAll((rows) =>
            rows.map((row: any) => row.querySelector('.bar').getBoundingClientRect().width),
          );
        assert.equal(widths.length, 2 * http.runs[0]!.results.length);
        // Express costs five times as much, so its bar is a fifth.
        for (const i of [0, 2, 4]) assert.ok(Math.abs(widths[i]! / widths[i + 1]! - 5) < 0.3, String(widths));

        const lines = await page
          .locator('.plot polyline')
          .evaluateAll((all) =>
            all.map((line: any) => [line.getBoundingClientRect().width, line.points.length]),
          );
        assert.equal(lines.length, 4);
        for (const [long, points] of lines) assert.ok(long! > width / 5 && points === 3, String(lines));
        assert.deepEqual(await page.locator('.plot svg').evaluateAll(textsOutside), []);

        await page.evaluate('document.querySelectorAll("details").forEach((one) => (one.open = true))');
        await takePicture(page, `bench-${scheme}-${width}`);
        await assertReadable(page, ['h1', 'p', '.bars .name', '.plot .axis', 'td', '.legend li']);
        assert.deepEqual(complaints, []);
        await page.close();
      });
    }
  }
});

/** Texts of a drawing that are cut off by its edge. Runs in the page. */
function textsOutside(drawings: any[]): string[] {
  return drawings.flatMap((drawing) => {
    const box = drawing.getBoundingClientRect();
    return [...drawing.querySelectorAll('text')]
      .filter((text) => {
        const { left, right } = text.getBoundingClientRect();
        return left < box.left - 1 || right > box.right + 1;
      })
      .map((text) => text.textContent);
  });
}
