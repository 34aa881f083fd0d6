import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runIn } from '../project.ts';
import { modulesWith, whySkipped } from '../runner-modules.ts';
import { type CachedTool, describeCachedTool, makeCachedProject, TAP } from './a-cached-project.ts';

const TURBO: CachedTool = {
  name: 'turbo',
  command: ['npx', 'turbo', 'run', 'test', '--log-prefix=none'],
  home: 'packages/a',
  cache: '.turbo/cache',
  configs: (script) => ({
    'package.json': '{"private":true,"packageManager":"npm@10.8.2","workspaces":["packages/*"]}',
    'package-lock.json': '{"lockfileVersion":3,"packages":{}}',
    'packages/a/package.json': JSON.stringify({ name: 'a', version: '1.0.0', scripts: { test: script } }),
    'turbo.json': '{"tasks":{"test":{"outputs":["junit.xml"]}}}',
  }),
};

describeCachedTool(TURBO);

const isThere = modulesWith('turbo') !== null;

test.skipIf(!isThere)(
  `an option that turns the cache of turbo on again holds the run, with its name and the way out${whySkipped('turbo')}`,
  { timeout: 120_000 },
  async () => {
    const { byHand, run, breakIt } = await makeCachedProject(TURBO, TAP);
    byHand();
    breakIt();
    const replayed = await run(['--cache=local:rw']);
    expect([replayed.report_fresh, replayed.report_complete, replayed.exit_code]).toEqual([false, false, 0]);
    expect(replayed.problems).toEqual([
      expect.stringMatching(
        /^turbo replayed a cached result \("cache hit, replaying logs [\da-f]{16}"\): nothing was measured\. The way out: use turbo 2\.2 or newer, and remove /,
      ),
    ]);
  },
);

test.skipIf(!isThere)(
  `a worktree neither uses nor fills the cache of turbo in the main checkout${whySkipped('turbo')}`,
  { timeout: 120_000 },
  async () => {
    const { workspace, byHand, cached } = await makeCachedProject(TURBO, TAP);
    const git = (...words: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], {
        cwd: workspace,
        stdio: 'ignore',
      });
    git('init');
    git('add', '--all');
    git('commit', '--message', 'first');
    const tree = join(workspace, '../tree');
    git('worktree', 'add', tree);
    symlinkSync(modulesWith('turbo') ?? '', join(tree, 'node_modules'));
    byHand();
    const before = cached();
    writeFileSync(join(tree, 'lib/k.cjs'), 'exports.k = 2');
    const run = await runIn(
      tree,
      { command: TURBO.command, runner: 'tap', timeoutMs: 120_000 },
      { env: { ROOT_OF_TESTS: tree } },
    );
    expect(run.tests.map(({ state }) => state)).toEqual(['failed']);
    expect(cached()).toEqual(before);
  },
);
