import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM, findProgram, skipWithout } from '../../.build/programs.mjs';

const executable = findProgram(CHROMIUM);

/** For the option `skip` of tests that need a browser: false, or why they cannot run. */
export const withoutBrowser: string | false = skipWithout(CHROMIUM);

export interface View {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

/** A page that is open, with everything that went wrong in it. */
export interface OpenPage {
  readonly page: Page;
  /** Errors and warnings on the console, exceptions, and requests for anything outside of the page. */
  readonly complaints: readonly string[];
}

/** One browser, for all the pages of a test file. */
export class Chromium {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async launch(): Promise<Chromium> {
    // Containers have neither a sandbox for root nor much shared memory.
    const args = ['--no-sandbox', '--disable-dev-shm-usage'];
    return new Chromium(await chromium.launch({ executablePath: executable!, args }));
  }

  /** Opens a file as a user would who clicks on it, or the address of a server. */
  async open(place: string, { scheme = 'light', width = 1200, height = 800 }: View = {}): Promise<OpenPage> {
    const address = /^https?:/.test(place) ? place : pathToFileURL(place).href;
    const page = await this.#browser.newPage({ colorScheme: scheme, viewport: { width, height } });
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(address)) {
        complaints.push(`asks for ${request.url()}`);
      }
    });
    await page.goto(address);
    return { page, complaints };
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

/** Nothing has to be scrolled sideways, and the texts of these selectors stand out from what is behind them. */
export async function assertReadable(page: Page, selectors: readonly string[]): Promise<void> {
  assert.equal(await overflows(page), false);
  for (const selector of selectors) {
    const ratio = await contrast(page, selector);
    assert.ok(ratio >= 4.5, `${selector} has a contrast of ${ratio.toFixed(1)}`);
  }
}

/** Whether something stands out of the page to the right, so that a phone has to scroll sideways. */
function overflows(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
}

/** Contrast of a text with what is behind it, as WCAG reckons it. */
function contrast(page: Page, selector: string): Promise<number> {
  return page.evaluate(`(() => {
    const element = document.querySelector(${JSON.stringify(selector)});
    const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b]
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
    let behind = element;
    while (rgb(getComputedStyle(behind).backgroundColor)[3] === 0) behind = behind.parentElement;
    const [a, b] = [getComputedStyle(element).color, getComputedStyle(behind).backgroundColor].map(rgb).map(light);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  })()`);
}

/** Keeps a picture where SCREENSHOTS says, for people; does nothing otherwise. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
