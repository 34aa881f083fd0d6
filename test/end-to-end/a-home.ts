/**
 * `test` with a home of its own: a temporary folder that holds the workspace, the agent and the anchors of one test.
 */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { test as plainTest, vi } from 'vitest';
import { endMarkedWith } from './processes.ts';

// Each test drives several processes at once; more would only wait for one another.
vi.setConfig({ maxConcurrency: 3, testTimeout: 240_000 });

/** False where the reason stands in the title of what is skipped. */
export const hasGit = await execa('git', ['--version']).then(
  () => true,
  () => false,
);

/** Has blanks, a quote and a letter outside ASCII in its path; what is left running in it is ended. */
export const test = plainTest.extend<{ home: string }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern which fixtures a test needs
  home: async ({}, use) => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'dualgate-')));
    const home = join(folder, "Zoë's work");
    await mkdir(home);
    await use(home);
    endMarkedWith(`HOME=${home}`);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});
