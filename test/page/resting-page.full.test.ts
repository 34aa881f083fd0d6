import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { describe, expect } from 'vitest';
import { layOutDemo } from '../../src/doctor/lay-out-demo.ts';
import { hasGit, test } from '../end-to-end/a-home.ts';
import { runOf } from '../end-to-end/read-project.ts';
import { runProgram, startProgram } from '../end-to-end/run-program.ts';
import { hasChromium, IN_CHROMIUM, takePicture, withBrowser } from './a-browser.ts';
import { readWhatToDo } from './a-first-screen.ts';

describe.skipIf(!hasChromium || !hasGit)(`a run that gets nowhere, ${IN_CHROMIUM}`, () => {
  test('is shown as cooling down, with why the phase is held and how many tests failed; its forced exit and all of its report are told afterwards', async ({
    home,
  }) => {
    const project = { home, workspace: await aDemoThatGetsNowhere(home), agent: home };
    const run = startProgram(project, 'run', '--inspect');
    const url = await run.said(/http:\S+(?=\n)/);
    await withBrowser(async (open) => {
      const { page, wrongs } = await open(url, { viewport: { width: 1280, height: 900 } });
      const status = page.getByRole('status').first();
      await status.getByText('cooling down').waitFor({ timeout: 200_000 });
      const head = page.getByRole('banner');
      expect((await head.innerText()).replaceAll(/\s+/g, ' ')).toMatch(
        /until \d\d:\d\d:\d\d, \d+ (?:min \d+ )?s remaining: /,
      );
      const now = page.getByRole('region', { name: 'Now', exact: true });
      expect((await now.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/cooling down until \d\d:\d\d:\d\d, /);
      const remaining = async () => /([\d]+ min )?\d+ s(?= remaining)/.exec(await head.innerText())?.[0] ?? '';
      const first = await remaining();
      await expect.poll(remaining, { timeout: 60_000 }).not.toBe(first);
      expect((await readWhatToDo(page))[0]).toMatch(/^✗ GREEN \d+ was held: 60 of 60 tests fail: /);
      expect(await page.getByText('60 failing tests; the first').count()).toBe(1);
      await takePicture(page, 'resting-1920');
      expect(wrongs).toEqual([]);
    });
    process.kill(run.pid, 'SIGINT');
    expect((await run.ended).exitCode).toBe(3);

    expect((await runProgram(project, 'explain')).stdout).toContain('✗ fails: 10 more');
    expect(await runProgram(project, 'skip', '-m', 'the tests are written elsewhere')).toMatchObject({ exitCode: 0 });
    expect((await runProgram(project, 'graph', '--run', runOf(project))).stdout).toContain(
      'green --> refactor: SKIP (forced)',
    );
    const words = (await runProgram(project, 'report')).stdout;
    const file = `${home}/report.html`;
    expect((await runProgram(project, 'report', '--format', 'html', '--output', file)).exitCode).toBe(0);
    await withBrowser(async (open) => {
      const { page, wrongs } = await open(pathToFileURL(file).href);
      const panel = page.getByRole('region', { name: 'Report', exact: true });
      const titles = await panel.getByRole('heading', { level: 3 }).allInnerTexts();
      expect(titles.filter((each) => each !== 'Run')).toEqual(
        [...words.matchAll(/^## (.*)$/gm)].map(([, title]) => title),
      );
      expect(titles).toEqual(expect.arrayContaining(['Forced exits', 'Criteria', 'Commits']));
      expect(await panel.innerText()).toContain(/^- Run time: .*$/m.exec(words)?.[0].slice(2));
      expect(await page.locator('.edge-forced text').allTextContents()).toEqual(['forced']);
      // The phase is exited, whatever held it.
      expect(await page.getByRole('region', { name: 'To do', exact: true }).innerText()).not.toContain('is held');
      expect(wrongs).toEqual([]);
    });
  });
});

/** Sixty tests that fail, then nothing more: GREEN is held until its breaker opens. */
const aDemoThatGetsNowhere = async (home: string): Promise<string> => {
  const workspace = await layOutDemo(`${home}/kata`, true);
  const tests = [
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    'for (let n = 1; n <= 60; n += 1) test(`AC-${n}: number ${n}`, () => assert.equal(n, -1));',
  ];
  const turn = ['  - phase: RED', '    iteration: 1', '    say: The tests are written.', '    signal: true'];
  const written = ['    write:', '      test/many.test.js: |', ...tests.map((line) => `        ${line}`)];
  writeFileSync(join(workspace, 'agent.yaml'), ['turns:', ...turn, ...written, ''].join('\n'));
  await execa('git', ['commit', '--quiet', '--all', '--message', 'An agent that gets nowhere'], { cwd: workspace });
  return workspace;
};
