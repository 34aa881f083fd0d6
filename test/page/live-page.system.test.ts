import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { layOutDemo } from '../../src/doctor/lay-out-demo.ts';
import { hasGit, test } from '../end-to-end/a-home.ts';
import { runProgram, startProgram } from '../end-to-end/run-program.ts';
import { hasChromium, IN_CHROMIUM, listBarriers, takePicture, withBrowser } from './a-browser.ts';

const PHASES = ['RED', 'GREEN', 'REFACTOR', 'DOCUMENT'];

describe.skipIf(!hasChromium || !hasGit)(`a run with its page attached, ${IN_CHROMIUM}`, () => {
  test('every phase lights up, counts stream in, gates are held with their reasons; a person skips the last phase there, and opens the report from disk', async ({
    home,
  }) => {
    const { workspace, letGoOn } = await aDemoThatWaits(home);
    const project = { home, workspace, agent: home };
    const run = startProgram(project, 'run', '--inspect');
    const url = await run.said(/http:\S+(?=\n)/);
    await withBrowser(async (open) => {
      const { page, wrongs } = await open(url, { viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
      const seen = await watchCounts(page);
      for (const phase of PHASES.slice(0, 3)) {
        await page.getByRole('img', { name: new RegExp(`Current state: ${phase}\\.`) }).waitFor({ timeout: 60_000 });
        // A page that reconnects meanwhile shows the same.
        if (phase === 'REFACTOR') {
          await page.reload();
          await page.getByRole('img', { name: /Current state: REFACTOR\./ }).waitFor();
        }
        letGoOn(`${phase} 1`);
        if (phase !== 'GREEN') continue;
        await page.getByRole('option', { name: /GREEN 1 held/ }).waitFor({ timeout: 60_000 });
        await takePicture(page, 'live-light-1280');
        await page.emulateMedia({ colorScheme: 'dark' });
        await takePicture(page, 'live-dark-1280');
        expect(await listBarriers(page)).toEqual([]);
        await page.getByRole('option', { name: /GREEN 1 held/ }).click();
        const gate = page.getByRole('region', { name: 'Gate 1' });
        expect(await gate.getByRole('listitem').filter({ hasText: 'tests_failing == 0' }).innerText()).toContain(
          'got 3, expected 0',
        );
        // Shown while they ran, and kept as they came in: of four tests one passes. A busy machine draws not every count.
        const { counts, places } = await seen();
        expect(counts.length).toBeGreaterThan(0);
        // A click on one button of the operator must not hit another, or none.
        expect(places).toHaveLength(1);
        await page.getByRole('img', { name: /Counts over .*: at the end 1 passing, 3 failing, 0 skipped/ }).waitFor();
        await page.keyboard.press('G');
        await page.setViewportSize({ width: 380, height: 800 });
        const [now, chart] = await Promise.all(
          ['#now', '#timeline'].map((panel) =>
            page.locator(panel).evaluate((each) => each.getBoundingClientRect().top),
          ),
        );
        expect(now).toBeLessThan(chart ?? 0);
        await page.setViewportSize({ width: 1280, height: 900 });
        letGoOn('GREEN 2');
      }
      await page.getByRole('img', { name: /Current state: DOCUMENT\./ }).waitFor({ timeout: 60_000 });
      await page.getByRole('button', { name: 'Skip DOCUMENT' }).click();
      const dialog = page.getByRole('dialog', { name: 'Skip DOCUMENT' });
      expect(await dialog.getByRole('button', { name: 'Skip DOCUMENT' }).isDisabled()).toBe(true);
      await dialog.getByRole('textbox').fill('the papers are written elsewhere');
      await takePicture(page, 'skip-dark-1280');
      // It is carried out when the turn is over.
      const sent = page.waitForRequest(/\/commands$/);
      await dialog.getByRole('button', { name: 'Skip DOCUMENT' }).click();
      await sent;
      letGoOn('DOCUMENT 1');
      await page.getByText('completed', { exact: true }).first().waitFor({ timeout: 60_000 });
      await page.getByText('The server has ended.').waitFor({ timeout: 60_000 });
      expect(await page.getByRole('region', { name: 'Notices' }).innerText()).toContain('DOCUMENT forced by ');
      expect(wrongs).toEqual([]);
    });
    expect((await run.ended).exitCode).toBe(0);

    const file = `${home}/report.html`;
    expect((await runProgram(project, 'report', '--format', 'html', '--output', file)).exitCode).toBe(0);
    await withBrowser(async (open) => {
      const { page, wrongs } = await open(pathToFileURL(file).href);
      await page.getByRole('img', { name: /Current state: completed\./ }).waitFor();
      expect(await page.getByRole('region', { name: 'Notices' }).innerText()).toContain(
        'the papers are written elsewhere',
      );
      expect(await page.getByRole('region', { name: 'Operator' }).count()).toBe(0);
      expect(wrongs).toEqual([]);
    });
  });
});

/** Turns that wait until whoever looks at the page has seen what there is to see: neither outruns the other. */
const HELD = ['RED 1', 'GREEN 1', 'GREEN 2', 'REFACTOR 1', 'DOCUMENT 1'];

const aDemoThatWaits = async (home: string) => {
  const workspace = await layOutDemo(`${home}/kata`, true);
  const path = join(workspace, 'agent.yaml');
  const script = HELD.reduce(
    (text, turn) => {
      const [phase, iteration] = turn.split(' ');
      const head = `  - phase: ${phase}\n    iteration: ${iteration}\n`;
      const wait = `until [ -e '../${turn}' ]; do sleep 0.05; done`;
      return text.replace(head, `${head}    run: ["sh", "-c", "${wait}"]\n`);
    },
    readFileSync(path, 'utf8'),
  );
  expect(script.match(/ run: /g)).toHaveLength(HELD.length);
  writeFileSync(path, script);
  const config = join(workspace, 'dualgate.yaml');
  writeFileSync(config, readFileSync(config, 'utf8').replaceAll('timeout: 1m', 'timeout: 5m'));
  await execa('git', ['commit', '--quiet', '--all', '--message', 'An agent that waits'], { cwd: workspace });
  return { workspace, letGoOn: (turn: string) => writeFileSync(join(home, turn), '') };
};

interface Seen {
  readonly counts: readonly string[];
  /** Places of the operator's buttons: pixels below the active view. */
  readonly places: readonly number[];
}

/** The text under Now changes faster than a test can ask: every count that was shown is kept, and each place of the parts below. */
const watchCounts = async (page: Page): Promise<() => Promise<Seen>> => {
  await page.evaluate(`{
    const seen = window.seen = { counts: [], places: [] };
    const look = () => {
      const said = document.querySelector('#now .now-counts')?.innerText ?? '';
      const counts = /^\\d+ passing \\d+ failing \\d+ skipped/.exec(said.replace(/\\s+/g, ' '))?.[0];
      if (counts !== undefined && seen.counts.at(-1) !== counts) seen.counts.push(counts);
      const [now, commands] = ['now', 'commands'].map((id) => document.getElementById(id)?.getBoundingClientRect().top);
      const place = Math.round(commands - now);
      // While a picture of the whole page is taken, Chromium makes the window another size.
      if (innerWidth === 1280 && !Number.isNaN(place) && !seen.places.includes(place)) seen.places.push(place);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  }`);
  return () => page.evaluate('window.seen');
};
