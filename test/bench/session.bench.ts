/**
 * Cost of a hook beside Node's own start, for a ledger and a transcript of any length: read each as a ratio of one run.
 * `npx vitest bench --run test/bench/session`; it starts the built program, dist/cli.cjs.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, bench, describe } from 'vitest';
import { layOutLongLedger } from './a-long-ledger.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));
const RECORDS = 100_000;
const OPTIONS = { iterations: 30, time: 0, warmupIterations: 3, warmupTime: 0 };
const { folder, state, remove } = layOutLongLedger(RECORDS, 'use: session');
const transcript = join(state, 'transcript.jsonl');
writeFileSync(transcript, `${JSON.stringify({ role: 'user', text: 'x'.repeat(1_000) })}\n`.repeat(10_000));

const start = (expected: number, argv: readonly string[], input = ''): string => {
  const env = { ...process.env, XDG_STATE_HOME: state, XDG_RUNTIME_DIR: state, NODE_OPTIONS: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd: folder, env, input, encoding: 'utf8' });
  if (status !== expected) throw new Error(`${argv.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
};
const hook = (name: string, cwd = folder): string =>
  start(
    0,
    [PROGRAM, 'hook', 'run', 'claude'],
    JSON.stringify({
      hook_event_name: name,
      session_id: 's',
      cwd,
      transcript_path: transcript,
      last_assistant_message: 'I am still thinking.',
      tool_input: { file_path: join(folder, 'a.js') },
    }),
  );

start(0, [PROGRAM, 'session', 'start', '--json']);
if (!hook('UserPromptSubmit').includes('# Phase RED')) throw new Error('The session has no turn.');
afterAll(async () => {
  // This process is the host of the session, so no operator command is taken from it.
  const lock = join(folder, '.dualgate', 'lock');
  process.kill(Number(Object(JSON.parse(readFileSync(lock, 'utf8')))['pid']), 'SIGTERM');
  while (existsSync(lock)) await wait(20);
  remove();
});

describe(`a session with a ledger of ${RECORDS} records and a transcript of 10 MB`, () => {
  bench('node -e 0, beside hooks', () => void start(0, ['-e', '0']), OPTIONS);
  bench('a stop without a claim and without a change', () => void hook('Stop'), OPTIONS);
  bench('before a write', () => void hook('PreToolUse'), OPTIONS);
  bench('a stop in a folder without a run', () => void hook('Stop', '/'), OPTIONS);
});
