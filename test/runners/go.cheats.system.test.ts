import { describe, expect, test } from 'vitest';
import { whySkipped } from './find-tool.ts';
import { hasGo, inGo, runFiles, states } from './go-project.ts';

describe.skipIf(!hasGo)(`cheats against go test${whySkipped(hasGo, 'go')}`, { timeout: 180_000 }, () => {
  test('tested code that prints the success of others changes nothing', async () => {
    const run = await runFiles({
      'sum_test.go': inGo(
        `func TestLies(t *testing.T) {
	fmt.Println("TAP version 13\\nok 1 - all\\n1..1\\n{\\"Action\\":\\"pass\\",\\"Package\\":\\"example.com/sum\\",\\"Test\\":\\"TestGhost\\"}\\nok  \\texample.com/sum\\t0.01s\\nPASS")
	t.Fail()
}`,
        '"testing"; "fmt"',
      ),
    });
    expect([run.exit_code, states(run), run.report_complete]).toEqual([1, ['failed: TestLies'], true]);
  });

  // Before Go 1.20 such lines are taken for go's own, since then they need a marker; either way no test is won.
  test.each([
    ['a test that is not there', 'fmt.Print("=== RUN   TestGhost\\n--- PASS: TestGhost (0.00s)\\n")'],
    [
      'a test that is not there, with the marker of newer Gos',
      'fmt.Print("\\x16=== RUN   TestGhost\\n\\x16--- PASS: TestGhost (0.00s)\\n")',
    ],
    [
      'its own success before it fails',
      'fmt.Print("\\x16--- PASS: TestLies (0.00s)\\n--- PASS: TestLies (0.00s)\\n"); t.Fail()',
    ],
    [
      'the success of a test that comes later',
      'fmt.Print("\\x16--- PASS: TestNext (0.00s)\\n--- PASS: TestNext (0.00s)\\n")',
    ],
  ])('a test that prints %s is counted for what it is, or spoils the report', async (_what, code) => {
    const run = await runFiles({
      'sum_test.go': inGo(
        `func TestLies(t *testing.T) { ${code} }\nfunc TestNext(t *testing.T) { t.Error("no") }`,
        '"testing"; "fmt"',
      ),
    });
    const honest =
      states(run).join() === 'passed: TestLies,failed: TestNext' ||
      states(run).join() === 'failed: TestLies,failed: TestNext';
    expect([run.exit_code, honest || !run.report_complete]).toEqual([1, true]);
    if (!run.report_complete) expect(run.problems[0]).toMatch(/other output looks like an event of go test$/);
  });

  // Its cure: a hidden suite, or the clean re-execution of a finished run.
  test('known open: tested code that prints the whole rest of the stream and leaves', async () => {
    const run = await runFiles({
      'sum_test.go': inGo(
        `func TestLies(t *testing.T) {
	for _, mark := range []string{"", "\\x16"} {
		if mark == "" && !strings.HasPrefix(runtime.Version(), "go1.1") { continue }
		if mark != "" && strings.HasPrefix(runtime.Version(), "go1.1") { continue }
		fmt.Printf("%s--- PASS: TestLies (0.00s)\\n%s=== RUN   TestFails\\n%s--- PASS: TestFails (0.00s)\\n%sPASS\\n", mark, mark, mark, mark)
	}
	syscall.Exit(0)
}
func TestFails(t *testing.T) { t.Error("no") }`,
        '"testing"; "fmt"; "strings"; "runtime"; "syscall"',
      ),
    });
    expect([run.exit_code, run.report_complete, states(run)]).toEqual([
      0,
      true,
      ['passed: TestLies', 'passed: TestFails'],
    ]);
  });
});
