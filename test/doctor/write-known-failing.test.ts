import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeNumbers, writeKnownFailing } from '../../src/doctor/write-known-failing.ts';
import { takeLock } from '../../src/ledger/lock.ts';
import { readConfig } from '../../src/read-config/parse-config.ts';
import { createStateFolder, runFolders } from '../../src/records/run-folders.ts';
import { hasGit, write, git } from '../evidence/a-repository.ts';
import { aWorkspace, withAnchorsAside } from '../run/a-workspace.ts';
import { runLine } from '../cli/memory-io.ts';
import { aVisit } from './a-visit.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(3, test);

type Files = Readonly<Record<string, string>>;

/** In a file that the suite may write: whether it runs for the second time. */
const AGAIN = `const { existsSync, writeFileSync } = require('node:fs');
const again = existsSync('.dualgate/again');
if (!again) writeFileSync('.dualgate/again', '');
`;
const failing = (name: string) => `test(${JSON.stringify(name)}, () => { throw new Error('no'); });\n`;
const suite = (...bodies: readonly string[]) => `const test = require('node:test');\n${bodies.join('')}`;

const aProject = async (files: Files, config = 'tests:\n  command: node --test # mine\n  timeout: 30s\n') => {
  const { folder } = await aWorkspace([{ phase: 'RED', say: 'nothing' }], {}, { 'package.json': '{}' });
  await write(folder, {
    ...files,
    'dualgate.yaml': `# A comment\nversion: 1\nwork: { spec: spec.md }\nagent: { use: scripted, script: agent.yaml }\n${config}`,
  });
  await git(folder, 'add', '--all');
  await git(folder, 'commit', '--quiet', '--message', 'a project');
  return folder;
};

const configIn = (folder: string) => readFile(join(folder, 'dualgate.yaml'), 'utf8');

const writeIn = async (folder: string) => {
  const before = await configIn(folder);
  const config = readConfig({ cwd: folder });
  const found = await writeKnownFailing(config, await aVisit({ folder, config }));
  const after = await configIn(folder);
  return { found, isChanged: after !== before, listed: readConfig({ cwd: folder }).tests.known_failing, after };
};

describe.skipIf(!hasGit)('doctor --write-known-failing (needs git)', { timeout: 60_000 }, () => {
  slow('lists the tests that fail in two runs, and keeps every other line of the config', async () => {
    const folder = await aProject({ 'a.test.js': suite(failing('b'), failing('a'), "test('c', () => {});\n") });
    const before = await configIn(folder);
    const { found, after } = await writeIn(folder);
    expect(found).toEqual({
      state: 'ok',
      says: '2 tests written to tests.known_failing in dualgate.yaml',
      details: ['a.test.js > a', 'a.test.js > b'],
      fix: 'Check the list and commit dualgate.yaml. Then: dualgate run.',
    });
    expect(after).toBe(`${before}  known_failing:\n    - "a.test.js > a"\n    - "a.test.js > b"\n`);
  });

  slow('lists all of 200, and prints ten and the total', async () => {
    const many = "for (let i = 0; i < 200; i += 1) test('t' + i, () => { throw new Error('no'); });\n";
    const { found, listed } = await writeIn(await aProject({ 'a.test.js': suite(many) }));
    expect(listed).toHaveLength(200);
    expect(found.says).toBe('200 tests written to tests.known_failing in dualgate.yaml');
    expect(found.details).toHaveLength(11);
    expect(found.details?.at(-1)).toBe('and 190 more');
  });

  slow('refuses and names a test that differs from run to run, and writes the others', async () => {
    const flaky =
      "test('flaky', () => { if (!again) throw new Error('no'); });\ntest(again ? 'two' : 'one', () => {});\n";
    const folder = await aProject({ 'a.test.js': suite(AGAIN, flaky, failing('steady')) });
    const { found, listed } = await writeIn(folder);
    expect(listed).toEqual(['a.test.js > steady']);
    expect(found).toEqual({
      state: 'problem',
      says: '1 test written to tests.known_failing in dualgate.yaml; not written, as they differ from run to run:',
      details: [
        'flaky before the run started: a.test.js > flaky (it failed, then it passed)',
        'the two baseline runs found different tests: a.test.js > one, a.test.js > two',
      ],
      fix: 'Fix these tests, and give each a name that is the same in every run.',
    });
  });

  slow('writes nothing where no test fails, or where the suite itself is broken', async () => {
    const green = await writeIn(await aProject({ 'a.test.js': suite("test('a', () => {});\n") }));
    expect([green.found, green.isChanged]).toEqual([{ state: 'ok', says: 'no test fails: nothing to write' }, false]);
    const broken = await writeIn(
      await aProject({ 'a.test.js': suite(failing('a')), 'b.test.js': "require('./none');\n" }),
    );
    expect(broken).toMatchObject({
      found: { state: 'problem', says: 'nothing was written: 1 test file does not load (exit code 1)' },
      isChanged: false,
    });
  });

  slow('writes each name into the entry of its suite', async () => {
    const folder = await aProject(
      { 'a.test.js': suite(failing('a')), 'part/b.test.js': suite(failing('b')) },
      'tests:\n  - command: node --test a.test.js\n    timeout: 30s\n  - folder: part\n    command: node --test\n    timeout: 30s\n',
    );
    const { after, found } = await writeIn(folder);
    expect(after).toContain(
      `tests:
  - command: node --test a.test.js
    timeout: 30s
    known_failing:
      - "a.test.js > suite 1 > a"
  - folder: part
    command: node --test
    timeout: 30s
    known_failing:
      - "part/b.test.js > part > b"
`,
    );
    expect(found.state).toBe('ok');
  });

  slow('refuses a config in which the list is an alias', async () => {
    const config = 'tests: { command: node --test, timeout: 30s, known_failing: &k [], writes: *k }\n';
    const { found, isChanged } = await writeIn(await aProject({ 'a.test.js': suite(failing('a')) }, config));
    expect([found.says, found.details, isChanged]).toEqual([
      'nothing was written: tests.known_failing of dualgate.yaml cannot be extended',
      ['a.test.js > a'],
      false,
    ]);
  });

  slow('is refused while a run is active', async () => {
    const folder = await aProject({ 'a.test.js': suite(failing('a')) });
    const folders = runFolders(folder, 'r-1');
    createStateFolder(folders);
    const lock = takeLock(folders.lock, { run: 'r-1', now: () => new Date() });
    const { found, isChanged } = await writeIn(folder);
    lock.release();
    expect([found, isChanged]).toEqual([
      { state: 'problem', says: 'nothing was written: the run r-1 is active', fix: 'Wait until it ends, or stop it.' },
      false,
    ]);
  });

  slow('is refused while an unfinished run needs the config', async () => {
    await withAnchorsAside();
    const folder = await aProject(
      { 'a.test.js': suite("test('a', () => {});\n") },
      'tests:\n  command: node --test\nlimits: { iterations: 1 }\n',
    );
    await runLine(['run'], { cwd: folder });
    await write(folder, { 'a.test.js': suite(failing('a')) });
    const { found, isChanged } = await writeIn(folder);
    expect([found, isChanged]).toEqual([
      {
        state: 'problem',
        says: expect.stringMatching(
          /^nothing was written: the run \S+ is unfinished, and it resumes only with the config and the spec/,
        ),
        fix: 'Finish it first (dualgate resume), or end it (dualgate abort).',
      },
      false,
    ]);
  });

  slow('leaves a suite with which doctor is content, in lines and in JSON', async () => {
    await withAnchorsAside();
    const folder = await aProject({ 'a.test.js': suite(failing('a')) });
    expect((await runLine(['doctor'], { cwd: folder })).code).toBe(1);
    const { stdout } = await runLine(['doctor', '--write-known-failing', '--json'], { cwd: folder });
    const { findings } = JSON.parse(stdout) as { findings: readonly { name: string; state: string; says: string }[] };
    const named = findings.filter(({ name }) => name === 'known failing' || name === 'suite');
    expect(named.map(({ name, state }) => [name, state])).toEqual([
      ['known failing', 'ok'],
      ['suite', 'ok'],
    ]);
    const again = await runLine(['doctor', '--write-known-failing'], { cwd: folder });
    expect(again.stdout).toMatch(/^✓ known failing +no test fails: nothing to write$/m);
  });
});

const aSpec = async (text: string) => {
  const { folder } = await aWorkspace([{ phase: 'RED', say: 'nothing' }], {}, { 'package.json': '{}' });
  await write(folder, {
    'spec.md': text,
    'dualgate.yaml':
      'version: 1\nwork: { spec: spec.md }\nagent: { use: scripted, script: agent.yaml }\ntests: { command: node --test }\n',
  });
  return { folder, config: readConfig({ cwd: folder }), read: () => readFile(join(folder, 'spec.md'), 'utf8') };
};

describe.skipIf(!hasGit)('doctor --number-criteria (needs git)', () => {
  test('writes an id in front of each criterion that has none', async () => {
    const { config, read } = await aSpec('- [ ] AC-1: one\n- [ ] two\n');
    expect(await writeNumbers(config)).toEqual({
      state: 'ok',
      says: 'ids written',
      details: ['spec.md: AC-2'],
      fix: 'Read and commit them. Then: dualgate run.',
    });
    expect(await read()).toBe('- [ ] AC-1: one\n- [ ] AC-2: two\n');
    expect(await writeNumbers(config)).toEqual({ state: 'ok', says: 'each criterion has an id: nothing to write' });
  });

  test('writes nothing while a run needs the spec', async () => {
    const { folder, config, read } = await aSpec('- [ ] one\n');
    const folders = runFolders(folder, 'run');
    createStateFolder(folders);
    const lock = takeLock(folders.lock, { run: 'run', now: () => new Date() });
    try {
      expect(await writeNumbers(config)).toMatchObject({
        state: 'problem',
        says: expect.stringContaining('is active'),
      });
      expect(await read()).toBe('- [ ] one\n');
    } finally {
      lock.release();
    }
  });
});
