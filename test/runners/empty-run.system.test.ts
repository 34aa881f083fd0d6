import { describe, expect, test } from 'vitest';
import type { TestSuite } from '../../src/runners/run-tests.ts';
import { canRun, whySkipped } from './find-tool.ts';
import { makeProject, runIn, WHOLE, withoutTimes } from './project.ts';
import { modulesWith, whySkipped as whyNoRunner } from './runner-modules.ts';

type Files = Readonly<Record<string, string>>;
type Suite = Pick<TestSuite, 'command' | 'runner'>;

const run = async ({ command, runner }: Suite, files: Files = {}) => {
  const modules = modulesWith(runner) ?? undefined;
  const workspace = await makeProject({ 'package.json': '{}', ...files }, 'project', modules);
  return withoutTimes(await runIn(workspace, { command, runner }));
};
const problemsOf = async (suite: Suite, files?: Files) => {
  const { report_complete: isComplete, problems } = await run(suite, files);
  return { isComplete, problem: problems.at(-1) };
};
const tap = (script: string): Suite => ({ command: ['sh', '-c', script], runner: 'tap' });

const LEFT = (glob: string) => ({
  isComplete: false,
  problem: `the test command's glob ${glob} matches no file: dualgate uses no shell to expand it, and this runner does not expand it`,
});
const TEST = "require('node:test')('a', () => {});\n";
const readsGlobs = Number(process.versions.node.split('.')[0]) >= 21;
const hasPytest = canRun('python3', '-m', 'pytest', '--version');

describe('a test run that ended with an exit code other than 0 and without a test', () => {
  test('names the exit code and what was printed last, also where its report is whole', async () => {
    expect(await problemsOf(tap('echo 1..0; echo the database is gone >&2; exit 3'))).toEqual({
      isComplete: false,
      problem:
        'the test runner exited with code 3 without running a test; its last output: 1..0 | the database is gone',
    });
  });

  test('names the reason and not the stack below it', async () => {
    const { problem } = await problemsOf(tap(`node -e 'throw new Error("the database is gone")'`));
    expect(problem).toMatch(/ without running a test; its last output: .*Error: the database is gone$/);
  });

  test('says when nothing was printed', async () => {
    const { problem } = await problemsOf(tap('exit 4'));
    expect(problem).toBe('the test runner exited with code 4 without running a test and printed nothing');
  });

  test('is one in one line, cut to what a prompt has room for, with its end', async () => {
    const { problem = '' } = await problemsOf(
      tap(`i=0; while [ $i -lt 50 ]; do echo "${'x'.repeat(200)} $i"; i=$((i+1)); done; exit 1`),
    );
    expect({ ends: problem.slice(-3), lines: problem.split('\n').length }).toEqual({ ends: ' 49', lines: 1 });
    expect(problem.length).toBeLessThan(300);
  });

  test('of vitest whose global setup throws is no project without tests, although vitest says so', {
    timeout: 60_000,
  }, async () => {
    const { problem } = await problemsOf(
      { command: ['npx', 'vitest', 'run'], runner: 'vitest' },
      {
        'vitest.config.mjs': "export default { test: { globalSetup: ['./setup.mjs'] } };\n",
        'setup.mjs': "export default () => { throw new Error('the database is gone'); };\n",
        'a.test.js': "import { test } from 'vitest';\ntest('a', () => {});\n",
      },
    );
    expect(problem).toMatch(/^the test runner exited with code 1 without running a test; .*the database is gone/);
  });

  test.skipIf(!hasPytest)(
    `of pytest that cannot load its conftest.py says so${whySkipped(hasPytest, 'pytest')}`,
    async () => {
      const { problem } = await problemsOf(
        { command: ['python3', '-m', 'pytest'], runner: 'pytest' },
        { 'conftest.py': 'raise Exception("the database is gone")\n' },
      );
      expect(problem).toMatch(/^the test runner exited with code 4 without reporting a test; .*the database is gone/);
    },
  );

  test('of a tool that says that it found no tests is a project without tests', async () => {
    const junit = (words: string): Suite => ({
      command: ['sh', '-c', `echo '<testsuites></testsuites>' > {report}; echo '${words}'; exit 1`],
      runner: 'junit',
    });
    // PHPUnit, Bun, Deno.
    for (const words of ['No tests executed!', 'No tests found!', 'error: No test modules found'])
      expect(await run(junit(words))).toEqual({ ...WHOLE, exit_code: 1 });
    expect(await problemsOf(junit('PHP Fatal error'))).toMatchObject({ isComplete: false });
  });
});

describe('a glob in the test command that nobody expands', () => {
  const files = { 'test/a.test.js': TEST };

  test('is named with the way out; a Node that expands it runs the tests', async () => {
    const suite: Suite = { command: ['node', '--test', 'test/**/*.test.js'], runner: 'node' };
    if (readsGlobs) expect((await run(suite, files)).tests).toHaveLength(1);
    else expect(await problemsOf(suite, files)).toEqual(LEFT('test/**/*.test.js'));
  });

  test.skipIf(readsGlobs)(
    'is named in a project without tests, too, and in quotes in a script',
    { timeout: 60_000 },
    async () => {
      const script = (line: string): Files => ({ 'package.json': JSON.stringify({ scripts: { test: line } }) });
      const npm: Suite = { command: ['npm', 'test'], runner: 'node' };
      expect(await problemsOf({ command: ['node', '--test', './test/*.js'], runner: 'node' })).toEqual(
        LEFT('./test/*.js'),
      );
      expect(await problemsOf(npm, script('node --test "test/*.js"'))).toEqual(LEFT('test/*.js'));
      // The shell of npm expands this one as soon as there is a file.
      expect(await run(npm, script('node --test test/*.test.js'))).toEqual({ ...WHOLE, exit_code: 1 });
      expect((await run(npm, { ...files, ...script('node --test test/*.test.js') })).tests).toHaveLength(1);
    },
  );

  test('is named where vitest takes it for a part of a path', { timeout: 60_000 }, async () => {
    const suite: Suite = { command: ['npx', 'vitest', 'run', 'test/**/*.test.js'], runner: 'vitest' };
    expect(
      await problemsOf(suite, { 'test/a.test.js': "import { test } from 'vitest';\ntest('a', () => {});\n" }),
    ).toEqual(LEFT('test/**/*.test.js'));
  });

  test.skipIf(modulesWith('jest') === null)(
    `is named where jest takes it for a regular expression, and a regular expression is not${whyNoRunner('jest')}`,
    { timeout: 60_000 },
    async () => {
      const jest = (words: string): Suite => ({ command: ['npx', 'jest', words], runner: 'jest' });
      expect(await problemsOf(jest('test/*.test.js'), files)).toEqual(LEFT('test/*.test.js'));
      expect(await run(jest('later/.*test'), files)).toEqual({ ...WHOLE, exit_code: 1 });
    },
  );

  test.skipIf(modulesWith('mocha') === null)(
    `is left to mocha, which expands it${whyNoRunner('mocha')}`,
    { timeout: 60_000 },
    async () => {
      const suite: Suite = { command: ['npx', 'mocha', 'test/**/*.spec.js'], runner: 'mocha' };
      expect(await run(suite)).toEqual({ ...WHOLE, exit_code: 1 });
    },
  );

  test.skipIf(!hasPytest)(
    `is named where pytest finds no file of that name${whySkipped(hasPytest, 'pytest')}`,
    async () => {
      const suite: Suite = { command: ['python3', '-m', 'pytest', 'tests/*.py'], runner: 'pytest' };
      expect(await problemsOf(suite, { 'tests/test_a.py': 'def test_a(): pass\n' })).toEqual(LEFT('tests/*.py'));
    },
  );
});
