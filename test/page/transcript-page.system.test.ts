import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { serveInspector } from '../../src/page/inspector/server/serve-inspector.ts';
import { aCommittedRun } from './inspector/server/a-committed-run.ts';
import { RUN } from './inspector/server/a-finished-run.ts';
import { aGoingRun, writeTranscript } from './inspector/server/a-going-run.ts';
import { withAnchorsAside } from '../run/a-workspace.ts';
import { hasChromium, IN_CHROMIUM, listBarriers, takePicture, withBrowser } from './a-browser.ts';

beforeEach(withAnchorsAside);

/** Markup, a link of a terminal, a title of one, an escape from JSON and from scripts, text that turns, and a line of megabytes. */
const HOSTILE = [
  '<script>window.pwned = 1</script><img src=x onerror="window.pwned = 1">',
  '\u001B]8;;http://evil.example\u0007click\u001B]8;;\u0007\u001B]0;pwned\u0007',
  '</pre></bdi></script><svg onload="window.pwned=1">',
  'a\u202Etxt.exe\u0000\u2028\u0007',
  'long '.repeat(1_000_000),
  '&lt;b&gt; {{constructor.constructor("window.pwned=1")()}}',
  'the end',
];

describe.skipIf(!hasChromium)(`what the agent printed, ${IN_CHROMIUM}`, () => {
  test('its last five lines stand under Now while it works, with its silence, and lead to the whole transcript', async () => {
    const { config, print, folders } = await aGoingRun();
    const inspector = await serveInspector({ config });
    try {
      await withBrowser(async (open) => {
        const { page, wrongs } = await open(inspector.url, { viewport: { width: 1280, height: 900 } });
        const now = page.getByRole('region', { name: 'Now', exact: true });
        await now.getByText('nothing printed yet').waitFor();
        print(`first\n${HOSTILE.join('\n')}\n`);
        await now.getByText('the end').waitFor();
        expect(await now.locator('.now-lines bdi').allInnerTexts()).toEqual([
          expect.stringMatching(/^…[long ]{199}$/),
          HOSTILE[5],
          'the end',
        ]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1280);
        const past = Date.now() / 1_000 - 125;
        utimesSync(join(folders.transcripts, 'green-1-1.stdout'), past, past);
        await now.getByText(/silent for 2 min \d+ s/).waitFor();
        await takePicture(page, 'now-agent-1280');
        await now.getByRole('link', { name: 'the whole transcript' }).click();
        await page.locator('#transcript[open] pre').waitFor();
        expect(await page.locator('#transcript pre').innerText()).toContain('1first');
        expect(
          await page.evaluate(
            'window.pwned ?? document.querySelectorAll("#transcript script, #transcript svg, #transcript img").length',
          ),
        ).toBe(0);
        expect(await listBarriers(page)).toEqual([]);
        await page.setViewportSize({ width: 390, height: 844 });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
        expect(wrongs).toEqual([]);
      });
    } finally {
      await inspector.close();
    }
  });

  test('a transcript and the changed files are loaded when they are opened, with the line of the signal marked; whatever is in them stays text', async () => {
    const run = await aCommittedRun([{}, { 'src/<b>a</b>.js': HOSTILE.slice(0, 4).join('\n').replace('\0', '') }, {}]);
    writeTranscript(run, 'red-1-2.stdout', ['---DUALGATE_STATUS---', ...HOSTILE].join('\n'));
    const inspector = await serveInspector({ config: run.config });
    try {
      await withBrowser(async (open) => {
        const { page, wrongs } = await open('about:blank', { viewport: { width: 1280, height: 900 } });
        const asked: string[] = [];
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        await page.goto(`${inspector.url}&run=${RUN}`);
        await page.getByRole('option', { name: /RED 1 / }).click();
        const transcript = page.getByRole('region', { name: 'Transcript', exact: true });
        await transcript.getByText('Transcript').waitFor();
        expect(asked).not.toContain('/transcript');
        // The keyboard opens it too.
        await transcript.locator('summary').focus();
        await page.keyboard.press('Enter');
        const lines = transcript.getByRole('region', { name: 'transcripts/red-1-2.stdout' });
        await lines.waitFor();
        expect((await lines.locator('mark').innerText()).trim()).toBe(
          '1---DUALGATE_STATUS---\n▲ the exit signal begins here',
        );
        expect(await lines.locator('bdi').allInnerTexts()).toEqual([
          '---DUALGATE_STATUS---',
          HOSTILE[0],
          'click',
          HOSTILE[2],
          'a[U+202E]txt.exe\u2400[U+2028]\u2407',
          expect.stringMatching(/^(?:long ){100}… \(cut: 5000000 bytes\)$/),
          HOSTILE[5],
          'the end',
        ]);
        const changes = page.getByRole('region', { name: 'Changed files', exact: true });
        await changes.getByText('Changed files').click();
        const diff = changes.getByRole('region', { name: 'src/<b>a</b>.js' });
        await diff.waitFor();
        expect(await diff.locator('bdi').allInnerTexts()).toEqual([
          '@@ -0,0 +1,4 @@',
          `+${HOSTILE[0]}`,
          '+click',
          `+${HOSTILE[2]}`,
          '+a[U+202E]txt.exe[U+2028]\u2407',
          '\\ No newline at end of file',
        ]);
        expect(await page.evaluate('window.pwned ?? document.title')).toMatch(/dualgate$/);
        await takePicture(page, 'transcript-light-1280');
        expect(asked.filter((path) => path === '/transcript' || path === '/changes')).toEqual([
          '/transcript',
          '/changes',
        ]);
        await page.keyboard.press('/');
        await page.keyboard.type('capitals');
        const found = page.getByRole('search').getByRole('listitem');
        expect(await found.innerText()).toBe(
          'RED 1 exited AC-1: a word is shouted in capitals · checks/shout.test.mjs',
        );
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await listBarriers(page)).toEqual([]);
        }
        expect(wrongs).toEqual([]);
      });
    } finally {
      await inspector.close();
    }
  });
});
