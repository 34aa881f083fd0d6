/**
 * Chromium, headless, as Debian has it; and what each page has to hold: no error in its console, no request to anywhere else.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const CHROMIUM = process.env['DUALGATE_CHROMIUM'] ?? '/usr/bin/chromium';

/** For `skipIf`, and for a title that says so. */
export const hasChromium = existsSync(CHROMIUM);
export const IN_CHROMIUM = hasChromium ? 'in Chromium' : `in Chromium: skipped, ${CHROMIUM} is not installed`;

/** Folder in which a person can see them; git ignores it. */
const PICTURES = resolve(import.meta.dirname, '../../test-results/page');

export interface OpenPage {
  readonly page: Page;
  /** Errors of the page, and its requests to other places. */
  readonly wrongs: string[];
}

/** Opens pages, and closes the browser whatever happens. */
export const withBrowser = async (
  use: (open: (url: string, options?: BrowserContextOptions) => Promise<OpenPage>) => Promise<void>,
): Promise<void> => {
  const browser: Browser = await chromium.launch({
    executablePath: CHROMIUM,
    // Root, as in a container, has no sandbox.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  try {
    await use(async (url, options = {}) => {
      const page = await (await browser.newContext(options)).newPage();
      const wrongs = listenForWrongs(page);
      await page.goto(url);
      return { page, wrongs };
    });
  } finally {
    await browser.close();
  }
};

const listenForWrongs = (page: Page): string[] => {
  const wrongs: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      wrongs.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => wrongs.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (hostname !== '127.0.0.1' && protocol !== 'file:' && protocol !== 'data:')
      wrongs.push(`request: ${request.url()}`);
  });
  return wrongs;
};

/** The whole page, as `name.png`. */
export const takePicture = async (page: Page, name: string): Promise<void> => {
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
};

/** Findings of axe that are serious or worse, each with the element that it found. Its script goes around the policy of the page. */
export const listBarriers = async (page: Page): Promise<readonly string[]> => {
  const found = await page.evaluate(`${axe.source}; axe.run(document, { resultTypes: ['violations'] })`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what axe.run resolves with
  const { violations } = found as axe.AxeResults;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} (${failureSummary ?? ''})`));
};

/** The part that is seen without scrolling, as `name.png`. */
export const takeScreen = async (page: Page, name: string): Promise<void> => {
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: `${PICTURES}/${name}.png` });
};
