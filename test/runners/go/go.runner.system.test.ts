import { watch } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { goRunner } from '../../../src/runners/go/go.runner.ts';
import { MANY, whySkipped } from '../find-tool.ts';
import { makeProject, runIn, WHOLE, withoutTimes } from '../project.ts';
import { COMMAND, MODULE, hasGo, inGo, runFiles, states } from '../go-project.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(3, test);

describe.skipIf(!hasGo)(`a run of go test${whySkipped(hasGo, 'go')}`, { timeout: 180_000 }, () => {
  slow('reports passing, failing, skipped and nested tests by file and name', async () => {
    const run = await runFiles({
      'sum_test.go': inGo(
        `func TestAdds(t *testing.T) { fmt.Println("hello") }
func TestFails(t *testing.T) { t.Log("a note"); t.Errorf("got %d", 3) }
func TestLater(t *testing.T) { t.Skip("later") }
func ExampleSum() {
	fmt.Println(3)
	// Output: 3
}`,
        '"testing"; "fmt"',
      ),
      'lib/deep/deep_test.go': inGo(
        `func TestGroup(t *testing.T) {
	t.Run("a part", func(t *testing.T) { t.Parallel() })
	t.Run("fails", func(t *testing.T) { t.Fatal("no") })
}
func TestFailsByItself(t *testing.T) { t.Run("part", func(t *testing.T) {}); t.Error("after its parts") }
func TestInParallel(t *testing.T) { t.Parallel() }
func TestInParallelToo(t *testing.T) { t.Parallel() }`,
        '"testing"',
        'deep',
      ),
      'empty/empty.go': 'package empty\n',
    });
    const file = 'sum_test.go';
    const deep = 'lib/deep/deep_test.go';
    const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);
    expect({ ...run, tests: run.tests.toSorted(byName) }).toEqual({
      ...WHOLE,
      exit_code: 1,
      tests: [
        { file, name: 'ExampleSum', state: 'passed' },
        { file, name: 'TestAdds', state: 'passed' },
        {
          file,
          name: 'TestFails',
          state: 'failed',
          message: 'sum_test.go:5: a note\n    sum_test.go:5: got 3',
          failure: 'assertion',
        },
        {
          file: deep,
          name: 'TestFailsByItself',
          state: 'failed',
          message: 'deep_test.go:8: after its parts',
          failure: 'assertion',
        },
        { file: deep, name: 'TestFailsByItself > part', state: 'passed' },
        { file: deep, name: 'TestGroup > a_part', state: 'passed' },
        { file: deep, name: 'TestGroup > fails', state: 'failed', message: 'deep_test.go:6: no', failure: 'assertion' },
        { file: deep, name: 'TestInParallel', state: 'passed' },
        { file: deep, name: 'TestInParallelToo', state: 'passed' },
        { file, name: 'TestLater', state: 'skipped' },
      ],
    });
  });

  test('reports a parent that was skipped after its parts had passed', async () => {
    const run = await runFiles({
      'sum_test.go': inGo(
        `func TestAC1_Sum(t *testing.T) { t.Run("part", func(t *testing.T) {}); t.Skip("not yet") }
func TestDeep(t *testing.T) { t.Run("in", func(t *testing.T) { t.Run("part", func(t *testing.T) {}); t.SkipNow() }) }`,
      ),
    });
    expect([run.exit_code, states(run)]).toEqual([
      0,
      ['passed: TestAC1_Sum > part', 'skipped: TestAC1_Sum', 'passed: TestDeep > in > part', 'skipped: TestDeep > in'],
    ]);
  });

  slow('counts a package that does not compile, with what the compiler says', async () => {
    const run = await runFiles({
      'bad/bad_test.go': inGo('func TestX(t *testing.T) { undefined() }', '"testing"', 'bad'),
      'sum_test.go': inGo('func TestFine(t *testing.T) {}'),
    });
    expect(run).toMatchObject({
      report_complete: true,
      load_failures: [{ file: 'bad', message: expect.stringContaining('undefined: undefined') }],
      unhandled_errors: [],
      problems: [],
    });
    expect([run.exit_code === 0, states(run)]).toEqual([false, ['passed: TestFine']]);
  });

  slow('has an unhandled error when a package fails after its last test', async () => {
    const run = await runFiles({
      'sum_test.go': inGo(
        'func TestFine(t *testing.T) {}\nfunc TestMain(m *testing.M) { m.Run(); os.Exit(3) }',
        '"testing"; "os"',
      ),
    });
    expect([run.exit_code, run.report_complete, run.unhandled_errors]).toEqual([
      1,
      true,
      [expect.stringMatching(/^example\.com\/sum: it failed outside its tests: PASS\n/)],
    ]);
  });

  test.each([
    [
      'syscall.Exit(0) in a test',
      'func TestB(t *testing.T) { syscall.Exit(0) }',
      '"testing"; "syscall"',
      /^example\.com\/sum: /,
    ],
    [
      'an exit in init',
      'func init() { syscall.Exit(0) }',
      '"testing"; "syscall"',
      /exited before its tests had ended$/,
    ],
    [
      'os.Exit(0) in TestMain',
      'func TestMain(m *testing.M) { os.Exit(0) }',
      '"testing"; "os"',
      /exited before its tests had ended$/,
    ],
    [
      'a panic',
      'func TestB(t *testing.T) { panic("oh") }\nfunc TestC(t *testing.T) {}',
      '"testing"',
      /TestB panicked \(oh\), which ends its test program before the other tests: return a wrong value in place of the panic$/,
    ],
    [
      'a kill',
      'func TestB(t *testing.T) { syscall.Kill(syscall.Getpid(), 9) }',
      '"testing"; "syscall"',
      /TestB started but never ended/,
    ],
  ])('that is cut short by %s is not complete', async (_how, code, imports, problem) => {
    const run = await runFiles({ 'sum_test.go': inGo(`func TestA(t *testing.T) {}\n${code}`, imports) });
    expect([run.report_complete, run.problems]).toEqual([
      false,
      expect.arrayContaining([expect.stringMatching(problem)]),
    ]);
  });

  slow('that hangs is ended by the time limit', async () => {
    const workspace = await makeProject({
      ...MODULE,
      'sum_test.go': inGo('func TestA(t *testing.T) { time.Sleep(time.Hour) }', '"testing"; "time"'),
    });
    const run = await runIn(workspace, { command: COMMAND, runner: 'go', timeoutMs: 4_000 });
    expect([run.ended, run.exit_code, run.report_complete]).toEqual(['timed_out', null, false]);
  });

  slow('of no packages and of no tests is a whole report of nothing; of no module it is none', async () => {
    expect(await runFiles({})).toMatchObject({ ...WHOLE, exit_code: expect.any(Number) });
    expect(await runFiles({ 'a.go': 'package sum\n' })).toEqual(WHOLE);
    const run = await runIn(await makeProject({}), { command: COMMAND, runner: 'go' });
    expect([run.report_fresh, run.problems]).toEqual([
      false,
      [
        'the output contains no events of go test -json',
        expect.stringMatching(/^the test runner exited with code 1 without .*: .*(?:go\.mod|main module)/),
      ],
    ]);
  });

  slow('reports a test while the next one still waits', async () => {
    const workspace = await makeProject({
      ...MODULE,
      'sum_test.go': inGo(
        `func TestFirst(t *testing.T) {}
func TestWaitsUntilTheFirstWasToldOf(t *testing.T) {
	for { if _, err := os.Stat("told"); err == nil { return }; time.Sleep(20 * time.Millisecond) }
}`,
        '"testing"; "os"; "time"',
      ),
    });
    const told: string[] = [];
    const run = await runIn(
      workspace,
      { command: COMMAND, runner: 'go' },
      {
        onTest: ({ name }, counts) => {
          told.push(`${name}: ${counts.suite_passing}`);
          void writeFile(join(workspace, 'told'), '');
        },
      },
    );
    expect([run.ended, told]).toEqual(['exited', ['TestFirst: 1', 'TestWaitsUntilTheFirstWasToldOf: 2']]);
  });

  slow('ends at once when it is cancelled', async () => {
    const workspace = await makeProject({
      ...MODULE,
      'sum_test.go': inGo(
        'func TestA(t *testing.T) { os.WriteFile("started", nil, 0o600); time.Sleep(time.Hour) }',
        '"testing"; "os"; "time"',
      ),
    });
    const cancel = new AbortController();
    const watcher = watch(workspace, (_event, name) => {
      if (name === 'started') cancel.abort();
    });
    const run = await runIn(
      workspace,
      { command: COMMAND, runner: 'go', timeoutMs: 60_000 },
      { signal: cancel.signal },
    );
    watcher.close();
    expect([run.ended, run.report_complete]).toEqual(['cancelled', false]);
  });

  slow('never takes a result out of the cache of Go, and works behind npm test', async () => {
    const workspace = await makeProject({
      ...MODULE,
      'sum_test.go': inGo('func TestA(t *testing.T) {}'),
      'package.json': '{"scripts":{"test":"go test ./..."}}',
    });
    for (const command of [COMMAND, COMMAND, ['npm', 'test']]) {
      const run = withoutTimes(await runIn(workspace, { command, runner: 'go' }));
      expect(run).toEqual({ ...WHOLE, tests: [{ file: 'sum_test.go', name: 'TestA', state: 'passed' }] });
    }
  });

  test(`of ${MANY} tests is counted whole`, { timeout: 240_000 }, async () => {
    const files = {
      'sum_test.go': inGo(
        `func TestMany(t *testing.T) { for i := 0; i < ${MANY}; i++ { t.Run("n", func(t *testing.T) {}) } }`,
      ),
    };
    const workspace = await makeProject({ ...MODULE, ...files });
    const run = await runIn(workspace, { command: COMMAND, runner: 'go', timeoutMs: 230_000 });
    expect([run.report_complete, run.tests.length]).toEqual([true, MANY]);
  });
});

describe('the command of go test', () => {
  test('gets its options in front of -args, and -json once', () => {
    const prepare = (line: string) => goRunner.prepare(line.split(' '), '/nowhere', '').command.join(' ');
    expect(prepare('go test ./... -args -x')).toBe('go test ./... -count=1 -json -args -x');
    expect(prepare('go test -json -count=3 .')).toBe('go test -json -count=3 . -count=1');
  });
});
