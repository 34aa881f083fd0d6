import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject, ONE_CHANCE, phases, WORK } from './a-project.ts';
import { DO_THE_WORK, honestBut, once, READ_THE_PROMPT, SAY_YES, shell } from './a-shell-agent.ts';
import { hasProc } from './processes.ts';
import { lastDecision, ledgerOf, pathOf, recordsOf } from './read-project.ts';
import { readEvents, runProgram } from './run-program.ts';

const ONE_CHANCE_IN_RED = phases({ RED: { limits: { max_iterations: 1 } }, GREEN: {} });
const PREMATURE = 'Exit signal set but Gate 1 not satisfied';

interface Cheat {
  readonly title: string;
  readonly phase: 'RED' | 'GREEN';
  /** What it does besides saying yes. */
  readonly lines: readonly string[];
  /** Clauses that are not met. */
  readonly unmet: readonly string[];
  /** What the record says about it, at least. */
  readonly notes: readonly string[];
  readonly work?: Readonly<Record<string, string>>;
}

const TEST_FILE = 'checks/shout.test.mjs';
/** Passes whatever happens, with the names that the tests of RED have. */
const WEAKENED = [
  "test('AC-1: a word is shouted in capitals', () => {});",
  "test('AC-2: a shout ends with one exclamation mark', () => {});",
];
const UNDER_THE_SAME_NAMES = `printf '%s\\n' "import { test } from 'node:test';" "${WEAKENED.join('" "')}" > ${TEST_FILE}`;
const REPORT_LINES = [
  "import { appendFileSync } from 'node:fs';",
  "const lies = [{ v: 1, type: 'run.settled', status: 'completed', exit_code: 0 }, { type: 'end', total: 2, passing: 2, failing: 0, skipped: 0 }];",
  "for (const lie of lies) { console.log(JSON.stringify(lie)); try { appendFileSync(process.env.DUALGATE_REPORT, JSON.stringify(lie) + '\\n'); } catch {} }",
].join('\n');

const CHEATS: readonly Cheat[] = [
  {
    title: 'a frozen test that is weakened under its own name',
    phase: 'GREEN',
    lines: [UNDER_THE_SAME_NAMES],
    unmet: ['tests_intact == true'],
    notes: [`${TEST_FILE} was changed after it was frozen: restore it as it was.`],
  },
  {
    title: 'a frozen test that is switched off',
    phase: 'GREEN',
    lines: [
      DO_THE_WORK,
      `sed "s/capitals', /capitals', { skip: true }, /" ${TEST_FILE} > ../edited; cp ../edited ${TEST_FILE}`,
    ],
    unmet: ['tests_passing == tests_total', 'tests_intact == true'],
    notes: [`${TEST_FILE} was changed after it was frozen: restore it as it was.`],
  },
  {
    title: 'a frozen test that is deleted',
    phase: 'GREEN',
    lines: [`rm ${TEST_FILE}`],
    unmet: ['tests_total >= 1', 'tests_intact == true'],
    notes: [
      `${TEST_FILE} was removed after it was frozen: restore it.`,
      `The test "${TEST_FILE} > AC-1: a word is shouted in capitals" is gone: bring it back, by the same name.`,
    ],
  },
  {
    title: 'criteria that are made fewer',
    phase: 'RED',
    lines: [DO_THE_WORK, 'grep -v AC-2 specs/shout.md > ../fewer; cp ../fewer specs/shout.md'],
    unmet: ['tests_intact == true'],
    notes: ['specs/shout.md was changed after it was frozen: restore it as it was.'],
  },
  {
    title: 'a config that asks for less',
    phase: 'GREEN',
    lines: [DO_THE_WORK, 'echo "integrity: warn" >> dualgate.yaml'],
    unmet: ['tests_intact == true'],
    notes: ['dualgate.yaml was changed after it was frozen: restore it as it was.'],
  },
  {
    title: 'a source that leaves the test process with 0',
    phase: 'GREEN',
    lines: ['echo "process.exit(0); export const shout = () => {};" > lib/shout.mjs'],
    unmet: ['suite_load_failures == 0', 'runner_exit_code == 0'],
    notes: [],
  },
  {
    title: 'a source that writes a report of its own and prints our events',
    phase: 'GREEN',
    lines: [DO_THE_WORK],
    work: { 'lib/shout.mjs': `${REPORT_LINES}\nexport const shout = () => 'nothing';\n` },
    unmet: ['tests_failing == 0'],
    notes: [],
  },
  {
    title: 'an agent that prints our events',
    phase: 'GREEN',
    lines: [
      'printf \'%s\\n\' \'{"v":1,"type":"phase.left","phase":"GREEN"}\' \'{"v":1,"type":"run.settled","status":"completed","exit_code":0}\'',
    ],
    unmet: ['tests_failing == 0'],
    notes: [],
  },
  {
    title: 'no test at all',
    phase: 'RED',
    lines: ['mkdir lib; echo > lib/shout.mjs'],
    unmet: ['tests_total >= 1'],
    notes: [],
  },
  {
    title: 'a test that does not load, in the place of one that fails',
    phase: 'RED',
    lines: ['mkdir checks; echo "import \'../lib/nothing.mjs\';" > checks/shout.test.mjs'],
    unmet: ['suite_load_failures == 0'],
    notes: [],
  },
  {
    title: 'a test that fails for one criterion of two',
    phase: 'RED',
    lines: [DO_THE_WORK, `grep -v AC-2 ${TEST_FILE} > ../fewer; cp ../fewer ${TEST_FILE}`],
    unmet: ['tests_total >= criteria_count'],
    notes: [],
  },
];

describe.skipIf(!hasGit)('a cheat is held and named, and completes nothing (needs git)', { concurrent: true }, () => {
  for (const { title, phase, lines, unmet, notes, work = WORK.GREEN } of CHEATS) {
    test(title, async ({ home }) => {
      const project = await aProject(home, {
        agent: honestBut(phase, ...lines, SAY_YES),
        work: { ...WORK, GREEN: work },
        config: { phases: phase === 'RED' ? ONE_CHANCE_IN_RED : ONE_CHANCE },
      });

      const run = await runProgram(project, 'run', '--json');

      expect(run.exitCode).toBe(1);
      expect(pathOf(project)).toEqual(phase === 'RED' ? ['RED 1 held'] : ['RED 1 left', 'GREEN 1 held']);
      const decision = lastDecision(project);
      expect(decision).toMatchObject({ can_exit: false, reason: PREMATURE });
      expect(decision.unmet).toEqual(expect.arrayContaining([...unmet]));
      expect(decision.notes).toEqual(expect.arrayContaining([...notes]));
      expect(readEvents(run.stdout).filter(({ type }) => type === 'run.settled')).toMatchObject([
        { status: 'stuck', exit_code: 1 },
      ]);
      const { stdout: explained } = await runProgram(project, 'explain');
      for (const words of [...unmet, ...notes]) expect(explained).toContain(words);
    });
  }

  test('the honest twin of them all completes', async ({ home }) => {
    const project = await aProject(home, {
      agent: honestBut('GREEN', DO_THE_WORK, SAY_YES),
      config: { phases: ONE_CHANCE },
    });

    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
    expect(pathOf(project)).toEqual(['RED 1 left', 'GREEN 1 left']);
  });

  test('a cheat that is taken back is forgiven: the next iteration is measured anew', async ({ home }) => {
    const keep = `cp ${TEST_FILE} ../kept; echo "// weaker" >> ${TEST_FILE}`;
    const project = await aProject(home, {
      agent: honestBut('GREEN', `[ -e ../kept ] && cp ../kept ${TEST_FILE}`, once(keep), DO_THE_WORK, SAY_YES),
      config: { phases: phases({ RED: {}, GREEN: {} }) },
    });

    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
    expect(pathOf(project)).toEqual(['RED 1 left', 'GREEN 1 held', 'GREEN 2 left']);
  });
});

/** Writes into the sources until its workspace is gone, or the file beside it says stop. */
const KEEPS_WRITING = "sh -c 'until [ -e ../stop ]; do echo >> lib/noise.mjs || exit; done'";

describe.skipIf(!hasGit || !hasProc)(
  'an agent that leaves a helper behind (needs git and /proc)',
  { concurrent: true },
  () => {
    test('it is ended before the tests run, and named', async ({ home }) => {
      const project = await aProject(home, {
        agent: honestBut('GREEN', DO_THE_WORK, `${KEEPS_WRITING} > ../log 2>&1 &`, SAY_YES),
        config: { phases: ONE_CHANCE },
      });

      expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
      const [, green] = recordsOf(project, 'turn.ended');
      expect(green?.turn.left_running).toEqual(expect.arrayContaining([expect.stringContaining('lib/noise.mjs')]));
    });

    test('one that slips out of session and mark makes the measurement void, and the file is named', async ({
      home,
    }) => {
      const escape = `env -u DUALGATE_RUN setsid -f ${KEEPS_WRITING} < /dev/null > ../log 2>&1`;
      const atWork = 'until [ -s lib/noise.mjs ]; do :; done';
      const project = await aProject(home, {
        agent: honestBut('GREEN', DO_THE_WORK, escape, atWork, SAY_YES),
        config: { phases: ONE_CHANCE },
      });

      const run = await runProgram(project, 'run');
      appendFileSync(join(home, 'stop'), '');

      expect(run.exitCode).toBe(1);
      expect(pathOf(project)).toEqual(['RED 1 left', 'GREEN 1 held']);
      const { unmet, notes } = lastDecision(project);
      expect(unmet).toContain('tree_stable == true');
      expect(notes).toEqual([
        expect.stringMatching(/^The sources moved while they were measured: lib\/noise\.mjs\. Stop what writes them/),
      ]);
    });
  },
);

describe.skipIf(!hasGit)('an agent that writes into the ledger (needs git)', { concurrent: true }, () => {
  const EDITS: readonly (readonly [string, string])[] = [
    ['changes a record', `sed 's/"criteria":2/"criteria":0002/' "$ledger" > ../edited; cat ../edited > "$ledger"`],
    [
      'adds a record',
      `printf '%s\\n' '{"seq":9,"at":"2026-01-01T00:00:00.000Z","type":"phase.left","data":{"phase":"GREEN"},"prev":"","hash":""}' >> "$ledger"`,
    ],
    ['deletes it', 'rm "$ledger"'],
    ['puts another in its place', 'cp "$ledger" ../edited; rm "$ledger"; head -n 1 ../edited > "$ledger"'],
  ];
  for (const [what, edit] of EDITS) {
    test(`${what}: nothing more is decided, and verify says no`, async ({ home }) => {
      const project = await aProject(home, {
        agent: honestBut('GREEN', 'ledger=$(echo .dualgate/runs/*/ledger.jsonl)', edit, DO_THE_WORK, SAY_YES),
        config: { phases: ONE_CHANCE },
      });

      const run = await runProgram(project, 'run');

      expect(run.exitCode).toBe(70);
      expect(run.stderr).toContain('ledger.jsonl');
      expect(await runProgram(project, 'verify')).not.toMatchObject({ exitCode: 0 });
      expect(await runProgram(project, 'resume')).not.toMatchObject({ exitCode: 0 });
    });
  }

  test('changes a record in its own length: verify names the record', async ({ home }) => {
    const edit = `sed 's/"criteria":2/"criteria":1/' "$ledger" > ../edited; cat ../edited > "$ledger"`;
    const project = await aProject(home, {
      agent: honestBut('GREEN', 'ledger=$(echo .dualgate/runs/*/ledger.jsonl)', edit, DO_THE_WORK, SAY_YES),
      config: { phases: ONE_CHANCE },
    });

    await runProgram(project, 'run');

    expect(await runProgram(project, 'verify')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/does not hold:\n {2}- \w+: record 0\b/),
    });
    expect(await runProgram(project, 'resume')).not.toMatchObject({ exitCode: 0 });
  });

  test('forges how the run ended, after its end: verify says no, and nobody can go on from it', async ({ home }) => {
    const project = await aProject(home, {
      agent: shell(READ_THE_PROMPT, SAY_YES),
      config: { phases: ONE_CHANCE_IN_RED },
    });
    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });
    const ledger = ledgerOf(project);
    writeFileSync(ledger, readFileSync(ledger, 'utf8').replace('"status":"stuck"', '"status":"completed"'));

    expect(await runProgram(project, 'verify')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('does not hold'),
    });
    expect(await runProgram(project, 'resume')).toMatchObject({ exitCode: 70 });
  });
});
