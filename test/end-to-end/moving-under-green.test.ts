import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { inTurn } from '../pick-some.ts';
import { aProject, phases, type Project, type ProjectOptions, WORK } from './a-project.ts';
import { DO_THE_WORK, honestBut, READ_THE_PROMPT, SAY_YES, shell } from './a-shell-agent.ts';
import { pathOf, recordsOf } from './read-project.ts';
import { runProgram } from './run-program.ts';

const slow = inTurn(3, test);

/** Everything between the two gates and the breaker has its default. */
const AS_A_USER_HAS_IT = { mutation_check: undefined, circuit_breaker: undefined };

const project = (home: string, { config = {}, ...options }: ProjectOptions): Promise<Project> =>
  aProject(home, { ...options, config: { ...AS_A_USER_HAS_IT, ...config } });

const roadmap = (plans: number) => ({
  'ROADMAP.md': `# Roadmap\n\n${Array.from({ length: plans }, (_, i) => `- [ ] Plan ${i + 1}\n`).join('')}`,
});
const edit = (program: string, file: string) =>
  `awk '${program}' ${file} > "$HOME/edited" && cat "$HOME/edited" > ${file}`;
const TICK_ONE = edit('!done && sub(/- \\[ \\]/, "- [x]") { done = 1 } { print }', 'ROADMAP.md');
const UNTICK_ALL = edit('{ sub(/- \\[x\\]/, "- [ ]"); print }', 'ROADMAP.md');
const COUNT_IN_A_FILE = 'echo "export const turn = $DUALGATE_ITERATION;" > lib/turn.mjs';
const KILL_THE_LOOP_ONCE =
  'if [ "$DUALGATE_ITERATION" = 3 ] && mkdir "$HOME/been" 2> /dev/null; then kill -9 $PPID; sleep 1; exit 1; fi';

/** Claims success in each turn, whatever else it does in GREEN. */
const inGreen = (...lines: readonly string[]): string =>
  shell(READ_THE_PROMPT, DO_THE_WORK, 'if [ "$DUALGATE_PHASE" = GREEN ]; then', ...lines, 'fi', SAY_YES);

const greenOf = (it: Project): readonly string[] => pathOf(it).filter((step) => step.startsWith('GREEN'));
const haltOf = (it: Project) => recordsOf(it, 'iteration.decided').at(-1)?.decision.halt;
const held = (phase: string, times: number): readonly string[] =>
  Array.from({ length: times }, (_, i) => `${phase} ${i + 1} held`);

describe.skipIf(!hasGit)(
  'an agent that says yes in each turn while no test fails (needs git)',
  { concurrent: true },
  () => {
    slow('completes five plans that it ticks one a turn; the run replays to the same answer', async ({ home }) => {
      const it = await project(home, { agent: inGreen(TICK_ONE), files: roadmap(5), config: { preset: 'gsd' } });
      expect(await runProgram(it, 'run')).toMatchObject({ exitCode: 0 });
      expect(greenOf(it)).toEqual([...held('GREEN', 4), 'GREEN 5 exited']);
      expect(await runProgram(it, 'replay')).toMatchObject({ exitCode: 0 });
    });

    slow('leaves REFACTOR at max_refactor_iterations', async ({ home }) => {
      const it = await project(home, {
        agent: honestBut(
          'REFACTOR',
          COUNT_IN_A_FILE,
          SAY_YES.replace('REFACTORING_COMPLETE: true', 'REFACTORING_COMPLETE: false'),
        ),
        config: { phases: phases({ RED: {}, GREEN: {}, REFACTOR: {} }) },
      });
      expect(await runProgram(it, 'run')).toMatchObject({ exitCode: 0 });
      expect(pathOf(it)).toEqual(['RED 1 exited', 'GREEN 1 exited', ...held('REFACTOR', 4), 'REFACTOR 5 exited']);
    });

    slow('completes DOCUMENT with one document a turn', async ({ home }) => {
      const [architecture, decision, usage] = [
        'docs/architecture.md',
        'docs/decisions/0001-one-mark.md',
        'docs/usage.md',
      ];
      const from = '$(dirname "$0")/DOCUMENT';
      const it = await project(home, {
        agent: honestBut(
          'DOCUMENT',
          'mkdir -p docs/decisions',
          'case "$DUALGATE_ITERATION" in',
          `1) cp "${from}/${usage}" docs/;;`,
          `2) cp "${from}/docs/errors.md" docs/;;`,
          `3) cp "${from}/${decision}" docs/decisions/;;`,
          `*) cp "${from}/${architecture}" docs/;;`,
          'esac',
          SAY_YES,
        ),
        work: {
          ...WORK,
          DOCUMENT: {
            ...WORK.DOCUMENT,
            'docs/errors.md':
              '# Errors\n\nThe function throws when it is given anything but a text; no other error is known, and none is caught by it.\n',
          },
        },
      });
      expect(await runProgram(it, 'run')).toMatchObject({ exitCode: 0 });
      expect(pathOf(it).slice(3)).toEqual([...held('DOCUMENT', 3), 'DOCUMENT 4 exited']);
    });

    slow('reaches a stagnation_threshold of 5', async ({ home }) => {
      const it = await project(home, {
        agent: inGreen(TICK_ONE),
        files: roadmap(9),
        config: { preset: 'gsd', circuit_breaker: { stagnation_threshold: 5 } },
      });
      expect(await runProgram(it, 'run')).toMatchObject({ exitCode: 1 });
      expect(greenOf(it)).toEqual(held('GREEN', 5));
      expect(recordsOf(it, 'run.ended').at(-1)?.why).toMatch(/^Exit gate not passing: 5 iterations/);
    });
  },
);

describe.skipIf(!hasGit)('an agent that only seems to move while it says yes (needs git)', { concurrent: true }, () => {
  slow('is halted at the third yes when all that moves is a counter in a file', async ({ home }) => {
    const it = await project(home, { agent: inGreen(COUNT_IN_A_FILE), files: roadmap(5), config: { preset: 'gsd' } });
    expect(await runProgram(it, 'run')).toMatchObject({ exitCode: 4 });
    expect(greenOf(it)).toEqual(held('GREEN', 3));
    expect(haltOf(it)).toEqual({
      code: 'premature_signal',
      says: 'The agent signalled in 3 iterations in a row that it is done, but gate 1 is not satisfied: plans_remaining == 0',
    });
  });

  slow(
    'is halted in REFACTOR at the third yes when a frozen test is changed: its limit leads to no exit',
    async ({ home }) => {
      const it = await project(home, {
        agent: honestBut(
          'REFACTOR',
          COUNT_IN_A_FILE,
          "echo '// weaker' >> checks/shout.test.mjs; echo 'export {};' >> checks/shout.test.mjs",
          SAY_YES.replace('REFACTORING_COMPLETE: true', 'REFACTORING_COMPLETE: false'),
        ),
        config: { phases: phases({ RED: {}, GREEN: {}, REFACTOR: {} }) },
      });
      expect(await runProgram(it, 'run')).toMatchObject({ exitCode: 4 });
      expect(pathOf(it).slice(2)).toEqual(held('REFACTOR', 3));
      expect(haltOf(it)).toMatchObject({ code: 'premature_signal' });
    },
  );

  slow(
    'buys one iteration with a plan that is ticked, unticked and ticked again, although the loop is killed between',
    async ({ home }) => {
      const it = await project(home, {
        agent: inGreen(
          KILL_THE_LOOP_ONCE,
          COUNT_IN_A_FILE,
          `case "$DUALGATE_ITERATION" in *[02468]) ${TICK_ONE};; *) ${UNTICK_ALL};; esac`,
        ),
        files: roadmap(3),
        config: { preset: 'gsd' },
      });
      expect(await runProgram(it, 'run')).toMatchObject({ exitCode: null });
      expect(await runProgram(it, 'run')).toMatchObject({ exitCode: 4 });
      expect(greenOf(it)).toEqual(held('GREEN', 4));
      expect(
        recordsOf(it, 'iteration.decided')
          .slice(1)
          .map(({ record }) => record.metrics.plans_remaining),
      ).toEqual([3, 2, 3, 2]);
      expect(await runProgram(it, 'replay')).toMatchObject({ exitCode: 0 });
    },
  );
});
