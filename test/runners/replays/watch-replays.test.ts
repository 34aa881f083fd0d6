import { describe, expect, test } from 'vitest';
import { CACHING_TOOLS } from '../../../src/runners/replays/caching-tools.ts';
import { watchReplays, findStartedTools } from '../../../src/runners/replays/watch-replays.ts';
import { makeProject } from '../project.ts';

/**
 * Real tools printed these lines. Those of rush, bazel, gradle, maven and pants, of a remote cache of nx and of an old make come
 * from docs or sources: no test ran these tools.
 */
const REPLAYS: readonly (readonly [tool: string, line: string])[] = [
  ['turbo', 'cache hit, replaying logs 1ad1cd946d0f3d61'],
  ['turbo', 'a:test: cache hit, replaying logs 1ad1cd946d0f3d61'],
  ['turbo', 'Cached:    1 cached, 2 total'],
  ['turbo', '  Time:    136ms >>> FULL TURBO'],
  ['nx', '> nx run n1:test  [existing outputs match the cache, left as is]'],
  ['nx', '> nx run n1:test  [local cache]'],
  ['nx', 'Nx read the output from the cache instead of running the command for 1 out of 1 tasks.'],
  ['nx', '> a:test  [remote cache]'],
  ['wireit', '✅ Ran 0 scripts and skipped 1 in 0.1s.'],
  ['wireit', '✅ [test] Already fresh'],
  ['wireit', '✅ [test] Restored from cache'],
  ['wireit', '\tSkipped (fresh)     : 1 (100%)'],
  ['moon', '▮▮▮▮ a:test (cached, fff300e5)'],
  ['moon', 'Tasks: 1 completed (1 cached)'],
  ['lage', 'a test » skip - 755d2f9e74d0b5311d2eb71fd8b5e965d51ee7c2'],
  ['lage', 'success: 0, skipped: 1, pending: 0, aborted: 0, failed: 0'],
  ['vp', '$ node --test --test-reporter=tap test/a.test.cjs ◉ cache hit, replaying'],
  ['vp', 'vp run: cache hit, 728ms saved.'],
  ['go', 'ok  \tx\t(cached)'],
  ['go', '{"Action":"output","Package":"x","Output":"ok  \\tx\\t(cached)\\n"}'],
  ['make', "make: 'test' is up to date."],
  ['make', "make[1]: Nothing to be done for 'test'."],
  ['make', "make: `check' is up to date."],
  ['task', 'task: Task "test" is up to date'],
  ['rush', '==[ FROM CACHE: 1 operation ]=================='],
  ['bazel', '//app:sum_test                    (cached) PASSED in 0.1s'],
  ['gradle', '> Task :app:test FROM-CACHE'],
  ['gradle', ':test UP-TO-DATE'],
  ['maven', '[INFO] Skipping plugin execution (cached): surefire:test'],
  ['pants', '✓ tests/test_sum.py:tests succeeded in 0.21s (cached locally).'],
];

/** Lines of honest runs that are alike. */
const HONEST: readonly string[] = [
  'cache bypass, force executing 1ad1cd946d0f3d61',
  'a:test: cache miss, executing 1ad1cd946d0f3d61',
  'Cached:    0 cached, 1 total',
  ' NX   Successfully ran target test for project n1',
  '✅ Ran 1 script and skipped 0 in 1.1s.',
  '✅ [all] No command to execute',
  'Tasks: 1 completed',
  'success: 1, skipped: 0, pending: 0, aborted: 0, failed: 0',
  '$ node --test ⊘ cache disabled',
  'ok  \tx\t0.004s',
  "make: 'build/main.o' is up to date.",
  "make[1]: Nothing to be done for 'all'.",
  'task: Task "build" is up to date',
  '> Task :compileTestJava UP-TO-DATE',
  '> Task :testClasses UP-TO-DATE',
  '> Task :test',
  'ok 1 - the cache hits twice',
  'ok 2 - answers with [cached]',
];

const judge = (lines: readonly string[], started: readonly string[] = [], exitCode = 0, isSealed = false) => {
  const watch = watchReplays(CACHING_TOOLS.filter(({ name }) => started.includes(name)));
  watch.onStdout(Buffer.from(lines.join('\n')));
  return watch.judge(exitCode, isSealed);
};

describe('a result of the past', () => {
  test.each(REPLAYS)('is seen in the words of %s: %s', (tool, line) => {
    const [problem, ...others] = judge(['TAP version 13', line, '1..1']);
    expect(others).toEqual([]);
    expect(problem).toMatch(
      new RegExp(`^${tool} replayed a cached result \\(".+"\\): nothing was measured. The way out: `),
    );
  });

  test('is seen on stderr too, with colours, and at the end of an output without a newline', () => {
    const watch = watchReplays([]);
    watch.onStderr(Buffer.from('\u001B[32mcache hit, replaying logs \u001B[2m1ad1cd946d0f3d61\u001B[22m'));
    expect(watch.judge(0, false)).toHaveLength(1);
  });

  test('is seen for every tool of the table', () => {
    expect([...new Set(REPLAYS.map(([tool]) => tool))].sort()).toEqual(CACHING_TOOLS.map(({ name }) => name).sort());
  });

  test('is not what an honest run prints', () => {
    expect(judge(HONEST)).toEqual([]);
  });

  test('is, in the output beside a sealed report, a word of the tests, unless the command starts that tool', () => {
    const lines = ['a:test: cache hit, replaying logs 1ad1cd946d0f3d61'];
    expect(judge(lines, [], 0, true)).toEqual([]);
    expect(judge(lines, ['turbo'], 0, true)).toHaveLength(1);
  });
});

describe('a task runner that the command starts', () => {
  test.each([
    ['turbo', 'Cached:    0 cached, 1 total'],
    ['nx', ' NX   Successfully ran target test for project n1'],
    ['nx', ' Lerna (powered by Nx)   Successfully ran target test for project a'],
    ['wireit', '✅ Ran 2 scripts and skipped 0 in 1.1s.'],
    ['wireit', '✅ [test] Executed successfully'],
    ['moon', 'Tasks: 1 completed'],
    ['lage', 'success: 1, skipped: 0, pending: 0, aborted: 0, failed: 0'],
  ])('%s has to say that it ran: %s', (tool, line) => {
    expect(judge([line], [tool])).toEqual([]);
    const [silent] = judge(['ok 1 - sum', '1..1'], [tool]);
    expect(silent).toMatch(
      new RegExp(
        `^${tool} does not say that all of its tasks ran now, so its result may be of the past. The way out: `,
      ),
    );
  });

  test('need not say it when the run fails, or when a report is sealed', () => {
    expect(judge(['not ok 1 - sum'], ['turbo'], 1)).toEqual([]);
    expect(judge([], ['turbo'], 0, true)).toEqual([]);
  });
});

const find = async (command: string, scripts: Readonly<Record<string, string>> = {}, files = {}) => {
  const workspace = await makeProject({ 'package.json': JSON.stringify({ scripts }), ...files });
  return findStartedTools(command.split(' '), workspace).map(({ name }) => name);
};

test.each<readonly [string, Readonly<Record<string, string>>, readonly string[]]>([
  ['npx turbo run test', {}, ['turbo']],
  ['npm test', { test: 'turbo run test --filter=a' }, ['turbo']],
  ['npm test', { test: 'npm run unit && echo', unit: 'turbo test' }, ['turbo']],
  ['npm t', { test: 'vitest run', pretest: 'nx run-many -t build' }, ['nx']],
  ['npx nx test a', {}, ['nx']],
  ['npx lerna run test', {}, ['nx']],
  ['npm test', { test: 'wireit' }, ['wireit']],
  ['npm test', { test: 'FORCE=1 wireit' }, ['wireit']],
  ['moon run a:test', {}, ['moon']],
  ['yarn lage test', {}, ['lage']],
  // Others only prepare something, or are words of something else.
  ['npm test', { test: 'vitest run', build: 'turbo run build' }, []],
  ['npm test', { test: 'nx format:check && vitest run' }, []],
  ['npx turbo prune a', {}, []],
  ['vitest run turbo', {}, []],
])('%s with %j starts %j', async (command, scripts, tools) => {
  expect(await find(command, scripts)).toEqual(tools);
});

test('a task runner behind make is found', async () => {
  expect(await find('make test', {}, { Makefile: 'test:\n\tnpx turbo run test\n' })).toEqual(['turbo']);
});
