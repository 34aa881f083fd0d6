import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { hasGit, test } from '../end-to-end/a-home.ts';
import { runProgram, startProgram, startUnder } from '../end-to-end/run-program.ts';
import { aListProject } from '../queue/list/a-list.ts';
import { hasChromium, IN_CHROMIUM, listBarriers, takePicture, withBrowser } from './a-browser.ts';

/** Does its work as soon as somebody has looked. */
const WAITS = (task: string) => `until [ -e "$(dirname "$0")/go" ]; do sleep 0.05; done; echo ${task} > ${task}.txt`;

const items = (page: Page) => page.getByRole('region', { name: 'Work items of the workspace' }).getByRole('listitem');

describe.skipIf(!hasChromium || !hasGit)(`the work items of a workspace on its page, ${IN_CHROMIUM}`, () => {
  test('are there without a run, follow who holds them, and lead to the run of a worker', async () => {
    const { home, folder } = await aListProject({ login: WAITS('login') });
    const project = { home, workspace: folder, agent: home };
    const markup = '<img src=x onerror="document.title=1">';
    expect(await runProgram(project, 'work', 'add', 'docs', '--title', markup)).toMatchObject({ exitCode: 0 });
    const inspect = startProgram(project, 'inspect');
    const url = await inspect.printed('http');
    await withBrowser(async (open) => {
      const { page, wrongs } = await open(url, { viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
      page.setDefaultTimeout(120_000);
      await page.getByText('No run has started.').waitFor();
      await items(page).waitFor();
      expect(await items(page).allInnerTexts()).toEqual([expect.stringContaining(markup)]);
      expect(await page.locator('img').count()).toBe(0);
      expect(await listBarriers(page)).toEqual([]);

      await runProgram(project, 'work', 'claim', 'docs', '--session', 'ann-1');
      await items(page)
        .getByText(/^held by ann-1, until \d\d:\d\d:\d\d$/)
        .waitFor();
      await runProgram(project, 'work', 'add', 'login', '--spec', 'specs/login.md');
      const worker = startUnder(
        project,
        ['env', 'AGENT_EXIT_PROTOCOL_ENABLED=true'],
        'work',
        'run',
        '--worker',
        'bea-laptop',
        '--once',
        '--no-wait',
      );
      // The page shows the run as soon as it is active.
      await page.getByRole('heading', { level: 1, name: 'specs/login.md' }).waitFor();
      const login = items(page).filter({ hasText: 'login' });
      await login.getByText(/^held by bea-laptop/).waitFor();
      // The item names its run a moment after it names its holder.
      await login.and(page.locator('[aria-current=true]')).waitFor();
      await takePicture(page, 'work-items-light-1280');
      writeFileSync(join(home, 'go'), '');
      await login.getByText('CI_PENDING').waitFor();
      await login.getByText('dualgate/login').waitFor();
      await page.getByText('completed', { exact: true }).first().waitFor();
      expect((await worker.ended).exitCode).toBe(0);
      expect(wrongs).toEqual([]);
    });
    process.kill(inspect.pid, 'SIGINT');
    expect((await inspect.ended).exitCode).toBe(0);
  });
});
