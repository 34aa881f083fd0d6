import { watch } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cargoRunner } from '../../../src/runners/cargo/cargo.runner.ts';
import { canRun, MANY, whySkipped } from '../find-tool.ts';
import { makeProject, runIn, WHOLE } from '../project.ts';
import { COMMAND, CRATE, hasCargo, inRust, runFiles, states } from '../cargo-project.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(3, test);

describe.skipIf(!hasCargo)(`a run of cargo test${whySkipped(hasCargo, 'cargo')}`, { timeout: 180_000 }, () => {
  slow('reports unit tests, integration tests and doc tests, with files where they are test files', async () => {
    const run = await runFiles({
      'src/lib.rs': `/// Adds.
/// \`\`\`
/// assert_eq!(sum::add(1, 2), 3);
/// \`\`\`
pub fn add(a: i32, b: i32) -> i32 { a + b }
${inRust(`
  #[test] fn adds() { println!("hello"); assert_eq!(super::add(1, 2), 3); }
  #[test] #[ignore = "slow"] fn later() {}
  #[test] #[should_panic] fn panics() { panic!() }
  #[test] #[should_panic] fn does_not_panic() {}`)}`,
      'tests/whole.rs': '#[test] fn fails() { assert_eq!(sum::add(2, 2), 5, "not five"); }\n',
    });
    const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);
    expect({ ...run, tests: run.tests.toSorted(byName) }).toEqual({
      ...WHOLE,
      exit_code: 101,
      tests: [
        { file: '', name: 'doc tests > src/lib.rs - add', state: 'passed' },
        { file: '', name: 'sum > tests > adds', state: 'passed' },
        {
          file: '',
          name: 'sum > tests > does_not_panic',
          state: 'failed',
          message: expect.stringContaining('did not panic'),
          failure: 'assertion',
        },
        { file: '', name: 'sum > tests > later', state: 'skipped' },
        { file: '', name: 'sum > tests > panics', state: 'passed' },
        {
          file: 'tests/whole.rs',
          name: 'whole > fails',
          state: 'failed',
          message: expect.stringContaining('not five'),
          failure: 'assertion',
        },
      ],
    });
  });

  slow('keeps tests of the same name in two crates of a workspace apart', async () => {
    const member = (name: string) => ({
      [`${name}/Cargo.toml`]: `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n`,
      [`${name}/src/lib.rs`]: inRust('#[test] fn works() {}'),
      [`${name}/tests/whole.rs`]: '#[test] fn works() {}\n',
    });
    const run = await runFiles({
      'Cargo.toml': '[workspace]\nmembers = ["one", "two"]\n',
      ...member('one'),
      ...member('two'),
    });
    expect([run.problems, states(run)]).toEqual([
      [],
      [
        'passed: one > tests > works',
        'passed: two > tests > works',
        'passed: whole > works',
        'passed: whole > works (2)',
      ],
    ]);
  });

  slow('counts a crate that does not compile, with what the compiler says', async () => {
    const run = await runFiles({ 'src/lib.rs': inRust('#[test] fn a() { undefined(); }') });
    expect(run).toEqual({
      ...WHOLE,
      exit_code: 101,
      load_failures: [
        { file: '', message: expect.stringMatching(/^sum: error\[E0425\]: cannot find function `undefined`/) },
      ],
    });
  });

  test.each([
    ['process::exit(0)', 'std::process::exit(0);', 0],
    ['an abort', 'std::process::abort();', 101],
  ])('that is cut short by %s is not complete', async (_how, code, exit_code) => {
    const run = await runFiles({ 'src/lib.rs': inRust(`#[test] fn a() { ${code} }`) });
    expect([run.exit_code, run.report_complete, run.problems[0]]).toEqual([
      exit_code,
      false,
      'sum: it has no end: its test program exited before its tests had ended, while tests::a ran',
    ]);
  });

  slow('has an unhandled error when a test program says no after its last test', async () => {
    const run = await runFiles({
      'src/lib.rs': inRust(`
  extern "C" { fn atexit(f: extern "C" fn()) -> i32; fn _exit(code: i32) -> !; }
  extern "C" fn leave() { unsafe { _exit(3) } }
  #[test] fn a() { unsafe { atexit(leave); } }`),
    });
    expect([run.exit_code === 0, states(run), run.unhandled_errors]).toEqual([
      false,
      ['passed: sum > tests > a'],
      [`the test run exited with code ${run.exit_code}, but its report contains no failure`],
    ]);
  });

  slow('that hangs is ended by the time limit', async () => {
    const workspace = await makeProject({
      ...CRATE,
      'src/lib.rs': inRust('#[test] fn a() { std::thread::sleep(std::time::Duration::from_secs(600)); }'),
    });
    const run = await runIn(workspace, { command: COMMAND, runner: 'cargo', timeoutMs: 4_000 });
    expect([run.ended, run.exit_code, run.report_complete]).toEqual(['timed_out', null, false]);
  });

  slow('of no tests is a whole report of nothing; of no crate it is none', async () => {
    expect(await runFiles({ 'src/lib.rs': '' })).toEqual(WHOLE);
    const run = await runIn(await makeProject({}), { command: COMMAND, runner: 'cargo' });
    expect([run.exit_code, run.report_fresh, run.problems]).toEqual([
      101,
      false,
      [
        'the output contains no events of libtest',
        expect.stringMatching(/^the test runner exited with code 101 without .*: error: could not find `Cargo.toml`/),
      ],
    ]);
  });

  slow('with a program that has no libtest is not complete', async () => {
    const run = await runFiles({
      'Cargo.toml': `${CRATE['Cargo.toml']}\n[[test]]\nname = "own"\nharness = false\n`,
      'src/lib.rs': inRust('#[test] fn a() {}'),
      'tests/own.rs': 'fn main() { println!("all fine"); }\n',
    });
    expect([run.report_complete, run.problems]).toEqual([
      false,
      ['1 of the test programs wrote no report: programs without libtest (harness = false) are not supported'],
    ]);
  });

  slow('reports a test while the next one still waits', async () => {
    const workspace = await makeProject({
      ...CRATE,
      'src/lib.rs': inRust(`
  #[test] fn a_first() {}
  #[test] fn waits_until_the_first_was_told_of() {
    while !std::path::Path::new("told").exists() { std::thread::sleep(std::time::Duration::from_millis(20)); }
  }`),
    });
    const told: string[] = [];
    const run = await runIn(
      workspace,
      { command: COMMAND, runner: 'cargo', timeoutMs: 60_000 },
      {
        onTest: ({ name }, counts) => {
          told.push(`${name}: ${counts.suite_passing}`);
          void writeFile(join(workspace, 'told'), '');
        },
      },
    );
    expect([run.ended, told]).toEqual([
      'exited',
      ['sum > tests > a_first: 1', 'sum > tests > waits_until_the_first_was_told_of: 2'],
    ]);
  });

  slow('ends at once when it is cancelled', async () => {
    const workspace = await makeProject({
      ...CRATE,
      'src/lib.rs': inRust(
        '#[test] fn a() { std::fs::write("started", "").unwrap(); std::thread::sleep(std::time::Duration::from_secs(600)); }',
      ),
    });
    const cancel = new AbortController();
    const watcher = watch(workspace, (_event, name) => {
      if (name === 'started') cancel.abort();
    });
    const run = await runIn(
      workspace,
      { command: COMMAND, runner: 'cargo', timeoutMs: 60_000 },
      { signal: cancel.signal },
    );
    watcher.close();
    expect([run.ended, run.report_complete]).toEqual(['cancelled', false]);
  });

  slow('opens no unstable feature to the crate', async () => {
    const run = await runFiles({ 'src/lib.rs': `#![feature(never_type)]\n${inRust('#[test] fn a() {}')}` });
    // A nightly toolchain has them anyway.
    if (canRun('rustc', '-Z', 'help')) expect(run.report_complete).toBe(true);
    else expect(run.load_failures[0]?.message).toMatch(/E0554/);
  });

  test(`of ${MANY} tests is counted whole`, { timeout: 400_000 }, async () => {
    const tests = Array.from({ length: MANY }, (_, i) => `#[test] fn t${i}() {}`).join('\n');
    const workspace = await makeProject({ ...CRATE, 'src/lib.rs': inRust(tests) });
    const run = await runIn(workspace, { command: COMMAND, runner: 'cargo', timeoutMs: 390_000 });
    expect([run.problems, run.report_complete, run.tests.length]).toEqual([[], true, MANY]);
  });
});

describe('the command of cargo test', () => {
  test('gets its options in front of and behind the dashes', () => {
    const prepare = (line: string) => cargoRunner.prepare(line.split(' '), '/nowhere', '').command.join(' ');
    const libtest = '-Z unstable-options --format json';
    expect(prepare('cargo test')).toBe(`cargo test --no-fail-fast -- ${libtest}`);
    expect(prepare('cargo test -p a -- --test-threads 1')).toBe(
      `cargo test -p a --no-fail-fast -- --test-threads 1 ${libtest}`,
    );
    expect(prepare('cargo test --no-fail-fast')).toBe(`cargo test --no-fail-fast -- ${libtest}`);
    expect(cargoRunner.prepare(['cargo', 'test'], '/nowhere', '').env).toEqual({
      RUSTC_BOOTSTRAP: 'dualgate_reads_tests',
    });
  });
});
