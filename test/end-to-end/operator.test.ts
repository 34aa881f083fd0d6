import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { CHANNELS } from './a-channel.ts';
import { hasGit, test } from './a-home.ts';
import { inTurn } from '../pick-some.ts';
import { aProject, ONE_CHANCE, phases } from './a-project.ts';
import {
  aFifo,
  DO_THE_WORK,
  honestBut,
  READ_THE_PROMPT,
  SAY_NO,
  SAY_YES,
  shell,
  signal,
  WAIT_TO_GO_ON,
} from './a-shell-agent.ts';
import { hasProc } from './processes.ts';
import { lastDecision, pathOf, recordsOf, runOf, statusOf } from './read-project.ts';
import { PROGRAM, runProgram, startProgram } from './run-program.ts';

const slow = inTurn(5, test);

/** As a shell calls it. */
const DUALGATE = `"${process.execPath}" "${PROGRAM}"`;

const STUCK_IN_GREEN = honestBut('GREEN', SAY_NO);

describe.skipIf(!hasGit)('an operator (needs git)', { concurrent: true }, () => {
  slow('skips the phase of a stuck run, resumes, and the forced exit stays visible for ever', async ({ home }) => {
    const project = await aProject(home, {
      agent: STUCK_IN_GREEN,
      config: { phases: phases({ RED: {}, GREEN: { limits: { max_iterations: 1 } }, REFACTOR: {} }) },
    });
    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });
    expect(await statusOf(project)).toMatchObject({ phase: 'GREEN', ending: { status: 'stuck' } });

    const skipped = await runProgram(project, 'skip', '--reason', 'written by hand, next phase mends it');

    expect(skipped).toMatchObject({
      exitCode: 0,
      stdout: 'Forced the exit of GREEN. REFACTOR is next. Continue with dualgate resume.',
    });
    expect(await statusOf(project)).toMatchObject({ phase: 'REFACTOR' });
    expect(await runProgram(project, 'resume')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('1 phase had a forced exit'),
    });
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held', 'REFACTOR 1 exited']);
    expect(recordsOf(project, 'phase.exited')).toMatchObject([
      { phase: 'RED', forced_exit: false },
      { phase: 'GREEN', forced_exit: true, by: expect.any(String), reason: 'written by hand, next phase mends it' },
      { phase: 'REFACTOR', forced_exit: false },
    ]);
    expect(await statusOf(project)).toMatchObject({
      ending: { status: 'completed' },
      forced_exits: [{ phase: 'GREEN', reason: 'written by hand, next phase mends it' }],
    });
    expect((await runProgram(project, 'status')).stdout).toMatch(/GREEN forced by .+: written by hand/);
    expect(await runProgram(project, 'verify')).toMatchObject({ exitCode: 0 });
  });

  slow('names the phase to skip: the current one is skipped, any other is refused and named', async ({ home }) => {
    const project = await aProject(home, {
      agent: STUCK_IN_GREEN,
      config: {
        mutation_check: undefined,
        circuit_breaker: undefined,
        phases: phases({ RED: {}, GREEN: {}, REFACTOR: {} }),
        limits: { iterations: 2 },
      },
    });
    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });

    expect(await runProgram(project, 'skip', 'REFACTOR', '-m', 'why')).toMatchObject({
      exitCode: 77,
      stderr: expect.stringContaining('Cannot skip REFACTOR: the current phase is GREEN. Nothing was forced.'),
    });
    expect(await runProgram(project, 'skip', 'GREN', '-m', 'why')).toMatchObject({
      exitCode: 64,
      stderr: expect.stringContaining(
        "Unknown phase 'GREN'. The phases are RED, GREEN, REFACTOR. Did you mean 'GREEN'? See dualgate skip --help.",
      ),
    });
    expect(await runProgram(project, 'reset', 'GREEN', '-m', 'why')).toMatchObject({
      exitCode: 64,
      stderr: expect.stringContaining("Unexpected argument 'GREEN'. Name a run with --run RUN"),
    });
    expect(await runProgram(project, 'skip', 'GREEN', '-m', 'why')).toMatchObject({
      exitCode: 0,
      stdout: 'Forced the exit of GREEN. REFACTOR is next. Continue with dualgate resume.',
    });
  });

  slow('is told by run, status, STATE.md and report how to skip, guide and accept after a halt', async ({ home }) => {
    const project = await aProject(home, {
      agent: honestBut('GREEN', 'echo "// weaker" >> checks/shout.test.mjs', signal('blocked', 'the tests are wrong')),
      config: { mutation_check: undefined, circuit_breaker: undefined },
    });
    const run = await runProgram(project, 'run');
    const reported = {
      run: run.stdout,
      status: (await runProgram(project, 'status')).stdout,
      report: (await runProgram(project, 'report')).stdout,
      page: readFileSync(join(project.workspace, '.dualgate/STATE.md'), 'utf8'),
    };

    expect(run.exitCode).toBe(4);
    for (const [place, text] of Object.entries(reported))
      for (const command of ['resume', 'guide "TEXT"', 'accept', 'skip -m "why"', 'abort -m "why"'])
        expect(`${place}: ${text}`).toContain(`dualgate ${command}`);
  });

  slow('completes the work by skipping the last phase, and it shows', async ({ home }) => {
    const project = await aProject(home, { agent: STUCK_IN_GREEN, config: { phases: ONE_CHANCE } });
    await runProgram(project, 'run');

    expect(await runProgram(project, 'skip', '--reason', 'good enough')).toMatchObject({
      exitCode: 0,
      stdout: 'Forced the exit of GREEN. The work is complete.',
    });
    expect(await statusOf(project)).toMatchObject({
      phase: null,
      forced_exits: [{ phase: 'GREEN', reason: 'good enough' }],
      ending: { status: 'completed', why: 'The last phase was exited; 1 phase had a forced exit' },
    });
    expect(await runProgram(project, 'resume')).toMatchObject({
      exitCode: 77,
      stderr: expect.stringContaining('its work is over'),
    });
  });

  slow('aborts a stuck run for good: it can neither be resumed nor skipped', async ({ home }) => {
    const project = await aProject(home, { agent: STUCK_IN_GREEN, config: { phases: ONE_CHANCE } });
    await runProgram(project, 'run');

    expect(await runProgram(project, 'abort', '--reason', 'not worth it')).toMatchObject({ exitCode: 0 });

    expect(await statusOf(project)).toMatchObject({
      phase: null,
      ending: { status: 'aborted', why: expect.stringContaining('not worth it') },
    });
    expect(recordsOf(project, 'run.ended').at(-1)).toMatchObject({ status: 'aborted', exit_code: 2 });
    expect(await runProgram(project, 'resume')).toMatchObject({
      exitCode: 77,
      stderr: expect.stringContaining('its work is over'),
    });
    expect(await runProgram(project, 'skip', '--reason', 'after all')).toMatchObject({
      exitCode: 77,
      stderr: expect.stringContaining('its work is over'),
    });
  });

  slow('is refused without a reason, and with an empty one', async ({ home }) => {
    const project = await aProject(home, { agent: STUCK_IN_GREEN, config: { phases: ONE_CHANCE } });
    await runProgram(project, 'run');

    expect(await runProgram(project, 'skip')).toMatchObject({
      exitCode: 64,
      stderr: 'dualgate: Missing --reason. Give one with -m "TEXT". See dualgate skip --help.\n',
    });
    expect(await runProgram(project, 'abort')).toMatchObject({
      exitCode: 64,
      stderr: 'dualgate: Missing --reason. Give one with -m "TEXT". See dualgate abort --help.\n',
    });
    const blank = await runProgram(project, 'skip', '--reason', ' ');
    expect(blank.exitCode).not.toBe(0);
    expect(blank.stderr).toContain('without a reason');
    expect(await statusOf(project)).toMatchObject({ phase: 'GREEN', forced_exits: [], ending: { status: 'stuck' } });
  });

  slow('is refused during a turn when it does not want to wait, and so is a second run', async ({ home }) => {
    const project = await aProject(home, {
      agent: shell(READ_THE_PROMPT, WAIT_TO_GO_ON, DO_THE_WORK, SAY_YES),
      config: { phases: ONE_CHANCE },
    });
    const fifo = await aFifo(project.agent);
    const run = startProgram(project, 'run', '--json', '--agent-output');
    await run.until((event) => event.type === 'agent.output' && event.text.includes('waiting'));

    const held = {
      exitCode: 77,
      stderr: expect.stringMatching(
        /^Cannot take the lock .*: run \S+ has locked it \(pid \d+, since .*\)\. Wait until it ends, or stop it: dualgate stop\.\n$/,
      ),
    };
    const turnedAway = {
      exitCode: 1,
      stdout: '',
      stderr: 'The agent is working (RED, iteration 1). The command was not carried out.\n',
    };
    expect(await runProgram(project, 'skip', '--no-wait', '--reason', 'hurry')).toEqual(turnedAway);
    expect(await runProgram(project, 'abort', '--no-wait', '--reason', 'hurry')).toEqual(turnedAway);
    expect(await runProgram(project, 'guide', '--no-wait', '--json', 'hurry')).toEqual({
      exitCode: 1,
      stdout: JSON.stringify({ run: runOf(project), taken: false, says: 'The agent is working (RED, iteration 1).' }),
      stderr: '',
    });
    expect(await runProgram(project, 'resume')).toMatchObject(held);
    expect(await statusOf(project)).toMatchObject({ phase: 'RED', going: { pid: run.pid } });
    const second = await runProgram(project, 'run');
    expect(second.exitCode).toBe(77);
    expect(second.stderr).toMatch(/run \S+ has locked it/);

    await fifo.letGoOn();
    await run.until((event) => event.type === 'phase.exited' && event.phase === 'RED');
    await fifo.letGoOn();
    expect(await run.ended).toMatchObject({ exitCode: 0 });
    expect(await runProgram(project, 'verify', '--run', runWithLedger(project))).toMatchObject({ exitCode: 0 });
  });
});

/** The refused second run may have left an empty folder; what counts is what `current` names. */
const runWithLedger = (project: { readonly workspace: string }): string =>
  readFileSync(join(project.workspace, '.dualgate', 'current'), 'utf8').trim();

describe.skipIf(!hasGit)('an agent that tries operator commands (needs git)', { concurrent: true }, () => {
  slow('is refused, nothing of it is in the ledger, and the phase is held', async ({ home }) => {
    const project = await aProject(home, {
      agent: honestBut(
        'GREEN',
        `${DUALGATE} skip --reason "I am done" >> ../answers 2>&1; echo "skip $?" >> ../answers`,
        `${DUALGATE} abort --reason "I am done" >> ../answers 2>&1; echo "abort $?" >> ../answers`,
        `${DUALGATE} resume >> ../answers 2>&1; echo "resume $?" >> ../answers`,
        SAY_YES,
      ),
      config: { phases: ONE_CHANCE },
    });

    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });
    const answers = readFileSync(join(home, 'answers'), 'utf8');
    expect(answers).toContain('Cannot skip a phase from inside a turn of the agent.');
    expect(answers).toContain('Cannot abort the work from inside a turn of the agent.');
    expect(answers).toMatch(/^skip 77$/m);
    expect(answers).toMatch(/^abort 77$/m);
    expect(answers).toMatch(/^resume 77$/m);
    expect(recordsOf(project, 'operator.skipped')).toEqual([]);
    expect(recordsOf(project, 'operator.aborted')).toEqual([]);
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held']);
    expect(lastDecision(project)).toMatchObject({
      can_exit: false,
      reason: 'Exit signal set but Gate 1 not satisfied',
    });
  });

  slow('is found out by its ancestors when it takes the mark out of its environment', async ({ home }) => {
    const skip = `env -u DUALGATE_RUN ${DUALGATE} skip --reason "I am done" 2> ../answers`;
    const project = await aProject(home, { agent: honestBut('GREEN', skip, SAY_YES), config: { phases: ONE_CHANCE } });

    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });
    expect(readFileSync(join(home, 'answers'), 'utf8')).toContain(
      'Cannot skip a phase from inside a turn of the agent.',
    );
    expect(recordsOf(project, 'operator.skipped')).toEqual([]);
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held']);
  });

  const ESCAPES = [
    ['leaves its ancestors, too, by its own turn', ':', /^The agent is working \(GREEN, iteration 1\)\./],
    [
      'takes lock and socket away, too, by its own process',
      `rm -r .dualgate/lock ${CHANNELS}`,
      /^Cannot skip a phase while the run \S+ is active/,
    ],
  ] as const;
  for (const [escape, first, answer] of ESCAPES) {
    test.skipIf(!hasProc)(`is detected when it ${escape}`, async ({ home }) => {
      const skip = `sh -c '${DUALGATE} skip --no-wait --reason "I am done" 2> ../answers; touch ../answered'`;
      const project = await aProject(home, {
        agent: honestBut(
          'GREEN',
          first,
          `env -u DUALGATE_RUN setsid -f ${skip}`,
          'until [ -e ../answered ]; do sleep 0.1; done',
          SAY_YES,
        ),
        config: { phases: ONE_CHANCE },
      });

      expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });
      expect(readFileSync(join(home, 'answers'), 'utf8')).toMatch(answer);
      expect(recordsOf(project, 'operator.skipped')).toEqual([]);
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held']);
    });
  }
});
