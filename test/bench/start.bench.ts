/**
 * What the program costs beside Node's own start: read the two as a ratio of one run. `npx vitest bench --run test/bench/start`
 * It starts the built program, dist/cli.js.
 *
 * @module
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bench, describe } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const start = (...argv: readonly string[]) => execFileSync(process.execPath, argv, { stdio: 'ignore' });
const OPTIONS = { iterations: 20, time: 0, warmupIterations: 3, warmupTime: 0 };

describe('start', () => {
  bench('node -e 0', () => void start('-e', '0'), OPTIONS);
  bench('dualgate --version', () => void start(PROGRAM, '--version'), OPTIONS);
  bench('dualgate --help', () => void start(PROGRAM, '--help'), OPTIONS);
  bench('dualgate run --help', () => void start(PROGRAM, 'run', '--help'), OPTIONS);
  bench('dualgate scripted-agent --help', () => void start(PROGRAM, 'scripted-agent', '--help'), OPTIONS);
});
