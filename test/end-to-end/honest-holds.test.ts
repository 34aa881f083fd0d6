import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project } from './a-project.ts';
import { DO_THE_WORK, SAY_YES, shell } from './a-shell-agent.ts';
import { lastDecision, pathOf } from './read-project.ts';
import { runProgram } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(2, test);

/** Keeps the prompt of each turn beside the agent. */
const KEEP_THE_PROMPT = 'cat > "$(dirname "$0")/prompt-$DUALGATE_PHASE-$DUALGATE_ITERATION"';
const promptOf = ({ agent }: Project, turn: string): Promise<string> => readFile(join(agent, `prompt-${turn}`), 'utf8');

const ONLY_RED = phases({ RED: { limits: { max_iterations: 2 } } });

/** In the first turn these lines, later an honest block. */
const firstSaying = (...lines: readonly string[]): string =>
  shell(KEEP_THE_PROMPT, DO_THE_WORK, 'if [ "$DUALGATE_ITERATION" = 1 ]; then', ...lines, 'else', SAY_YES, 'fi');

describe.skipIf(!hasGit)('a status block that is nearly right (needs git)', { concurrent: true }, () => {
  const NEARLY: readonly (readonly [title: string, lines: readonly string[], advice: string])[] = [
    [
      'its keys in a list and bold, without markers',
      ['printf "%s\\n" "- **NONCE**: $DUALGATE_NONCE" "- **STATUS**: COMPLETE" "- **EXIT_SIGNAL**: true"'],
      'EXIT_SIGNAL on line 3 of the message is not in a status block: print the line ---PRP_PHASE_STATUS--- first, then the block as the prompt shows it. It is also in a list and bold.',
    ],
    [
      'its keys indented between the markers',
      [`{\n${SAY_YES}\n} | sed 's/^\\([A-Z]\\)/  \\1/'`],
      'EXIT_SIGNAL on line 7 of the message is indented: print EXIT_SIGNAL: true as plain text, from the start of the line',
    ],
  ];

  for (const [title, lines, advice] of NEARLY) {
    slow(`holds, and the next prompt, the pipe and explain name the problem: ${title}`, async ({ home }) => {
      const project = await aProject(home, { agent: firstSaying(...lines), config: { phases: ONLY_RED } });

      const run = await runProgram(project, 'run');

      expect(pathOf(project)).toEqual(['RED 1 held', 'RED 2 exited']);
      expect(await promptOf(project, 'RED-2')).toContain(advice);
      expect(run.stdout).toContain(advice);
      expect((await runProgram(project, 'explain', 'RED', '1')).stdout).toContain(advice);
    });
  }

  slow(
    'the honest twin: prose with the keys beside a good block exits, and nothing is said about it',
    async ({ home }) => {
      const prose = "printf '%s\\n' '- EXIT_SIGNAL: true when all tests fail' '- STATUS: COMPLETE' ''";
      const agent = shell(KEEP_THE_PROMPT, DO_THE_WORK, prose, SAY_YES);
      const project = await aProject(home, { agent, config: { phases: ONLY_RED } });

      const run = await runProgram(project, 'run');

      expect(pathOf(project)).toEqual(['RED 1 exited']);
      expect(lastDecision(project)).toMatchObject({ can_exit: true, signal: 'explicit_true' });
      expect(run.stdout).not.toContain('of the message');
    },
  );
});

describe.skipIf(!hasGit)('a hold that only a person can lift (needs git)', { concurrent: true }, () => {
  const DAMAGE: readonly (readonly [title: string, line: string, files: readonly string[], names: string])[] = [
    [
      'a frozen test is edited',
      `sed -i.bak 's/capitals/big letters/' checks/shout.test.mjs && rm checks/shout.test.mjs.bak`,
      ['checks/shout.test.mjs', '--tests'],
      'checks/shout.test.mjs was changed after it was frozen: restore it, or accept it',
    ],
    [
      'a runner is configured',
      `printf 'export default {};\\n' > vitest.config.mjs`,
      ['vitest.config.mjs'],
      'vitest.config.mjs was added where no file is allowed: remove it.',
    ],
  ];

  for (const [title, line, words, names] of DAMAGE) {
    slow(`says so at once, with the command that lifts it: ${title}`, async ({ home }) => {
      const agent = shell(
        KEEP_THE_PROMPT,
        DO_THE_WORK,
        `if [ "$DUALGATE_PHASE-$DUALGATE_ITERATION" = GREEN-1 ]; then\n${line}\nfi`,
        SAY_YES,
      );
      const limits = { max_iterations: 2 };
      const project = await aProject(home, { agent, config: { phases: phases({ RED: {}, GREEN: { limits } }) } });
      const command = `dualgate accept ${words.join(' ')} -m "why"`;
      const wayOut = `The agent must undo this, or report BLOCKED if it cannot or if the work needs the change. Only an operator can accept it (${command}).`;

      const run = await runProgram(project, 'run');

      expect(run.stdout).toContain(names);
      expect(run.stdout).toContain(wayOut);
      expect(await promptOf(project, 'GREEN-2')).toContain(wayOut);
      expect((await runProgram(project, 'explain', 'GREEN', '1')).stdout).toContain(wayOut);
      expect((await runProgram(project, 'report')).stdout).toContain(command);
      const status = await runProgram(project, 'status');
      expect(status.stdout).toContain(wayOut);
      expect(status.stdout).toContain(`\n  ${command}`);

      expect(await runProgram(project, 'accept', ...words, '-m', 'fine')).toMatchObject({ exitCode: 0 });
      expect(await runProgram(project, 'resume')).toMatchObject({ exitCode: 0 });
    });
  }

  slow(
    'is reported as BLOCKED by an honest agent that cannot undo it, and needs human input in that iteration',
    async ({ home }) => {
      const ask =
        "printf '%s\\n' ---PRP_PHASE_STATUS--- \"NONCE: $DUALGATE_NONCE\" 'STATUS: BLOCKED' 'BLOCKERS:' '  - the runner needs a config' 'EXIT_SIGNAL: false' ---END_PRP_PHASE_STATUS---";
      const agent = shell(
        KEEP_THE_PROMPT,
        DO_THE_WORK,
        "printf 'export default { test: { retry: 1 } };\\n' > vitest.config.mjs",
        `if grep -q 'report BLOCKED if it cannot' "$(dirname "$0")/prompt-RED-$DUALGATE_ITERATION"; then ${ask}`,
        `else\n${SAY_YES}\nfi`,
      );
      const project = await aProject(home, { agent, config: { phases: phases({ RED: {} }) } });

      expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 4 });
      expect(pathOf(project)).toEqual(['RED 1 held', 'RED 2 held']);
    },
  );

  slow(
    'the honest twin: a run without one names no such command, and its first prompt says what is frozen and when',
    async ({ home }) => {
      const project = await aProject(home, {
        agent: shell(KEEP_THE_PROMPT, DO_THE_WORK, SAY_YES),
        config: { phases: phases({ RED: {}, GREEN: {} }) },
      });

      const run = await runProgram(project, 'run');

      expect(run.exitCode).toBe(0);
      expect(run.stdout).not.toContain('dualgate accept');
      expect((await runProgram(project, 'status')).stdout).not.toContain('dualgate accept');
      const when = 'When this phase is exited, its test files, snapshots and fixtures are frozen';
      expect(await promptOf(project, 'RED-1')).toContain(when);
      expect(await promptOf(project, 'GREEN-1')).not.toContain(when);
      expect(await promptOf(project, 'GREEN-1')).toContain('checks/shout.test.mjs');
    },
  );
});
