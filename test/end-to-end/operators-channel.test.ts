import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { SAY, SKIP_LINE } from './a-channel.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, type Files, ONE_CHANCE, phases, type Project, WORK, write } from './a-project.ts';
import {
  aFifo,
  DO_THE_WORK,
  honestBut,
  READ_THE_PROMPT,
  SAY_NO,
  SAY_YES,
  shell,
  WAIT_TO_GO_ON,
} from './a-shell-agent.ts';
import { findMarkedWith, hasProc } from './processes.ts';
import { pathOf, recordsOf, runOf, statusOf } from './read-project.ts';
import { PROGRAM, runProgram, startProgram, type Started } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(3, test);

const DUALGATE = `"${process.execPath}" "${PROGRAM}"`;
const NODE = `"${process.execPath}"`;
/** Keeps what it is told, and is never done. */
const SLOW = shell(
  'cat > "../prompt of $DUALGATE_PHASE $DUALGATE_ITERATION"',
  WAIT_TO_GO_ON,
  DO_THE_WORK,
  'echo "// $DUALGATE_ITERATION" >> lib/shout.mjs',
  'if [ "$DUALGATE_PHASE" = RED ]; then',
  SAY_YES,
  'else',
  SAY_NO,
  'fi',
);
const AT_WORK = 'Waiting for it to end. Ctrl+C cancels the command.';

/** The agent is working: in `GREEN 2`, say. */
const turnStarts = (run: Started, turn: string) =>
  run.until(
    (event) =>
      event.type === 'agent.output' && event.text.includes('waiting') && `${event.phase} ${event.iteration}` === turn,
  );

/** Gives a command while the agent is at work, and lets the turn end as soon as the operator waits for it. */
const sendDuringTurn = async (project: Project, letGoOn: () => Promise<void>, ...words: readonly string[]) => {
  const command = startProgram(project, ...words);
  await command.said(AT_WORK);
  await letGoOn();
  return command.ended;
};

describe.skipIf(!hasGit)('the operator of a live run (needs git)', { concurrent: true }, () => {
  slow(
    'guides, resets, accepts, skips and aborts it from a second terminal, each between two turns',
    async ({ home }) => {
      const project = await aProject(home, {
        agent: SLOW,
        config: { phases: phases({ RED: {}, GREEN: {}, REFACTOR: {} }) },
      });
      const { letGoOn } = await aFifo(project.agent);
      const run = startProgram(project, 'run', '--json', '--agent-output');
      await turnStarts(run, 'RED 1');
      const command = (...words: readonly string[]) => sendDuringTurn(project, letGoOn, ...words);

      expect(await command('guide', 'Capitals are enough,\nsays the vendor.')).toEqual({
        exitCode: 0,
        stdout: 'The agent reads it in each prompt until GREEN is exited.',
        stderr: `The agent is working (RED, iteration 1). ${AT_WORK}\n`,
      });
      await turnStarts(run, 'GREEN 1');
      expect(readFileSync(join(home, 'prompt of GREEN 1'), 'utf8')).toMatch(
        /\n## From the operator\n[\s\S]*\n {2}\| Capitals are enough,\n {2}\| says the vendor\.\n/,
      );

      expect(await command('reset', '--reason', 'it needs longer')).toMatchObject({
        exitCode: 0,
        stdout: 'GREEN continues; all counts that halt it are at 0.',
      });
      await turnStarts(run, 'GREEN 2');
      expect(readFileSync(join(home, 'prompt of GREEN 2'), 'utf8')).toContain('  | says the vendor.\n');

      await write(project.workspace, { 'checks/shout.test.mjs': `${WORK.RED['checks/shout.test.mjs']}// by hand\n` });
      expect(await command('accept', 'checks/shout.test.mjs', '--reason', 'a comment')).toMatchObject({
        exitCode: 0,
        stdout: 'Accepted: checks/shout.test.mjs.',
      });
      await turnStarts(run, 'GREEN 3');
      const skipped = await command('skip', '--reason', 'it passes', '--json');
      expect([skipped.exitCode, JSON.parse(skipped.stdout)]).toEqual([
        0,
        {
          run: runOf(project),
          taken: true,
          live: true,
          recorded: ['operator.skipped', 'phase.exited'],
          says: 'Forced the exit of GREEN. REFACTOR is next.',
        },
      ]);
      await turnStarts(run, 'REFACTOR 1');
      expect(readFileSync(join(home, 'prompt of REFACTOR 1'), 'utf8')).not.toContain('From the operator');
      expect(await command('abort', '--reason', 'enough')).toMatchObject({
        exitCode: 0,
        stdout: `The work of ${runOf(project)} was aborted.`,
      });

      expect(await run.ended).toMatchObject({ exitCode: 2 });
      const by = expect.any(String);
      expect(recordsOf(project, 'operator.guided')).toEqual([
        { phase: 'GREEN', by, text: 'Capitals are enough,\nsays the vendor.' },
      ]);
      expect(recordsOf(project, 'operator.reset')).toEqual([{ phase: 'GREEN', by, reason: 'it needs longer' }]);
      expect(recordsOf(project, 'operator.accepted')).toMatchObject([
        { phase: 'GREEN', by, reason: 'a comment', files: { 'checks/shout.test.mjs': expect.any(String) }, tests: [] },
      ]);
      expect(recordsOf(project, 'operator.skipped')).toMatchObject([{ phase: 'GREEN', by, reason: 'it passes' }]);
      expect(recordsOf(project, 'operator.aborted')).toEqual([{ by, reason: 'enough' }]);
      expect(recordsOf(project, 'run.ended')).toMatchObject([{ status: 'aborted', exit_code: 2 }]);
      expect(await runProgram(project, 'verify')).toMatchObject({ exitCode: 0 });
      expect((await runProgram(project, 'explain', 'GREEN', '2')).stdout).toMatch(
        /\n {2}operator at .+: counts reset in .+ by .+: it needs longer\n/,
      );
    },
  );

  slow('gets the order done on a run that ended while it waited', async ({ home }) => {
    const project = await aProject(home, {
      agent: honestBut('GREEN', WAIT_TO_GO_ON, SAY_NO),
      config: { phases: ONE_CHANCE },
    });
    const { letGoOn } = await aFifo(project.agent);
    const run = startProgram(project, 'run', '--json', '--agent-output');
    await turnStarts(run, 'GREEN 1');

    expect(await sendDuringTurn(project, letGoOn, 'skip', '--reason', 'good enough')).toMatchObject({
      exitCode: 0,
      stdout: 'Forced the exit of GREEN. The work is complete.',
    });
    expect(await run.ended).toMatchObject({ exitCode: 1 });
    expect(await statusOf(project)).toMatchObject({ phase: null, ending: { status: 'completed' } });
  });

  slow(
    'forces no other phase than the one that he meant, when both gates leave that before the turn ends',
    async ({ home }) => {
      const project = await aProject(home, {
        agent: honestBut('RED', WAIT_TO_GO_ON, DO_THE_WORK, SAY_YES),
        config: { phases: phases({ RED: {}, GREEN: {} }) },
      });
      const { letGoOn } = await aFifo(project.agent);
      const run = startProgram(project, 'run', '--json', '--agent-output');
      await turnStarts(run, 'RED 1');

      const skipped = await sendDuringTurn(project, letGoOn, 'skip', '--reason', 'these tests are enough');

      expect([skipped.exitCode, skipped.stderr]).toEqual([
        77,
        expect.stringMatching(/\nCannot skip RED: the current phase is GREEN/),
      ]);
      expect(await run.ended).toMatchObject({ exitCode: 0 });
      expect(recordsOf(project, 'operator.skipped')).toEqual([]);
    },
  );

  slow('leaves no trace when it gives up', async ({ home }) => {
    const project = await aProject(home, {
      agent: shell(READ_THE_PROMPT, WAIT_TO_GO_ON, DO_THE_WORK, SAY_YES),
      config: { phases: phases({ RED: {} }) },
    });
    const { letGoOn } = await aFifo(project.agent);
    const run = startProgram(project, 'run', '--json', '--agent-output');
    await turnStarts(run, 'RED 1');
    const command = startProgram(project, 'abort', '--reason', 'enough');
    await command.said(AT_WORK);
    process.kill(command.pid, 'SIGINT');
    await command.ended;
    await letGoOn();

    expect(await run.ended).toMatchObject({ exitCode: 0 });
    expect(recordsOf(project, 'operator.aborted')).toEqual([]);
  });

  slow('lists what there is to accept, and accepts nothing by that', async ({ home }) => {
    const project = await aProject(home, {
      agent: honestBut('GREEN', "echo '// weaker' >> checks/shout.test.mjs", SAY_NO),
      config: { phases: ONE_CHANCE },
    });
    await runProgram(project, 'run');
    expect(await runProgram(project, 'accept')).toEqual({
      exitCode: 0,
      stdout: [
        `Changes to the frozen files of ${runOf(project)}:`,
        '  changed   checks/shout.test.mjs',
        'Next:',
        '  dualgate accept FILE -m "why"     accept a file as it is; recorded in the ledger',
      ].join('\n'),
      stderr: '',
    });
    expect(await runProgram(project, 'accept', '--all')).toMatchObject({ exitCode: 64, stdout: '' });
    expect(recordsOf(project, 'operator.accepted')).toEqual([]);
  });
});

describe.skipIf(!hasGit || !hasProc)(
  'an agent that reaches for the socket (needs git and /proc)',
  { concurrent: true },
  () => {
    const NOTHING = ['operator.skipped', 'operator.aborted', 'operator.reset', 'operator.accepted'] as const;
    const expectNoCommand = (project: Project) =>
      expect(NOTHING.flatMap((type) => recordsOf(project, type))).toEqual([]);

    slow(
      'is refused during its turn: by the command, without its environment, in a session of its own, and raw',
      async ({ home }) => {
        const bare = 'env -i PATH="$PATH" XDG_STATE_HOME="$XDG_STATE_HOME" XDG_RUNTIME_DIR="$XDG_RUNTIME_DIR"';
        const skip = `${DUALGATE} skip --no-wait --reason "I am done"`;
        const project = await aProject(home, {
          agent: honestBut(
            'GREEN',
            `${skip} > ../tree 2>&1; echo "exit $?" >> ../tree`,
            `${bare} ${skip} > ../bare 2>&1; echo "exit $?" >> ../bare`,
            `${bare} setsid -f sh -c '${skip} > ../away 2>&1; echo "exit $?" >> ../away; touch ../away.done'`,
            'until [ -e ../away.done ]; do sleep 0.1; done',
            `${bare} ${NODE} ../raw.mjs "$DUALGATE_RUN" > ../raw`,
            SAY_NO,
          ),
          config: { phases: ONE_CHANCE },
        });
        await write(home, {
          'say.mjs': SAY,
          'raw.mjs': `import { say } from './say.mjs';\nprocess.stdout.write(await say(process.argv[2], ${JSON.stringify(SKIP_LINE)}));\n`,
        });

        expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });
        const received = (file: string) => readFileSync(join(home, file), 'utf8');
        const inside =
          'Cannot skip a phase from inside a turn of the agent. Only an operator can, from a terminal of their own.\nexit 77\n';
        const atWork = 'The agent is working (GREEN, iteration 1).';
        expect([received('tree'), received('bare'), received('away')]).toEqual([
          inside,
          inside,
          `${atWork} The command was not carried out.\nexit 1\n`,
        ]);
        expect(JSON.parse(received('raw'))).toEqual({ ok: false, code: 'during_turn', says: atWork });
        expectNoCommand(project);
        expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held']);
      },
    );

    /** Sends it again and again, and notes what it hears. */
    const HAMMER = `import { appendFileSync } from 'node:fs';
import { say } from './say.mjs';
for (;;) appendFileSync(process.argv[3], await say(process.argv[2], ${JSON.stringify(SKIP_LINE)}));
`;

    slow(
      'is refused to the end of it, and what it leaves behind is gone before an operator is served',
      async ({ home }) => {
        const hammer = `setsid -f ${NODE} ../hammer.mjs "$DUALGATE_RUN" ../hammered`;
        const project = await aProject(home, {
          agent: honestBut('GREEN', hammer, 'until [ -s ../hammered ]; do sleep 0.1; done', WAIT_TO_GO_ON, SAY_NO),
          config: { phases: phases({ RED: {}, GREEN: { limits: { max_iterations: 2 } } }) },
        });
        await write(home, { 'say.mjs': SAY, 'hammer.mjs': HAMMER });
        const { letGoOn } = await aFifo(project.agent);
        const run = startProgram(project, 'run', '--json', '--agent-output');
        await turnStarts(run, 'GREEN 1');
        expect(await sendDuringTurn(project, letGoOn, 'guide', 'Be quiet.')).toMatchObject({ exitCode: 0 });
        await turnStarts(run, 'GREEN 2');
        await letGoOn();

        expect(await run.ended).toMatchObject({ exitCode: 1 });
        expect(recordsOf(project, 'operator.guided')).toMatchObject([{ text: 'Be quiet.' }]);
        expectNoCommand(project);
        const received = readFileSync(join(home, 'hammered'), 'utf8').trimEnd().split('\n');
        expect(received.filter((line) => line.startsWith('{') && !line.includes('"during_turn"'))).toEqual([]);
        expect(received.length).toBeGreaterThan(1);
        await vi.waitFor(() => expect(findMarkedWith(`DUALGATE_RUN=${runOf(project)}`)).toEqual([]), {
          timeout: 20_000,
        });
      },
    );

    slow('is refused through its tests, while an operator waits', async ({ home }) => {
      const sneak = `import { appendFileSync } from 'node:fs';
import { say } from '../../say.mjs';
const { DUALGATE_RUN: run } = process.env;
if (run !== undefined) appendFileSync('../heard', await say(run, ${JSON.stringify(SKIP_LINE)}));
`;
      const RED: Files = { ...WORK.RED, 'checks/shout.test.mjs': sneak + WORK.RED['checks/shout.test.mjs'] };
      const project = await aProject(home, {
        agent: shell(READ_THE_PROMPT, WAIT_TO_GO_ON, DO_THE_WORK, SAY_YES),
        work: { ...WORK, RED },
        config: { phases: phases({ RED: {}, GREEN: {} }) },
      });
      await write(home, { 'say.mjs': SAY });
      const { letGoOn } = await aFifo(project.agent);
      const run = startProgram(project, 'run', '--json', '--agent-output');
      await turnStarts(run, 'RED 1');
      expect(await sendDuringTurn(project, letGoOn, 'guide', 'Go on.')).toMatchObject({ exitCode: 0 });
      await turnStarts(run, 'GREEN 1');
      await letGoOn();

      expect(await run.ended).toMatchObject({ exitCode: 0 });
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
      expectNoCommand(project);
      const refused = (phase: string) => ({
        ok: false,
        code: 'during_turn',
        says: `The tests are running (${phase}, iteration 1).`,
      });
      const received = readFileSync(join(home, 'heard'), 'utf8').trimEnd().split('\n');
      expect(received.map((line) => JSON.parse(line))).toEqual([refused('RED'), refused('GREEN'), refused('GREEN')]);
    });
  },
);
