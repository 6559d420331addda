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
    for (const width of [1400, 390]) {
      it(`is readable in ${scheme} at a width of ${width}, with all charts`, async () => {
        const { page, problems } = await browser.open(file, { scheme, width });
        const widths = await page
          .locator('.bars li:has-text("maglev"), .bars li:has-text("Express")')
          .evaluateAll((rows) =>
            rows.map((row: any) => row.querySelector('.bar').getBoundingClientRect().width),
          );
        assert.equal(widths.length, 2 * http.runs[0]!.results.length);
        // Express costs five times as much, so its bar is a fifth.
        for (const i of [0, 2, 4]) assert.ok(Math.abs(widths[i]! / widths[i + 1]! - 5) < 0.3, String(widths));

        const places = await page.locator('.bars .whole').evaluateAll(shareOfTracks);
        assert.equal(places.length, 3 * 4 * http.runs[0]!.results.length);
        assert.equal(
          new Set(places.map((place) => place.toFixed(2))).size,
          1,
          'one scale, by the line at 100 %',
        );
        const crossed = await page.locator('.bars .value').evaluateAll(crossedByLines);
        assert.deepEqual(crossed, []);

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
        assert.deepEqual(problems, []);
        await page.close();
      });
    }
  }
});

/** The positions of lines in their tracks, from 0 to 1. Runs in the page. */
function shareOfTracks(lines: any[]): number[] {
  return lines.map((line) => {
    const track = line.parentElement.getBoundingClientRect();
    return (line.getBoundingClientRect().left - track.left) / track.width;
  });
}

/** Labels that overlap a line at 100 %. Runs in the page. */
function crossedByLines(labels: any[]): string[] {
  const lines = [...(globalThis as any).document.querySelectorAll('.whole')].map((one) =>
    one.getBoundingClientRect(),
  );
  return labels
    .filter((label) => {
      const box = label.getBoundingClientRect();
      return lines.some(
        (line) =>
          line.left > box.left && line.left < box.right && line.top < box.bottom && line.bottom > box.top,
      );
    })
    .map((label) => label.textContent);
}

/** Texts of a drawing that overflow its edge. Runs in the page. */
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
