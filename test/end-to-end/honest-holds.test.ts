import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project } from './a-project.ts';
import { DO_THE_WORK, SAY_YES, shell } from './a-shell-agent.ts';
import { lastDecision, pathOf } from './read-project.ts';
import { runProgram } from './run-program.ts';

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
    test(`holds, and the next prompt, the pipe and explain name the problem: ${title}`, async ({ home }) => {
      const project = await aProject(home, { agent: firstSaying(...lines), config: { phases: ONLY_RED } });

      const run = await runProgram(project, 'run');

      expect(pathOf(project)).toEqual(['RED 1 held', 'RED 2 exited']);
      expect(await promptOf(project, 'RED-2')).toContain(advice);
      expect(run.stdout).toContain(advice);
      expect((await runProgram(project, 'explain', 'RED', '1')).stdout).toContain(advice);
    });
  }

  test('the honest twin: prose with the keys beside a good block exits, and nothing is said about it', async ({
    home,
  }) => {
    const prose = "printf '%s\\n' '- EXIT_SIGNAL: true when all tests fail' '- STATUS: COMPLETE' ''";
    const agent = shell(KEEP_THE_PROMPT, DO_THE_WORK, prose, SAY_YES);
    const project = await aProject(home, { agent, config: { phases: ONLY_RED } });

    const run = await runProgram(project, 'run');

    expect(pathOf(project)).toEqual(['RED 1 exited']);
    expect(lastDecision(project)).toMatchObject({ can_exit: true, signal: 'explicit_true' });
    expect(run.stdout).not.toContain('of the message');
  });
});
