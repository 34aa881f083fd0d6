import { writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRun } from '../../../src/run/create-run.ts';
import { sendOperatorCommand } from '../../../src/run/operator/send-operator-command.ts';
import { readRun } from '../../../src/view/read-run.ts';
import { whyNot } from '../../cheats/find-runner-program.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { inTurn, testSome } from '../../pick-some.ts';
import { aCodeWorkspace, type ScriptedTurn, withAnchorsAside } from '../../run/a-workspace.ts';

const slow = inTurn(3, test);

const FILE = 'test/old.test.js';
const OLD = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { one } from '../src/one.js';

test('gives its number', () => {
  assert.equal(one(), 0);
});

test('gives a number', () => {
  assert.equal(typeof one(), 'number');
});
`;
const CODE = 'export const one = () => 0;\n';
const FILES = { 'package.json': '{ "type": "module" }\n', 'src/one.js': CODE, [FILE]: OLD };
const CHANGED = `${FILE} > gives its number`;
const EDITED = OLD.replace('one(), 0', 'one(), 1');
const REPLACED = EDITED.replace('gives its number', 'AC-1: one is 1');
const NEW = OLD.replace(/test\('gives[^]*$/, "test('AC-1: one is 1', () => assert.equal(one(), 1));\n");
const NAMES = `CHANGES: ${CHANGED}, because AC-1`;
const BY = { by: 'ann', reason: 'the spec changes it' } as const;

const red = (text: string, say = NAMES, more: Readonly<Record<string, string | null>> = {}): ScriptedTurn => ({
  phase: 'RED',
  write: { [FILE]: text, ...more },
  say,
  signal: true,
});
const green = (write: Readonly<Record<string, string>> = {}): ScriptedTurn => ({
  phase: 'GREEN',
  write: { 'src/one.js': 'export const one = () => 1;\n', ...write },
  signal: true,
});

/** It stops when GREEN is exited, or after two iterations. */
const aRun = async (
  turns: readonly ScriptedTurn[],
  spoil: object = {},
  files: Readonly<Record<string, string>> = {},
) => {
  const limits = { iterations: turns.length };
  const { config, folder } = await aCodeWorkspace(
    turns,
    { mutation_check: false, limits, ...spoil },
    { ...FILES, ...files },
  );
  const run = createRun({ config, until: 'GREEN' });
  const { status } = await run.ended;
  const { state } = await readRun(config);
  const last = state.held ?? state.lastExit?.decided;
  const told = last?.record.findings.map(({ text }) => text) ?? [];
  return { config, folder, run: run.id, status, state, told, phase: last?.record.phase };
};

describe.skipIf(!hasGit)('an earlier test that a criterion changes (needs git)', () => {
  beforeEach(withAnchorsAside);

  test('may be edited in RED when the agent names it: it fails there, and stands for its criterion', async () => {
    const { status, state } = await aRun([red(EDITED), green()]);
    expect(status).toBe('paused');
    expect(state.changed).toEqual([{ test: CHANGED, file: FILE, because: 'AC-1', by: 'agent', what: 'edited' }]);
    expect(state.exits['RED']).toMatchObject({
      failing: [CHANGED],
      baseline: { passing: [`${FILE} > gives a number`] },
    });
  });

  slow('may be replaced by a new test of the criterion when the spec names it', async () => {
    const spec = '- [ ] AC-1: one is 1\n\nchanges: AC-1 replaces "gives its number"\n';
    const spoil = { work: { spec: 'changing.md' } };
    const { status, state } = await aRun([red(REPLACED, 'Done.'), green()], spoil, { 'changing.md': spec });
    expect(status).toBe('paused');
    expect(state.changed).toMatchObject([{ test: CHANGED, by: 'spec', what: 'removed' }]);
  });

  slow('holds RED when nothing names it, with the line that does', async () => {
    const { told, phase } = await aRun([red(EDITED, 'Done.')]);
    expect(phase).toBe('RED');
    expect(told).toContain(
      `The test "${CHANGED}" passed before and does not now. If a criterion changes what it expects, add a line to your message: ${NAMES.replace('AC-1', 'ID (the id of the criterion)')}. Otherwise restore it.`,
    );
  });

  test.skipIf(whyNot('pytest') !== '')('is not taken for changed when its file does not load', async () => {
    const file = 'checks/test_old.py';
    const old = 'from one import one\n\ndef test_one():\n    assert one() == 0\n';
    const { told } = await aRun(
      [{ phase: 'RED', write: { [file]: old.replace('import one', 'import one, two') }, signal: true }],
      { tests: { command: 'python3 -m pytest', timeout: '60s' } },
      { [file]: old, 'checks/one.py': 'def one():\n    return 0\n' },
    );
    expect(told.join('\n')).toContain('did not run');
    expect(told.join('\n')).not.toContain('passed before and does not now');
  });

  test('is offered with all others that changed, so that the next message can name them', async () => {
    const [head = ''] = OLD.split('test(');
    const many = (value: number): string =>
      head +
      ['a', 'b', 'c', 'd', 'e'].map((name) => `test('${name}', () => assert.equal(one(), ${value}));\n`).join('');
    const { told } = await aRun([red(many(1), 'Done.')], {}, { [FILE]: many(0) });
    expect(told.filter((text) => text.includes('add a line to your message'))).toHaveLength(5);
  });

  slow('may be named in a later message than the one with the edit', async () => {
    const { status } = await aRun([
      { ...red(EDITED, 'Done.'), iteration: 1 },
      { phase: 'RED', say: NAMES, signal: true },
      green(),
    ]);
    expect(status).toBe('paused');
  });

  const cheat = inTurn(2, test);
  const refused = (why: string): string =>
    `"${CHANGED}" is named as changed because of AC-1, but ${why}. Change only the earlier tests that are named, or restore the test.`;

  const cheats: readonly (readonly [title: string, turn: ScriptedTurn, why: string])[] = [
    [
      'is weakened under the name of a criterion, and passes on the code from before',
      red(OLD.replace('equal(one(), 0)', 'ok(true)'), NAMES, { 'test/new.test.js': NEW }),
      refused('it passed before there is code for it: an edited test has to fail then'),
    ],
    [
      'is weakened, and fails in RED alone, since a stub broke the code',
      red(OLD.replace('equal(one(), 0)', 'ok(one() !== null)'), NAMES, {
        'src/one.js': 'export const one = () => null;\n',
      }),
      refused(`"${CHANGED}" passed on the code from before: an edited test has to fail there`),
    ],
    [
      'is changed together with another one that nothing names',
      red(EDITED.replace("typeof one(), 'number'", 'true, true')),
      refused(`it is not all that was changed in ${FILE}, beside new tests`),
    ],
    [
      'is removed, and no new test of the criterion fails in its place',
      red(OLD.replace(/test\('gives its[^]*?\n}\);\n\n/, ''), NAMES, {
        'test/new.test.js': NEW.replace('AC-1: one is 1', 'one is 1'),
      }),
      refused('it is removed, and no new test of AC-1 fails in its place'),
    ],
    [
      'is named with a criterion that the spec does not have',
      red(EDITED, NAMES.replace('AC-1', 'AC-9')),
      refused('the spec has no criterion AC-9').replace('because of AC-1', 'because of AC-9'),
    ],
  ];
  testSome(Object.fromEntries(cheats.map(([title, ...rest]) => [title, rest])), 2, (title, [turn, why]) => {
    test(`holds RED when it ${title}`, async () => {
      const { told, phase, state } = await aRun([turn]);
      expect(told).toContain(why);
      expect(phase).toBe('RED');
      expect(state.changed).toEqual([]);
    });
  });

  cheat('holds RED where the config lets no criterion change an earlier test', async () => {
    const { told, phase } = await aRun([red(EDITED)], { integrity: { existing_tests: 'frozen' } });
    expect(phase).toBe('RED');
    expect(told.join('\n')).toContain('integrity.existing_tests is frozen: restore the test');
  });

  cheat('holds GREEN when the agent changes a test there that its code breaks, whatever it names', async () => {
    const broken = OLD.replace("typeof one(), 'number'", "typeof one(), 'string'");
    const { told, phase } = await aRun([
      red(OLD, 'Done.', { 'test/new.test.js': NEW }),
      { ...green({ [FILE]: broken }), say: `CHANGES: ${FILE} > gives a number, because AC-1` },
    ]);
    expect(phase).toBe('GREEN');
    expect(told).toContain(`${FILE} was changed after it was frozen: restore it.`);
  });

  test('is found in GREEN when it alone fails, and the command of the message lets it be edited', async () => {
    const turns = [red(OLD, 'Done.', { 'test/new.test.js': NEW }), { ...green(), iteration: 1 }];
    const { config, run, told, phase } = await aRun(turns);
    expect(phase).toBe('GREEN');
    expect(told.join('\n')).toContain(
      `Every new test passes, and only one earlier test fails: an old test contradicts the new one, or the code breaks it. If "${CHANGED}" has to hold, correct the code. If the spec changes it, report BLOCKED: an operator can let this test be edited (dualgate reopen '${CHANGED}' -m "why").`,
    );
    const { folder } = config;
    const command = { command: 'reopen', test: CHANGED, ...BY } as const;
    expect(await sendOperatorCommand({ config, run, command })).toMatchObject({ taken: true });
    await writeFile(
      `${folder}/agent.yaml`,
      JSON.stringify({ turns: [{ phase: 'GREEN', write: { [FILE]: EDITED }, signal: true }] }),
    );
    expect((await createRun({ config, resume: run, until: 'GREEN' }).ended).status).toBe('paused');
    expect((await readRun(config)).state.reopened).toMatchObject([{ file: FILE, test: CHANGED, state: 'frozen' }]);
  });

  /** Its report names no files. */
  const TAP = `import { readdirSync } from 'node:fs';
const tests = [];
globalThis.test = (...each) => tests.push(each);
for (const file of readdirSync('test')) await import('./test/' + file);
console.log('TAP version 13');
for (const [at, [name, run]] of tests.entries()) {
  let word = 'ok';
  try { run(); } catch { [word, process.exitCode] = ['not ok', 1]; }
  console.log(word + ' ' + (at + 1) + ' - ' + name);
}
console.log('1..' + tests.length);
`;
  const withoutImport = (text: string): string => text.replace("import { test } from 'node:test';\n", '');
  const tests = { command: 'node tap.mjs', runner: 'tap', files: ['test/**'] };
  const COPY = { 'test/copy.test.js': "test('copies', () => 'gives its number');\n" };
  interface Row {
    readonly text?: string;
    readonly say?: string;
    readonly files?: Readonly<Record<string, string>>;
    readonly why?: string;
  }
  const rows: Readonly<Record<string, Row>> = {
    'may change': {},
    'may change in the named one of two files with its name': { files: COPY },
    'may not change with another one': {
      text: EDITED.replace("typeof one(), 'number'", 'true, true'),
      why: `it is not all that was changed in ${FILE}, beside new tests`,
    },
    'may not change when another file is named, which only mentions it': {
      say: NAMES.replace(FILE, 'test/copy.test.js'),
      files: COPY,
      why: 'it has no place of its own in test/copy.test.js, but one with " > copies"',
    },
    'may not change when no file is named, and two have its name': {
      say: NAMES.replace(`${FILE} > `, ''),
      files: COPY,
      why: 'no single file of tests has this name on one line, or as a row',
    },
  };
  testSome(rows, 2, (title, { text = EDITED, say = NAMES, files = {}, why }) => {
    test(`whose runner names no file ${title}`, async () => {
      const turns = [red(withoutImport(text), say), ...(why === undefined ? [green()] : [])];
      const { told, status, state } = await aRun(
        turns,
        { tests },
        { ...files, [FILE]: withoutImport(OLD), 'tap.mjs': TAP },
      );
      if (why === undefined) {
        expect(state.changed).toMatchObject([{ test: ' > gives its number', file: FILE, what: 'edited' }]);
        expect(status).toBe('paused');
      } else expect(told.join('\n')).toContain(why);
    });
  });
});
