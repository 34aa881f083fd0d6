import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { hasGit, test } from '../end-to-end/a-home.ts';
import { startProgram } from '../end-to-end/run-program.ts';
import { aListProject, IN_WORKTREES } from '../queue/list/a-list.ts';
import { hasChromium, IN_CHROMIUM, listBarriers, takePicture, withBrowser } from './a-browser.ts';

/** Does its work as soon as somebody has looked. */
const WAITS = (task: string) => `until [ -e "$(dirname "$0")/go" ]; do sleep 0.05; done; echo ${task} > ${task}.txt`;

const TASKS = ['a', 'b', 'c'];

describe.skipIf(!hasChromium || !hasGit)(`the page of several runs at the same time, ${IN_CHROMIUM}`, () => {
  test('lists every active run, opens each of them, and shows where each task was merged', async () => {
    const { home, folder, git } = await aListProject(
      Object.fromEntries(TASKS.map((task) => [task, WAITS(task)])),
      {},
      IN_WORKTREES,
    );
    const run = startProgram({ home, workspace: folder, agent: home }, 'run', '--workers', '3', '--inspect');
    const url = await run.said(/http:\S+(?=\n)/);
    await withBrowser(async (open) => {
      const { page, wrongs } = await open(url, { viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
      page.setDefaultTimeout(120_000);
      const chooser = page.getByRole('combobox', { name: 'Run' });
      await expect
        .poll(async () => (await chooser.locator('option').allInnerTexts()).toSorted(), { timeout: 120_000 })
        .toEqual(TASKS.map((task) => expect.stringMatching(`^● specs/${task}\\.md · [\\w-]+ · running$`)));
      const tasks = page.getByRole('region', { name: 'Tasks of the list' });
      await expect.poll(() => tasks.getByText('active', { exact: true }).count(), { timeout: 120_000 }).toBe(3);
      expect(await listBarriers(page)).toEqual([]);
      for (const task of TASKS) {
        const option = chooser.locator('option').filter({ hasText: `specs/${task}.md` });
        await chooser.selectOption((await option.getAttribute('value')) ?? '');
        await page.getByRole('heading', { level: 1, name: `specs/${task}.md` }).waitFor();
        await page.getByRole('img', { name: /Current state: BUILD\./ }).waitFor();
        await page.getByRole('region', { name: 'Now', exact: true }).getByText('The agent works').waitFor();
        expect(
          await tasks
            .getByRole('listitem')
            .filter({ hasText: `specs/${task}.md` })
            .getAttribute('aria-current'),
        ).toBe('true');
      }
      // Also from the list, without the chooser.
      await tasks.getByRole('button', { name: 'specs/a.md' }).click();
      await page.getByRole('heading', { level: 1, name: 'specs/a.md' }).waitFor();
      await takePicture(page, 'several-runs-light-1280');
      writeFileSync(join(home, 'go'), '');
      await page.getByRole('link', { name: '3 of 3 done' }).waitFor();
      const merged = await tasks.getByText(/^merged into main as [0-9a-f]{12}$/).allInnerTexts();
      expect(merged.map((text) => text.split(' ').at(-1) ?? '').toSorted()).toEqual(
        git('log', '--first-parent', '--merges', '--format=%h', '--abbrev=12', 'main').split('\n').toSorted(),
      );
      await page.getByText('The server has ended.').waitFor();
      expect(wrongs).toEqual([]);
    });
    expect((await run.ended).exitCode).toBe(0);
  });
});
