import { expect, test } from 'vitest';
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
