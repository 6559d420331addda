import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM, findProgram, skipWithout } from '../../.build/programs.mjs';
import { HANGS } from './patience.js';

const executable = findProgram(CHROMIUM);

/** For the `skip` option of tests that need a browser: false, or the reason why they cannot run. */
export const withoutBrowser: string | false = skipWithout(CHROMIUM);

export interface View {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

/** An open page and all errors that occurred in it. */
export interface OpenPage {
  readonly page: Page;
  /** Console errors and warnings, exceptions, and requests to other origins. */
  readonly problems: readonly string[];
}

/** One browser for all pages of a test file. */
export class Chromium {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async launch(): Promise<Chromium> {
    // Containers have no sandbox for root and little shared memory.
    const args = ['--no-sandbox', '--disable-dev-shm-usage'];
    return new Chromium(await chromium.launch({ executablePath: executable!, args, timeout: HANGS }));
  }

  /** Opens a file, as by double-click, or the URL of a server. */
  async open(place: string, { scheme = 'light', width = 1200, height = 800 }: View = {}): Promise<OpenPage> {
    const address = /^https?:/.test(place) ? place : pathToFileURL(place).href;
    const page = await this.#browser.newPage({ colorScheme: scheme, viewport: { width, height } });
    // Playwright's own timeout of 30 s decides on a busy machine.
    page.setDefaultTimeout(HANGS);
    const problems: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(address)) {
        problems.push(`requests ${request.url()}`);
      }
    });
    await page.goto(address);
    return { page, problems };
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

/** Asserts that the page does not scroll sideways and that the texts of these selectors have enough contrast. */
export async function assertReadable(page: Page, selectors: readonly string[]): Promise<void> {
  assert.equal(await overflows(page), false);
  for (const selector of selectors) {
    const ratio = await contrast(page, selector);
    assert.ok(ratio >= 4.5, `${selector} has a contrast of ${ratio.toFixed(1)}`);
  }
}

/** Whether an element overflows the page to the right, so that a phone has to scroll sideways. */
function overflows(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
}

/** Contrast of a text with its background, as defined by WCAG. */
function contrast(page: Page, selector: string): Promise<number> {
  return page.evaluate(`(() => {
    const element = document.querySelector(${JSON.stringify(selector)});
    const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b]
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
    let background = element;
    while (rgb(getComputedStyle(background).backgroundColor)[3] === 0) background = background.parentElement;
    const [a, b] = [getComputedStyle(element).color, getComputedStyle(background).backgroundColor].map(rgb).map(light);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  })()`);
}

/** Saves a screenshot to the folder in SCREENSHOTS, if set. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
