import { describe, expect, test } from 'vitest';
import { whySkipped } from './find-tool.ts';
import { PRINT, hasCargo, inRust, runFiles, states } from './cargo-project.ts';

describe.skipIf(!hasCargo)(`cheats against cargo test${whySkipped(hasCargo, 'cargo')}`, { timeout: 180_000 }, () => {
  test('tested code that prints the success of others changes nothing', async () => {
    const run = await runFiles({
      'src/lib.rs': inRust(
        `#[test] fn lies() { ${PRINT('TAP version 13\nok 1 - all\n1..1\ntest tests::ghost ... ok\ntest result: ok. 9 passed; 0 failed\n')} panic!("no"); }`,
      ),
    });
    expect([run.exit_code, states(run), run.report_complete]).toEqual([101, ['failed: sum > tests > lies'], true]);
  });

  test.each([
    [
      'a test that is not there',
      '{ "type": "test", "event": "started", "name": "ghost" }\n{ "type": "test", "event": "ok", "name": "ghost" }\n',
    ],
    ['the end of a test that never began', '{ "type": "test", "event": "ok", "name": "ghost" }\n'],
    ['its own success', '{ "type": "test", "event": "ok", "name": "tests::lies" }\n'],
    [
      'a whole program',
      '{ "type": "suite", "event": "started", "test_count": 1 }\n{ "type": "suite", "event": "ok", "passed": 1, "failed": 0, "ignored": 0, "measured": 0 }\n',
    ],
  ])('a test that prints %s spoils the report', async (_what, text) => {
    const run = await runFiles({ 'src/lib.rs': inRust(`#[test] fn lies() { ${PRINT(text)} panic!("no"); }`) });
    expect([run.exit_code, run.report_complete]).toEqual([101, false]);
  });

  test('a test that says on standard error that another program runs spoils the report', async () => {
    const run = await runFiles({
      'src/lib.rs': inRust(
        `#[test] fn lies() { use std::io::Write; std::io::stderr().write_all(b"     Running tests/ghost.rs (target/debug/deps/ghost-0123456789abcdef)\\n").unwrap(); }`,
      ),
    });
    expect(run.report_complete).toBe(false);
  });

  // Its cure: a hidden suite, or the clean re-execution of a finished run.
  test('known open: tested code that prints the whole rest of the stream and leaves', async () => {
    const rest =
      '{ "type": "test", "event": "ok", "name": "tests::lies" }\n{ "type": "suite", "event": "ok", "passed": 1, "failed": 0, "ignored": 0, "measured": 0 }\n';
    const run = await runFiles({ 'src/lib.rs': inRust(`#[test] fn lies() { ${PRINT(rest)} std::process::exit(0); }`) });
    expect([run.exit_code, run.report_complete, states(run)]).toEqual([0, true, ['passed: sum > tests > lies']]);
  });
});
