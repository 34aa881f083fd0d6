/**
 * Cost of the agent's signal command beside Node's own start, the answer of a run included: read the two as a ratio of
 * one run. `npx vitest bench --run test/bench/signal`; it starts the built program, dist/signal.cjs.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, bench, describe } from 'vitest';
import { serveLines } from '../../src/base/line-server.ts';
import { layOutCommand } from '../../src/signals/command/collect-signals.ts';
import { writeAnswer } from '../../src/signals/command/command-signal.ts';

const start = promisify(execFile);
const OPTIONS = { iterations: 20, time: 0, warmupIterations: 3, warmupTime: 0 };
const folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
const [command, socket] = [join(folder, 'dualgate-signal'), join(folder, 'signal')];
const env = { DUALGATE_SOCKET: socket, DUALGATE_RUN: 'r', DUALGATE_PHASE: 'GREEN', DUALGATE_ITERATION: '1' };
const answer = writeAnswer({
  recorded: true,
  phase: 'GREEN',
  iteration: 1,
  word: 'exit',
  agrees: true,
  measured: null,
});
layOutCommand(command);
const server = await serveLines({ path: socket, answer: () => answer });

describe('the signal command', () => {
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  bench('node -e 0', async () => void (await start(process.execPath, ['-e', '0'], { env })), OPTIONS);
  bench(
    '"$DUALGATE_SIGNAL" exit',
    async () => void (await start(command, ['exit', '--reason', 'r'], { env })),
    OPTIONS,
  );
});
