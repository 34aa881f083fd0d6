/**
 * A small project whose tests stand behind a task runner with a cache, set up as the docs of that runner say, and what has to be
 * true of it: whatever lies in the cache, the tests of a run of dualgate run.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CACHING_TOOLS } from '../../../src/runners/replays/caching-tools.ts';
import type { TestSuite } from '../../../src/runners/run-tests.ts';
import { makeProject, runIn, WHOLE, withoutTimes } from '../project.ts';
import { modulesWith, whySkipped } from '../runner-modules.ts';

type Files = Readonly<Record<string, string>>;

/** A task runner, and how a project uses it. */
export interface CachedTool {
  readonly name: string;
  /** Starts the tests. */
  readonly command: readonly string[];
  /** The folder of the package with the tests, relative to the project. */
  readonly home: string;
  /** The configs, for a script that runs the tests. */
  readonly configs: (script: string) => Files;
  /** The folder of its cache, relative to the project. */
  readonly cache: string;
  /** It also remembers, beside its cache, what it ran last: true, and no result that is replayed. */
  readonly remembers?: true;
}

/** The tests read a file outside of what the task runner watches: only a run sees that it has changed. */
const FILES: Files = {
  'lib/k.cjs': 'exports.k = 1',
  'HOME/src/sum.cjs': `exports.sum = (a, b) => (a + b) * require(process.env.ROOT_OF_TESTS + '/lib/k.cjs').k`,
  'HOME/test/sum.test.cjs': `const { test } = require('node:test'); const assert = require('node:assert');
    const { sum } = require('../src/sum.cjs'); test('sum', () => { assert.equal(sum(2, 3), 5); });`,
  'HOME/test/say.cjs': `const isRight = require('../src/sum.cjs').sum(2, 3) === 5;
    process.exitCode = isRight ? 0 : 1;
    const failure = isRight ? '' : '<failure message="wrong"/>';
    const xml = '<testsuite name="s"><testcase classname="c" name="sum">' + failure + '</testcase></testsuite>';
    if (process.argv[2] === undefined) console.log((isRight ? 'PASS' : 'FAIL') + ' sum');
    else require('node:fs').writeFileSync(process.argv[2], xml);`,
};

const KINDS: readonly (Pick<TestSuite, 'runner'> & { readonly script: string; readonly report?: string })[] = [
  { runner: 'tap', script: 'node --test --test-reporter=tap test/*.test.cjs' },
  { runner: 'text', script: 'node test/say.cjs' },
  {
    runner: 'junit',
    script: 'node test/say.cjs junit.xml',
    report: 'junit.xml',
  },
  { runner: 'node', script: 'node --test test/*.test.cjs' },
];

/** The project, with a way to fill the cache by hand, as a person does, and a way to run the tests as dualgate does. */
export const makeCachedProject = async (tool: CachedTool, { script, runner, report }: (typeof KINDS)[number]) => {
  const placed = Object.fromEntries(
    Object.entries(FILES).map(([path, text]) => [join(path.replace('HOME', tool.home)), text]),
  );
  const files = { ...placed, ...tool.configs(script), '.gitignore': 'node_modules\n.turbo\n.nx\n.wireit\njunit.xml\n' };
  const workspace = await makeProject(files, 'project', modulesWith(tool.name) ?? undefined);
  const env = { ROOT_OF_TESTS: workspace };
  const [program = '', ...words] = tool.command;
  return {
    workspace,
    byHand: (): string => {
      const { NX_SKIP_NX_CACHE: _skip, ...rest } = process.env;
      const all = { ...rest, ...env, CI: '1', NX_DAEMON: 'false', TURBO_ENV_MODE: 'loose' };
      const { stdout, stderr } = spawnSync(program, words, { cwd: workspace, env: all, encoding: 'utf8' });
      return `${stdout}${stderr}`;
    },
    run: async (more: readonly string[] = []) =>
      withoutTimes(
        await runIn(
          workspace,
          {
            command: [...tool.command, ...more],
            runner,
            ...(report === undefined ? {} : { report: join(tool.home, report) }),
            timeoutMs: 120_000,
          },
          { env },
        ),
      ),
    breakIt: () => writeFileSync(join(workspace, 'lib/k.cjs'), 'exports.k = 2'),
    cached: (): readonly string[] => {
      try {
        return readdirSync(join(workspace, tool.cache)).sort();
      } catch {
        return [];
      }
    },
  };
};

export const TAP = KINDS[0] ?? { runner: 'tap', script: '' };

export const describeCachedTool = (tool: CachedTool): void => {
  const row = CACHING_TOOLS.find(({ name }) => name === tool.name);
  const isThere = modulesWith(tool.name) !== null;
  const isReplay = (said: string): boolean => said.split('\n').some((line) => row?.replays.test(line));

  describe.skipIf(!isThere)(`tests behind ${tool.name}${whySkipped(tool.name)}`, { timeout: 240_000 }, () => {
    test.each(KINDS)('run although its cache is warm, and a wrong code is seen (runner $runner)', async (kind) => {
      const { byHand, run, breakIt } = await makeCachedProject(tool, kind);
      byHand();
      const again = byHand();
      expect(isReplay(again)).toBe(true);

      const first = await run();
      expect({ ...first, tests: first.tests.map(({ state }) => state) }).toEqual({ ...WHOLE, tests: ['passed'] });
      breakIt();
      const second = await run();
      // Every line of turbo with an ERROR counts for `text`.
      expect([...new Set(second.tests.map(({ state }) => state))]).toEqual(['failed']);
      expect(second.report_complete).toBe(true);
    });

    test('run in a worktree, which neither uses nor fills the cache of the main checkout', async () => {
      const { workspace, byHand, cached } = await makeCachedProject(tool, TAP);
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
      symlinkSync(modulesWith(tool.name) ?? '', join(tree, 'node_modules'));
      byHand();
      const before = cached();
      const inTree = () =>
        runIn(tree, { command: tool.command, runner: 'tap', timeoutMs: 120_000 }, { env: { ROOT_OF_TESTS: tree } });
      expect((await inTree()).tests.map(({ state }) => state)).toEqual(['passed']);
      writeFileSync(join(tree, 'lib/k.cjs'), 'exports.k = 2');
      expect((await inTree()).tests.map(({ state }) => state)).toEqual(['failed']);
      expect(cached()).toEqual(before);
    });

    test('never fill its cache', async () => {
      const { workspace, byHand, run, cached } = await makeCachedProject(tool, TAP);
      const first = await run();
      expect(first.tests.map(({ state }) => state)).toEqual(['passed']);
      const cold = cached();
      // No run of dualgate is a result that a person could get from the cache.
      if (tool.remembers !== true) expect(isReplay(byHand())).toBe(false);
      writeFileSync(join(workspace, tool.home, 'src/other.cjs'), '');
      byHand();
      const warm = cached();
      expect(warm.length).toBeGreaterThan(cold.length);
      await run();
      expect(cached()).toEqual(warm);
    });
  });
};
