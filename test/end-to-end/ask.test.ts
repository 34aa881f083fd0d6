import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { CTRL_C, CTRL_D, hasTerminal, type OpenTerminal } from '../a-terminal.ts';
import { SEED, testSome } from '../pick-some.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, ONE_CHANCE, phases } from './a-project.ts';
import { DO_THE_WORK, honestBut, SAY_NO, SAY_YES, shell } from './a-shell-agent.ts';
import { readRecords } from './an-ending.ts';
import { pathOf, recordsOf, statusOf } from './read-project.ts';
import { openProgram, runProgram } from './run-program.ts';

const QUESTION = 'r, g, s, a or q? ';
const WHY = 'Why? (recorded in the ledger) ';

const answer = async (terminal: OpenTerminal, ...said: readonly (readonly [question: string, answer: string])[]) => {
  for (const [question, words] of said) {
    await terminal.until(question);
    terminal.type(words);
  }
};

describe.skipIf(!hasGit || !hasTerminal)(
  `--ask (needs git and a Python 3.9 with a pty; ${SEED})`,
  { concurrent: true },
  () => {
    test('reports why the work is halted, passes on guidance, and resumes in the same terminal', async ({ home }) => {
      const obeys = [
        'prompt=$(cat)',
        'case "$DUALGATE_PHASE$prompt" in RED* | *"use capitals"*)',
        DO_THE_WORK,
        SAY_YES,
      ];
      const project = await aProject(home, {
        agent: shell(...obeys, ';; *)', SAY_NO, ';; esac'),
        config: { phases: ONE_CHANCE },
      });
      const terminal = openProgram(project, 'run', '--ask');

      await terminal.until('GREEN waits for you after 1 decided iteration.');
      await terminal.until('- tests_failing == 0');
      await answer(
        terminal,
        [QUESTION, 'perhaps\r'],
        [QUESTION, 'g\r'],
        ['Message to the agent: ', '  \r'],
        ['The answer is empty: nothing changed.', ''],
        [QUESTION, 'guide\r'],
        ['Message to the agent: ', 'use capitals\r'],
      );
      await terminal.until('The agent reads it in each prompt until GREEN is exited.');

      expect(await terminal.ended).toMatchObject({ code: 0 });
      expect(recordsOf(project, 'operator.guided')).toEqual([
        { phase: 'GREEN', by: expect.any(String), text: 'use capitals' },
      ]);
      expect(recordsOf(project, 'run.ended').map(({ status }) => status)).toEqual(['stuck', 'completed']);
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held', 'GREEN 2 exited']);
      expect(await runProgram(project, 'verify')).toMatchObject({ exitCode: 0 });
    });

    test('is refused without a terminal to answer, and nothing starts', async ({ home }) => {
      const project = await aProject(home);

      expect(await runProgram(project, 'run', '--ask')).toEqual({
        exitCode: 64,
        stdout: '',
        stderr: "dualgate: Option '--ask' needs a terminal. See dualgate run --help.\n",
      });
      expect(await openProgram(project, 'run', '--ask', '--json').ended).toMatchObject({ code: 64 });
      expect(existsSync(join(project.workspace, '.dualgate'))).toBe(false);
    });

    testSome(
      {
        'resets, asks again, and quits at Ctrl+C and at the end of the input; resume --ask aborts': async (
          home: string,
        ) => {
          const project = await aProject(home, {
            agent: honestBut('RED', SAY_NO),
            config: { phases: phases({ RED: { limits: { max_iterations: 1 } } }) },
          });
          const first = openProgram(project, 'run', '--ask');
          await answer(first, [QUESTION, 'r\r'], [WHY, 'the vendor is back\r'], [QUESTION, CTRL_C]);
          expect(await first.ended).toMatchObject({ code: 1, seen: expect.stringContaining('dualgate resume') });

          const second = openProgram(project, 'resume', '--ask');
          await answer(second, [QUESTION, CTRL_D]);
          expect(await second.ended).toMatchObject({ code: 1 });
          expect(readRecords(project).filter(({ type }) => type.startsWith('operator.'))).toMatchObject([
            { type: 'operator.reset', data: { phase: 'RED', reason: 'the vendor is back' } },
            { type: 'operator.resumed' },
          ]);

          const third = openProgram(project, 'resume', '--ask');
          await answer(third, [QUESTION, 'a\r'], [WHY, 'the spec is wrong\r']);
          expect(await third.ended).toMatchObject({ code: 2 });
          expect(await statusOf(project)).toMatchObject({ phase: null, ending: { status: 'aborted' } });
        },

        'skips the last phase: the work is completed by a forced exit, and it shows': async (home: string) => {
          const project = await aProject(home, {
            agent: shell('cat > /dev/null; "$DUALGATE_SIGNAL" blocked --reason "no key"'),
            config: { phases: phases({ RED: {} }) },
          });
          const terminal = openProgram(project, 'run', '--ask');

          await answer(terminal, [QUESTION, 's\r'], [WHY, 'written by hand\r']);

          expect(await terminal.ended).toMatchObject({
            code: 0,
            seen: expect.stringContaining('Forced the exit of RED. The work is complete.'),
          });
          expect(await statusOf(project)).toMatchObject({
            ending: { status: 'completed' },
            forced_exits: [{ phase: 'RED', reason: 'written by hand' }],
          });
        },
      },
      2,
      (title, answers) => test(title, ({ home }) => answers(home)),
    );
  },
);
