import { textsOf } from '../evidence/findings/a-finding.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRun } from '../../src/run/create-run.ts';
import type { RunEvent } from '../../src/records/run-events.ts';
import { readRun } from '../../src/view/read-run.ts';
import { aFolder, hasGit, write } from '../evidence/a-repository.ts';
import { aCodeWorkspace, HONEST, type ScriptedTurn, withAnchorsAside } from './a-workspace.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(5, test);

/** Reads the product from the workspace, and asks for what no test of RED asks. */
const HELD_OUT = `import { join } from 'node:path';
import { test } from 'node:test';
import { equal } from 'node:assert/strict';
const { one } = await import(join(process.cwd(), 'src/one.js'));
test('a secret name', () => equal(one('again'), 1, 'a secret message'));
test('another secret', () => equal(one(), 1));
`;
const RED = { phase: 'RED', ...HONEST.RED };
const SPECIAL = {
  phase: 'GREEN',
  write: { 'src/one.js': 'export const one = (...all) => all.length === 0 ? 1 : 2;\n' },
  signal: true,
};
const GREEN = { phase: 'GREEN', ...HONEST.GREEN };

/** Node 20 runs the tests of a folder, later ones those of a glob. */
const runnerOf = (folder: string): readonly string[] => {
  const isOld = process.versions.node.startsWith('20.');
  return ['node', '--test', isOld ? folder : join(folder, '**/*.test.mjs')];
};

/** RED and one GREEN, with a suite in a folder outside; `spoil` gets that folder. */
const runWith = async (
  turns: readonly ScriptedTurn[],
  suite: Readonly<Record<string, string>> = { 'one.test.mjs': HELD_OUT },
  command: (folder: string) => readonly string[] = runnerOf,
) => {
  const outside = await aFolder();
  await write(outside, suite);
  const { config, folder } = await aCodeWorkspace(turns, {
    tests: { command: 'node --test', timeout: '30s', hidden: { command: command(outside), runner: 'node' } },
    limits: { iterations: 2 },
  });
  const events: RunEvent[] = [];
  const run = createRun({ config, until: 'GREEN', onEvent: (event) => events.push(event) });
  const { status, why } = await run.ended;
  const decided = events.flatMap((event) => (event.type === 'iteration.decided' ? [event.decision] : []));
  const held = events.flatMap((event) => (event.type === 'phase.held' ? [event] : []));
  return { outside, config, folder, id: run.id, events, status, why, decided, held };
};
const everythingIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

describe.skipIf(!hasGit)('a hidden suite (needs git)', () => {
  beforeEach(withAnchorsAside);

  slow('holds code that answers the inputs of the tests and no others', async () => {
    const { status, decided, held } = await runWith([RED, SPECIAL]);
    expect(status).toBe('stuck');
    expect(decided.map(({ phase, can_exit }) => [phase, can_exit])).toEqual([
      ['RED', true],
      ['GREEN', false],
    ]);
    expect(held.at(-1)?.unmet).toContain('tests_failing == 0: got 1, expected 0');
  });

  slow('lets honest code through, and is measured twice, as the others are', async () => {
    const { status, events, config } = await runWith([RED, GREEN]);
    expect(status).toBe('paused');
    const counts = events.flatMap((event) =>
      event.type === 'tests.ended' ? [[event.phase, event.suite_passing, event.suite_failing]] : [],
    );
    expect(counts).toEqual([
      ['RED', 0, 1],
      ['GREEN', 3, 0],
      ['GREEN', 3, 0],
    ]);
    const { suite_runs } = (await readRun(config)).status;
    expect(suite_runs.map((each) => [each.for, each.runs])).toContainEqual(['hidden_suite', 2]);
  });

  slow('is named nowhere: not to the agent, in the ledger, in transcripts or in events', async () => {
    const { folder, events } = await runWith([RED, SPECIAL]);
    const reported = `${everythingIn(join(folder, '.dualgate'))}\n${JSON.stringify(events)}`;
    expect(reported).toContain('(hidden)');
    expect(reported).not.toContain('secret');
    expect(reported).not.toContain('one.test.mjs');
  });

  slow('is not where a prompt says that it is: the list of what is frozen names what is in the workspace', async () => {
    const { folder, id, outside } = await runWith([RED, { ...SPECIAL, quote_prompt: true }]);
    const prompt = readFileSync(join(folder, `.dualgate/runs/${id}/transcripts/green-1-1.stdout`), 'utf8');
    expect(prompt).toContain('- test/one.test.js\n');
    expect(prompt).not.toContain(outside);
    expect(prompt).not.toContain('.git#');
  });

  slow('is frozen from the start of the run, wherever it lies', async () => {
    const outside = await aFolder();
    await write(outside, { 'one.test.mjs': HELD_OUT });
    const weaken = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(join(outside, 'one.test.mjs'))}, "import { test } from 'node:test'; test('easy', () => {});");`;
    const { config } = await aCodeWorkspace(
      [RED, { ...SPECIAL, write: { 'src/one.js': `${weaken}\nexport const one = () => 1;\n` } }],
      {
        tests: { command: 'node --test', hidden: { command: runnerOf(outside) } },
        limits: { iterations: 2 },
      },
    );
    const events: RunEvent[] = [];
    await createRun({ config, onEvent: (event) => events.push(event) }).ended;
    expect(events.find(({ type }) => type === 'phase.held')).toMatchObject({
      unmet: expect.arrayContaining(['tests_intact == true: got false, expected true']),
      findings: [
        { text: `${outside}/** was changed after it was frozen: restore it.` },
        // It writes a text that imports the library of the tests.
        { text: expect.stringContaining('src/one.js is loaded by frozen tests, and now uses a library of tests') },
        { code: 'tampering.way_out' },
        { text: expect.stringContaining(`The sources changed while they were measured: ${outside}/**.`) },
      ],
    });
  });

  test.each([
    ['has no tests', { 'readme.md': 'nothing' }, 'the hidden suite has no tests'],
    [
      'crashes',
      { 'one.test.mjs': "process.kill(process.ppid, 'SIGKILL');" },
      'the hidden suite wrote no complete report: run its command by hand to see why',
    ],
  ])('that %s holds, and is reported', async (_what, suite, note) => {
    const { status, held } = await runWith([RED, GREEN], suite);
    expect([status, textsOf(held.at(-1)?.findings)]).toEqual(['stuck', [note]]);
  });

  slow('that does not load is not named either', async () => {
    const { held } = await runWith([RED, GREEN], { 'one.test.mjs': "import './secret.mjs';" });
    expect(held.at(-1)).toMatchObject({
      unmet: expect.arrayContaining(['suite_load_failures == 0: got 1, expected 0']),
      findings: [
        { text: '(hidden) does not load: dualgate shows nothing about a hidden test; read the criteria again' },
      ],
    });
  });

  test.each([
    [
      'lies in the workspace',
      () => ['node', '--test', 'spec.md'],
      'its command names spec.md. Name a file or a folder elsewhere',
    ],
    ['is nowhere', () => ['node', '--test'], 'its command names nothing outside of it'],
    ['has no program', (folder: string) => ['no-such-program', folder], 'was not found: no-such-program'],
  ])('that %s begins no run', async (_what, command, why) => {
    const ended = await runWith([RED], {}, command);
    expect([ended.status, ended.decided]).toEqual(['needs_human', []]);
    expect(ended.why).toContain(why);
  });
});
