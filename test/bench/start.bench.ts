/**
 * Cost of the program beside Node's own start: read the two as a ratio of one run. `npx vitest bench --run test/bench/start`
 * It starts the built program, dist/cli.cjs.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, bench, describe } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));
/** A project with a config and without a run. */
const folder = mkdtempSync(join(tmpdir(), 'dualgate-bench-'));
mkdirSync(join(folder, '.git'));
/** Further certificates would be read at the start of each, and make what is compared look faster than it is. */
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
const start = (expected: number, ...argv: readonly string[]): void => give('', expected, ...argv);
const give = (input: string, expected: number, ...argv: readonly string[]): void => {
  const { status, stderr } = spawnSync(process.execPath, argv, { cwd: folder, env, input });
  if (status !== expected) throw new Error(`${argv.join(' ')} ended with ${status}: ${String(stderr)}`);
};
start(0, PROGRAM, 'init');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const INITIALIZE = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}\n';
const OPTIONS = { iterations: 20, time: 0, warmupIterations: 3, warmupTime: 0 };

describe('start', () => {
  bench('node -e 0', () => start(0, '-e', '0'), OPTIONS);
  // Beside the reference: a machine gets slower and faster within a minute.
  bench('dualgate mcp, first answer', () => give(INITIALIZE, 0, PROGRAM, 'mcp'), OPTIONS);
  bench('dualgate status, no run', () => start(70, PROGRAM, 'status'), OPTIONS);
  for (const argv of [['--version'], ['--help'], ...COMMANDS.map(({ name }) => [name, '--help'])])
    bench(`dualgate ${argv.join(' ')}`, () => start(0, PROGRAM, ...argv), OPTIONS);
});
