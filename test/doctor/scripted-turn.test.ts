import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build } from 'vite';
import { takeTurn } from '../../src/agents/take-turn.ts';
import { readSignalOfFile } from '../../src/signals/signal-of-case.ts';

const SOURCE = resolve(import.meta.dirname, '../../src/doctor/scripted-agent.ts');
const PROGRAM = `
import { playScriptedTurn } from ${JSON.stringify(SOURCE)};
const { argv, env, stdin, stdout } = process;
process.exitCode = await playScriptedTurn({ script: argv[2], workspace: process.cwd(), env, stdin, stdout });
`;
const SCRIPT = `
turns:
  - phase: RED
    write: { made.txt: by the agent }
    say: All written.
    signal: true
  - phase: GREEN
    leave_running: [${JSON.stringify(process.execPath)}, -e, "setInterval(() => {}, 1000)"]
    say: Started the server.
  - phase: REFACTOR
    wait: 1h
`;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dualgate-'));
  await writeFile(join(folder, 'program.ts'), PROGRAM);
  await writeFile(join(folder, 'demo.yaml'), SCRIPT);
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: { ssr: 'program.ts', target: 'node20', rolldownOptions: { output: { entryFileNames: 'program.mjs' } } },
    ssr: { noExternal: true },
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A turn of the scripted agent as a program of its own. */
const turnIn = (phase: string, timeoutMs = 20_000) =>
  takeTurn({
    command: [process.execPath, join(folder, 'dist', 'program.mjs'), join(folder, 'demo.yaml')],
    workspace: folder,
    prompt: 'a prompt that nobody reads'.repeat(100_000),
    timeoutMs,
    env: { DUALGATE_RUN: randomUUID(), DUALGATE_PHASE: phase, DUALGATE_ITERATION: '1', DUALGATE_NONCE: 'n-1' },
    transcript: {
      stdout: join(folder, `${phase}.out`),
      stderr: join(folder, `${phase}.err`),
      said: join(folder, 'said'),
    },
  });
const ms = expect.any(Number);

describe('a turn of the scripted agent', () => {
  test('changes the workspace and signals, as any agent does', async () => {
    expect(await turnIn('RED')).toEqual({ outcome: 'ok', exit_code: 0, ms });
    expect(await readFile(join(folder, 'made.txt'), 'utf8')).toBe('by the agent');
    const binding = { phase: 'RED', iteration: 1, nonce: 'n-1', tests: 'must_fail' } as const;
    expect(await readSignalOfFile(join(folder, 'RED.out'), binding)).toMatchObject({ value: true });
  });

  test.skipIf(process.platform !== 'linux')('leaves a process running that is then ended (on Linux)', async () => {
    const left_running = [expect.stringContaining('-e setInterval(() => {}, 1000)')];
    expect(await turnIn('GREEN')).toEqual({ outcome: 'ok', exit_code: 0, ms, left_running });
  });

  test('waits, so that it can be timed out', async () => {
    expect(await turnIn('REFACTOR', 1_000)).toEqual({ outcome: 'timed_out', which: 'wall', exit_code: null, ms });
  });

  test('is empty for a phase without words, and says in prose that it has no turn', async () => {
    expect(await turnIn('DOCUMENT')).toEqual({ outcome: 'ok', exit_code: 0, ms });
    expect(await readFile(join(folder, 'DOCUMENT.out'), 'utf8')).toMatch(/^My script has no turn for DOCUMENT 1\./);
  });
});
