import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { serveInspector } from '../../src/page/inspector/server/serve-inspector.ts';
import { readPageParts } from '../../src/page/render-page.ts';
import { RECORDED_IN_FILE, ROWS_AT_ONCE } from '../../src/page/page-transcript.ts';
import { readPage } from '../../src/page/report/read-page.ts';
import { renderHtmlReport } from '../../src/cli/report-pages.ts';
import { aFinishedRun, RUN } from './inspector/server/a-finished-run.ts';
import { aLongLedger } from './inspector/server/a-long-ledger.ts';
import { withAnchorsAside } from '../run/a-workspace.ts';
import { hasChromium, IN_CHROMIUM, listBarriers, takePicture, withBrowser } from './a-browser.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(2, test);

beforeEach(withAnchorsAside);

const LONG = 2_000;

describe.skipIf(!hasChromium)(`a run of thousands of iterations, ${IN_CHROMIUM}`, () => {
  slow(
    'begins with its last iterations; an old one is read whole when it is looked at, and its neighbours when they are scrolled to',
    async () => {
      const { config } = await aFinishedRun(aLongLedger(LONG));
      const inspector = await serveInspector({ config });
      try {
        await withBrowser(async (open) => {
          const { page, wrongs } = await open('about:blank', { viewport: { width: 1280, height: 900 } });
          const asked: string[] = [];
          page.on('request', (request) => asked.push(new URL(request.url()).pathname));
          await page.goto(`${inspector.url}&run=${RUN}`);
          const article = page.getByRole('article');
          await article.getByRole('heading', { name: `GREEN ${LONG - 1}` }).waitFor();
          expect(asked.filter((path) => path === '/rows' || path === '/records')).toEqual([]);
          expect(await page.locator('.list .count').innerText()).toBe(String(LONG));
          const drawn = `drawn from iteration ${(LONG - ROWS_AT_ONCE + 1).toLocaleString('en-US')} on`.replace(',', '');
          expect((await page.locator('#timeline .panel-aside').innerText()).replace(',', '')).toContain(drawn);
          expect((await page.locator('#counts .panel-aside').innerText()).replace(',', '')).toContain(drawn);
          await takePicture(page, 'long-live-1280');

          await page.keyboard.press('g');
          await article.getByRole('heading', { name: 'RED 1' }).waitFor();
          await article.getByText(`no. 1 of ${LONG}`).waitFor();
          await article.getByRole('region', { name: 'Gate 1' }).waitFor();
          expect(await article.getByRole('region', { name: 'Turns of the agent' }).innerText()).toContain(
            'attempt 1 was discarded',
          );
          expect(await article.locator('.sequence li').count()).toBeGreaterThan(4);
          expect(await article.locator('.lack').count()).toBe(0);
          // Its neighbours are visible there.
          await page.getByRole('option', { name: 'GREEN 3 held' }).waitFor();

          // In the middle, which was not loaded yet: the visible rows stay while theirs arrive.
          expect(await page.evaluate(SCROLL_INTO_THE_MIDST)).toHaveLength(1);
          const row = page.locator('#row-1003');
          expect(await row.innerText()).toContain('GREEN');
          await row.click();
          await article.getByRole('heading', { name: 'GREEN 1002' }).waitFor();
          await article.getByRole('region', { name: 'Gate 1' }).waitFor();
          expect(await listBarriers(page)).toEqual([]);
          await page.keyboard.press('G');
          await article.getByRole('heading', { name: `GREEN ${LONG - 1}` }).waitFor();
          await page.setViewportSize({ width: 380, height: 800 });
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(380);
          // Each range, and each iteration, once.
          expect(asked.filter((path) => path === '/records').length).toBe(2);
          expect(asked.filter((path) => path === '/rows').length).toBeLessThanOrEqual(3);
          expect(wrongs).toEqual([]);
        });
      } finally {
        await inspector.close();
      }
    },
  );

  slow(
    'as a file has a line for each, says of which it has no details and which command shows them; a night has all',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
      const write = async (iterations: number): Promise<string> => {
        const { folders } = await aFinishedRun(aLongLedger(iterations));
        const path = join(folder, `${iterations}.html`);
        writeFileSync(path, renderHtmlReport([await readPage({ run: RUN, ledger: folders.ledger })], readPageParts()));
        return pathToFileURL(path).href;
      };
      try {
        const [long, night] = [await write(RECORDED_IN_FILE + 300), await write(200)];
        await withBrowser(async (open) => {
          const { page, wrongs } = await open(long, { viewport: { width: 1280, height: 900 } });
          const article = page.getByRole('article');
          await article.getByRole('region', { name: 'Gate 1' }).waitFor();
          expect(await page.locator('.list > .lack').innerText()).toMatch(
            /^For iterations up to 300 this file has one line each, without details\. .*: dualgate explain PHASE N --run \S+$/,
          );
          await page.keyboard.press('g');
          await page.keyboard.press('j');
          await article.getByRole('heading', { name: 'GREEN 1 held' }).waitFor();
          expect(await article.locator('.lack').innerText()).toBe(
            `The records of this iteration are not in this file. To see them as text: dualgate explain GREEN 1 --run ${RUN}`,
          );
          expect(await article.getByRole('region', { name: 'Gate 1' }).count()).toBe(0);
          expect(await listBarriers(page)).toEqual([]);
          await takePicture(page, 'long-file-1280');
          await page.setViewportSize({ width: 380, height: 800 });
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(380);
          await page.goto(night);
          await article.getByRole('heading', { name: 'GREEN 199' }).waitFor();
          expect(await page.locator('.lack').count()).toBe(0);
          await page.keyboard.press('g');
          await article.getByRole('heading', { name: 'RED 1' }).waitFor();
          await article.getByRole('region', { name: 'Gate 1' }).waitFor();
          expect(wrongs).toEqual([]);
        });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});

/** The places at which a row was drawn, in pixels, from when it was not there yet until it was. */
const SCROLL_INTO_THE_MIDST = `new Promise((resolve) => {
  document.querySelector('.list-box').scrollTop = 52_000;
  const places = new Set();
  const look = () => {
    const row = document.querySelector('#row-999');
    if (row !== null) places.add(Math.round(row.getBoundingClientRect().top));
    const isHere = row?.innerText.includes('GREEN');
    // The rows after it come in another answer.
    if (isHere && !document.querySelector('.list-all').innerText.includes('of the run')) resolve([...places]);
    else requestAnimationFrame(look);
  };
  look();
})`;
