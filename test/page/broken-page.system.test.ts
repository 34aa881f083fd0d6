import { beforeEach, describe, expect, test } from 'vitest';
import { serveInspector } from '../../src/page/inspector/server/serve-inspector.ts';
import { aFinishedRun, LINES, RUN } from './inspector/server/a-finished-run.ts';
import { withAnchorsAside } from '../run/a-workspace.ts';
import { hasChromium, IN_CHROMIUM, listBarriers, takePicture, withBrowser } from './a-browser.ts';

beforeEach(withAnchorsAside);

/** A record of the first iteration, which is decided by then. */
const SOUND = LINES.findIndex((line) => line.includes('"type":"iteration.decided"')) + 1;

describe.skipIf(!hasChromium)(`the page of a ledger that is broken, ${IN_CHROMIUM}`, () => {
  test('shows what stands before the break, names it with its place and what to do, and offers no commands; of one that begins with it nothing', async () => {
    const { config } = await aFinishedRun(LINES.toSpliced(SOUND, 1).join(''));
    const first = await aFinishedRun(`{}\n${LINES.join('')}`);
    const [inspector, other] = [await serveInspector({ config }), await serveInspector({ config: first.config })];
    try {
      await withBrowser(async (open) => {
        const { page, wrongs } = await open(`${inspector.url}&run=${RUN}`, { viewport: { width: 380, height: 800 } });
        const notice = page.getByRole('region', { name: 'Notices' });
        await notice.getByText('before the break').waitFor();
        expect(await notice.innerText()).toMatch(
          new RegExp(
            `record ${SOUND} is missing before line ${SOUND + 1}\\. Do not continue from this ledger. Restore it from a copy, or start a new run\\..*\\nShown here are the ${SOUND} records before the break`,
          ),
        );
        expect(await page.getByRole('status').first().innerText()).toContain('not trustworthy');
        expect(await page.getByRole('option').evaluateAll((all) => all.map(({ id }) => id))).toEqual(['row-1']);
        expect(await page.locator('.list .mark').last().innerText()).toBe(
          `broken records from ${SOUND} on are not shown`,
        );
        expect(await page.getByRole('region', { name: 'Operator' }).count()).toBe(0);
        expect(await listBarriers(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(380);
        await takePicture(page, 'broken-light-380');
        const { page: nothing, wrongs: others } = await open(`${other.url}&run=${RUN}`);
        await nothing.getByText('None of it is shown').waitFor();
        expect(await nothing.getByRole('main').innerText()).toBe('');
        expect([...wrongs, ...others]).toEqual([]);
      });
    } finally {
      await Promise.all([inspector.close(), other.close()]);
    }
  });
});
