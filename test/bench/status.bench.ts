/**
 * Cost of `status` and `check` beside Node's own start, for a history of any length: read each as a ratio of one run.
 * `npx vitest bench --run test/bench/status`; it starts the built program, dist/cli.cjs. The suite of `check` is `true`, so that
 * no test is waited for.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, bench, describe } from 'vitest';
import { layOutLongLedger } from './a-long-ledger.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));
const RECORDS = 100_000;
const OPTIONS = { iterations: 30, time: 0, warmupIterations: 3, warmupTime: 0 };
const { folder, state, remove } = layOutLongLedger(RECORDS);

const start = (expected: number, ...argv: readonly string[]): void => {
  const env = { ...process.env, XDG_STATE_HOME: state, NODE_OPTIONS: '' };
  const { status, stderr } = spawnSync(process.execPath, argv, { cwd: folder, env });
  if (status !== expected) throw new Error(`${argv.join(' ')} ended with ${status}: ${String(stderr)}`);
};

afterAll(remove);

describe(`a ledger of ${RECORDS} records`, () => {
  bench('node -e 0', () => start(0, '-e', '0'), OPTIONS);
  bench('dualgate status', () => start(0, PROGRAM, 'status'), OPTIONS);
  bench('dualgate status --json', () => start(0, PROGRAM, 'status', '--json'), OPTIONS);
  bench('dualgate check', () => start(1, PROGRAM, 'check'), OPTIONS);
  bench('dualgate status --verify', () => start(0, PROGRAM, 'status', '--verify'), { ...OPTIONS, iterations: 5 });
});
