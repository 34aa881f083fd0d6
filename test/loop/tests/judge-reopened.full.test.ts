import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRun } from '../../../src/run/create-run.ts';
import { sendOperatorCommand } from '../../../src/run/operator/send-operator-command.ts';
import { readRun } from '../../../src/view/read-run.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { inTurn } from '../../pick-some.ts';
import { aCodeWorkspace, HONEST, type ScriptedTurn, withAnchorsAside } from '../../run/a-workspace.ts';

const slow = inTurn(2, test);

const BY = { by: 'ann', reason: 'one is odd, not even' } as const;
const { RED, GREEN } = HONEST;
const FILE = 'test/one.test.js';
const ODD = `${FILE} > AC-1: one is odd`;
/** The second expectation is wrong: no code can meet both. */
const TESTS = `${RED.write[FILE]}
test('AC-1: one is odd', () => {
  assert.equal(one() % 2, 5);
});

test('AC-1: one is small', () => {
  assert.equal(one() < 2 && one() > 0, true);
});
`;
const RIGHT = TESTS.replace('one() % 2, 5', 'one() % 2, 1');
const OTHER = 'test/two.test.js';
const TWO = RED.write[FILE].replace('one is 1', 'one is one');

const red = { phase: 'RED', ...RED, write: { ...RED.write, [FILE]: TESTS, [OTHER]: TWO } };
const blocked = { phase: 'GREEN', iteration: 1, write: GREEN.write, signal: false };

/** A run that left RED with a wrong expectation, and stopped in its first iteration of GREEN. */
const aBlockedRun = async (then: readonly ScriptedTurn[] = [{ phase: 'GREEN', signal: true }]) => {
  const workspace = await aCodeWorkspace([red, blocked, ...then], { limits: { iterations: 2 } });
  const { config, folder } = workspace;
  const run = createRun({ config });
  await run.ended;
  const reopen = (named: string) =>
    sendOperatorCommand({ config, run: run.id, command: { command: 'reopen', test: named, ...BY } });
  const goOn = () => createRun({ config, resume: run.id, until: 'GREEN' }).ended;
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  const state = async () => (await readRun(config)).state;
  const findings = async () =>
    (await state()).held?.record.findings.filter(({ code }) => code.startsWith('tampering')) ?? [];
  return { ...workspace, run: run.id, reopen, goOn, write, state, findings };
};

describe.skipIf(!hasGit)('a reopened test (needs git)', () => {
  beforeEach(withAnchorsAside);

  test('is frozen in its new form when the edited test fails on the sources of the exit of RED', async () => {
    const { reopen, goOn, write, state, folder } = await aBlockedRun();
    expect(await reopen(ODD)).toMatchObject({ taken: true, recorded: ['operator.reopened'] });
    write(FILE, RIGHT);
    const before = (await state()).frozen[FILE];
    expect((await goOn()).status).toBe('paused');
    const { frozen, reopened, lastExit } = await state();
    expect(reopened).toMatchObject([{ phase: 'GREEN', ...BY, file: FILE, test: ODD, state: 'frozen' }]);
    expect(frozen[FILE]).not.toBe(before);
    expect(lastExit?.decided?.record.findings.map(({ code }) => code)).toEqual(['tests.reopened']);
    expect(readFileSync(join(folder, 'src/one.js'), 'utf8')).toBe(GREEN.write['src/one.js']);
  });

  slow('may be edited by the agent in its next turn, after a prompt that says what is required', async () => {
    const { reopen, goOn, state, config } = await aBlockedRun([
      { phase: 'GREEN', write: { [FILE]: RIGHT }, signal: true },
    ]);
    await reopen(FILE);
    expect((await goOn()).status).toBe('paused');
    expect((await state()).reopened).toMatchObject([{ file: FILE, test: ODD, state: 'frozen' }]);
    expect((await readRun(config)).status.reopened).toMatchObject([{ ...BY, file: FILE, test: ODD, state: 'frozen' }]);
  });

  slow('closes at the end of the phase when it was never edited, and the run goes on as before', async () => {
    const { reopen, goOn, write, state, config, run } = await aBlockedRun();
    await reopen(ODD);
    await sendOperatorCommand({ config, run, command: { command: 'skip', ...BY } });
    expect((await state()).reopened).toMatchObject([{ state: 'closed' }]);
    write(FILE, RIGHT);
    await goOn();
    expect((await state()).held?.record.findings.map(({ code }) => code)).toContain('tampering.changed');
  });

  const CHEATS: Readonly<
    Record<string, readonly [edit: Readonly<Record<string, string>>, code: string, says: RegExp]>
  > = {
    'an edit that passes on the sources of the exit of RED': [
      { [FILE]: TESTS.replace('assert.equal(one() % 2, 5)', 'assert.ok(true)') },
      'tampering.reopened',
      /on the sources of the exit of RED, ".*one is odd" is passed instead of failed/,
    ],
    'a skip of the reopened test': [
      { [FILE]: TESTS.replace("test('AC-1: one is odd'", "test.skip('AC-1: one is odd'") },
      'tampering.reopened',
      /is skipped instead of failed/,
    ],
    'another test of the file weakened along with it': [
      { [FILE]: RIGHT.replace('one() < 2 && one() > 0, true', 'one() < 2, true') },
      'tampering.reopened',
      /was changed outside of the test/,
    ],
    'another test of the file removed along with it': [
      { [FILE]: RIGHT.slice(0, RIGHT.indexOf("test('AC-1: one is small'")) },
      'tampering.reopened',
      /was changed outside of the test/,
    ],
    'the other tests of the file left out by `only`': [
      {
        [FILE]: RIGHT.replace(
          "test('AC-1: one is odd', () => {",
          "test('AC-1: one is odd', { only: true }, () => {\n  process.exit(1);",
        ),
      },
      'tampering.reopened',
      /./,
    ],
    'a helper above the tests changed along with it': [
      { [FILE]: RIGHT.replace('import { one }', "import { one as other }\n  from '../src/one.js';\nimport { one }") },
      'tampering.reopened',
      /was changed outside of the test/,
    ],
    'another name for the reopened test, beside one that always fails': [
      { [FILE]: RIGHT.replace('one is odd', 'one is strange') },
      'tampering.reopened',
      /the name of the test was changed/,
    ],
    'a new test that fails, in place of the edited one': [
      { [FILE]: TESTS.replace('one() % 2, 5);', "one() * 0, 0);\n  test('AC-1: fails', () => assert.fail());") },
      'tampering.reopened',
      /./,
    ],
    'another frozen file changed along with it': [
      { [FILE]: RIGHT, [OTHER]: TWO.replace('one(), 1', 'true, true') },
      'tampering.changed',
      /test\/two\.test\.js was changed/,
    ],
  };

  const cheat = inTurn(3, test);
  for (const [what, [edit, code, says]] of Object.entries(CHEATS))
    (what.startsWith('an edit') ? test : cheat)(`is held with ${what}`, async () => {
      const { reopen, goOn, write, state, findings } = await aBlockedRun();
      await reopen(ODD);
      for (const [path, text] of Object.entries(edit)) write(path, text);
      expect((await goOn()).status).not.toBe('paused');
      const found = (await findings()).find((each) => each.code === code);
      expect(found?.code).toBe(code);
      expect(found?.text).toMatch(says);
      expect((await state()).held?.record.metrics.tests_intact).toBe(false);
    });

  slow('stays open after an edit that does not count, and takes the next one', async () => {
    const { reopen, goOn, write, state, findings } = await aBlockedRun();
    await reopen(ODD);
    write(FILE, RIGHT.replace('one() < 2', 'one() < 3'));
    await goOn();
    expect(await findings()).toMatchObject([{ code: 'tampering.reopened' }, { code: 'tampering.way_out' }]);
    expect((await state()).reopened).toMatchObject([{ state: 'open' }]);
    write(FILE, RIGHT);
    expect((await goOn()).status).toBe('paused');
  });

  slow('is refused for what is no frozen test that failed in RED, and while another one is open', async () => {
    const { reopen, folder } = await aBlockedRun();
    const whyRefused = (named: string) =>
      reopen(named).then(
        () => '',
        (error: Error) => error.message,
      );
    expect(await whyRefused('src/one.js')).toBe(
      'Cannot reopen a test: src/one.js is not a frozen test file. Name one, or a test as dualgate explain prints it.',
    );
    expect(await whyRefused('spec.md')).toContain('no test spec.md passed or failed at the exit of RED');
    expect(await whyRefused(`${FILE} > nothing`)).toContain('failed at the exit of RED');
    rmSync(join(process.env['XDG_STATE_HOME'] ?? folder, 'dualgate/exits'), { recursive: true });
    expect(await whyRefused(ODD)).toContain(
      'the sources of the exit of RED were not kept. Edit it, then use dualgate accept',
    );
  });

  slow('needs the kept sources only until the work is over: an abort of a stopped run removes them', async () => {
    const { config, run, folder } = await aBlockedRun();
    const kept = join(process.env['XDG_STATE_HOME'] ?? folder, 'dualgate/exits');
    expect(readdirSync(kept)).toEqual([run]);
    await sendOperatorCommand({ config, run, command: { command: 'abort', ...BY } });
    expect(readdirSync(kept)).toEqual([]);
  });

  slow('is one at a time', async () => {
    const { reopen } = await aBlockedRun();
    await reopen(ODD);
    await expect(reopen(FILE)).rejects.toThrow(`${ODD} is open, and one test can be open at a time`);
  });
});
