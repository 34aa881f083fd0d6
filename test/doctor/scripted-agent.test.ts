import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { playScriptedTurn } from '../../src/doctor/scripted-agent.ts';
import { createSignalReader } from '../../src/signals/signal-reader.ts';

let folder = '';
let workspace = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dualgate-'));
  workspace = join(folder, 'work space');
  await mkdir(workspace);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Plays a turn of the script for GREEN 2, nonce n-1, and tells what was said. */
const play = async (script: string, env: Record<string, string> = {}) => {
  await writeFile(join(folder, 'demo.yaml'), script);
  const stdout = new PassThrough();
  const said = text(stdout);
  const exit_code = await playScriptedTurn({
    script: join(folder, 'demo.yaml'),
    workspace,
    env: {
      PATH: process.env['PATH'],
      DUALGATE_PHASE: 'GREEN',
      DUALGATE_ITERATION: '2',
      DUALGATE_NONCE: 'n-1',
      ...env,
    },
    stdin: Readable.from(['THE PROMPT']),
    stdout,
    now: () => new Date('2026-01-02T03:04:05Z'),
  });
  stdout.end();
  return { exit_code, said: await said };
};
const aTurn = (keys: string) => `turns: [{ phase: GREEN, ${keys} }]`;
const contentOf = (path: string) => readFile(join(workspace, path), 'utf8');
const readWord = (said: string) => {
  const reader = createSignalReader({ phase: 'GREEN', iteration: 2, nonce: 'n-1', tests: 'must_pass' });
  reader.write(said);
  return reader.end();
};

describe('the scripted agent', () => {
  test('plays the turn of this very iteration, and for any other the one without a number', async () => {
    const script = `turns:
  - { phase: GREEN, say: any }
  - { phase: GREEN, iteration: 2, say: second }
  - { phase: RED, iteration: 2, say: other }
`;
    expect(await play(script)).toEqual({ exit_code: 0, said: 'second\n' });
    expect(await play(script, { DUALGATE_ITERATION: '3' })).toEqual({ exit_code: 0, said: 'any\n' });
  });

  test('says in prose that it has no turn, and signals nothing', async () => {
    const { exit_code, said } = await play('turns: [{ phase: RED, signal: true }]');
    expect(exit_code).toBe(0);
    expect(said).toBe('My script has no turn for GREEN 2. I do nothing and signal nothing.\n');
    expect(readWord(said)).toMatchObject({ value: null });
  });

  test('writes, edits and deletes files', async () => {
    await writeFile(join(workspace, 'old.js'), '');
    await writeFile(join(workspace, 'sum.js'), 'a - b');
    await play(`
turns:
  - phase: GREEN
    write: { docs/new/file.md: "# New\\n" }
    edit: [{ file: sum.js, find: "-", replace: "$&+" }]
    delete: [old.js]
`);
    expect(await contentOf('docs/new/file.md')).toBe('# New\n');
    expect(await contentOf('sum.js')).toBe('a $&+ b');
    expect((await readdir(workspace)).toSorted()).toEqual(['docs', 'sum.js']);
  });

  test('fills its words in, once', async () => {
    const { said } = await play(aTurn('say: "{{phase}} {{iteration}} {{nonce}} {{other}}"'), {
      DUALGATE_NONCE: '{{phase}}',
    });
    expect(said).toBe('GREEN 2 {{phase}} {{other}}\n');
  });

  test('prints the whole status block last', async () => {
    expect((await play(aTurn('say: Done., signal: true, refactoring_complete: true'))).said).toBe(`Done.

---PRP_PHASE_STATUS---
TIMESTAMP: 2026-01-02T03:04:05.000Z
PHASE: GREEN
STATUS: COMPLETE
ITERATION: 2
PROGRESS_PERCENT: 100
TESTS: not measured
FILES: not measured
CIRCUIT_BREAKER:
  STATE: CLOSED
  NO_PROGRESS_COUNT: 0
DUAL_GATE:
  GATE_1: true
  GATE_1_DETAIL: "as far as I can see"
  GATE_2: true
  CAN_EXIT: true
BLOCKERS:
  - none
EXIT_SIGNAL: true
REFACTORING_COMPLETE: true
RECOMMENDATION: Exit the phase.
NONCE: n-1
---END_PRP_PHASE_STATUS---
`);
  });

  test('is read as it means it: yes, no, nothing, replayed, fenced', async () => {
    const read = async (keys: string, env = {}) => readWord((await play(aTurn(keys), env)).said);
    expect(await read('signal: true')).toMatchObject({ value: true, reason: 'explicit_true' });
    expect(await read('signal: true, refactoring_complete: true')).toMatchObject({ refactoring_complete: true });
    expect(await read('signal: false')).toMatchObject({
      value: false,
      reason: 'explicit_false',
      status: 'IN_PROGRESS',
    });
    expect(await read('say: All done!')).toMatchObject({ value: null });
    expect(await read('signal: true, nonce: old')).toMatchObject({ value: null, reason: 'stale_signal' });
    expect(await read('signal: true', { DUALGATE_NONCE: 'old' })).toMatchObject({
      value: null,
      reason: 'stale_signal',
    });
    expect(await read('say: "You asked for:\\n```\\n{{block}}\\n```\\nWorking on it."')).toMatchObject({ value: null });
  });

  test('quotes the prompt that it got', async () => {
    expect((await play(aTurn('quote_prompt: true, say: Understood.'))).said).toBe('THE PROMPT\n\nUnderstood.\n');
  });

  test('says nothing at all when the turn does not', async () => {
    expect(await play(aTurn('exit_code: 7'))).toEqual({ exit_code: 7, said: '' });
  });

  test('runs a program in the workspace, and does not mind how it ends', async () => {
    const script = aTurn(`run: [${process.execPath}, -e, "fs.writeFileSync('ran', ''); process.exit(1)"]`);
    expect(await play(script)).toEqual({ exit_code: 0, said: '' });
    expect(await contentOf('ran')).toBe('');
  });
});

describe('a turn that cannot be played', () => {
  const refusal = (problem: string) => `Cannot play ${join(folder, 'demo.yaml')}: in the turn for GREEN 2: ${problem}`;

  test('is refused when the text to be replaced is not there exactly once', async () => {
    await writeFile(join(workspace, 'sum.js'), 'a + a');
    const edit = (find: string) => play(aTurn(`edit: [{ file: sum.js, find: ${find}, replace: c }]`));
    await expect(edit('b')).rejects.toThrow(refusal('cannot edit sum.js: "b" must occur once (it occurs not at all)'));
    await expect(edit('a')).rejects.toThrow(refusal('cannot edit sum.js: "a" must occur once (it occurs 2 times)'));
    expect(await contentOf('sum.js')).toBe('a + a');
  });

  test.skipIf(process.platform === 'win32')('is refused when a link leads out of the workspace', async () => {
    await writeFile(join(folder, 'secret'), 'kept');
    await symlink(folder, join(workspace, 'out'));
    await symlink(join(folder, 'secret'), join(workspace, 'secret'));
    await symlink(join(folder, 'not yet there'), join(workspace, 'dangling'));
    for (const path of ['out/secret', 'out/new/file', 'secret', 'dangling']) {
      const problem = refusal(`cannot touch ${path}: it is not inside the workspace`);
      await expect(play(aTurn(`write: { "${path}": changed }`))).rejects.toThrow(problem);
      await expect(play(aTurn(`delete: ["${path}"]`))).rejects.toThrow(problem);
    }
    expect((await readdir(folder)).toSorted()).toEqual(['demo.yaml', 'secret', 'work space']);
    expect(await readFile(join(folder, 'secret'), 'utf8')).toBe('kept');
  });

  test('is refused when its programs cannot be started', async () => {
    await expect(play(aTurn('run: no-such-program'))).rejects.toThrow(
      refusal('cannot run no-such-program: no-such-program was not found'),
    );
    await expect(play(aTurn('leave_running: no-such-program'))).rejects.toThrow(
      refusal('cannot leave no-such-program running: spawn no-such-program ENOENT'),
    );
  });

  test('is refused when the script cannot be read', async () => {
    const options = { workspace, env: {}, stdin: Readable.from([]), stdout: new PassThrough() };
    const path = join(folder, 'nowhere.yaml');
    await expect(playScriptedTurn({ script: path, ...options })).rejects.toThrow(
      `Cannot play ${path}: it cannot be read: ENOENT`,
    );
  });
});
