import { execa } from 'execa';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { inTurn, SEED } from '../pick-some.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, type Project, write } from './a-project.ts';
import { DO_THE_WORK, READ_THE_PROMPT, SAY_YES, shell } from './a-shell-agent.ts';
import { lastDecision, pathOf, recordsOf } from './read-project.ts';
import { runProgram } from './run-program.ts';

const OLD = `import { test } from 'node:test';
test('what was there before passes', () => {});
test.todo('what nobody has written yet');
`;
/** Does the work of each phase, and in REFACTOR moves the folder of the tests. */
const MOVES_THE_TESTS = shell(
  READ_THE_PROMPT,
  DO_THE_WORK,
  '[ "$DUALGATE_PHASE" = REFACTOR ] && mv checks spec',
  SAY_YES,
);

/** Passes, and asks for nothing. */
const WEAK = "import { test } from 'node:test'; test('AC-1: a word is shouted in capitals', () => {});";

const aCommittingProject = async (home: string, agent = MOVES_THE_TESTS): Promise<Project> => {
  await write(home, { '.gitconfig': '[user]\n\tname = Bea\n\temail = bea@example.org\n' });
  return aProject(home, {
    agent,
    files: { 'old/old.test.mjs': OLD },
    // As one has it who sets nothing but this.
    config: { commits: true, mutation_check: undefined, circuit_breaker: undefined },
  });
};

const Proof = z.object({
  holds: z.boolean(),
  notes: z.array(z.string()),
  claims: z.array(z.object({ id: z.string(), says: z.string(), because: z.array(z.string()) })),
});

const prove = async (project: Project, ...options: readonly string[]) => {
  const { exitCode, stdout, stderr } = await runProgram(project, 'prove', '--json', ...options);
  const { holds, notes, claims } = Proof.parse(
    JSON.parse(stdout === '' ? `{ "stderr": ${JSON.stringify(stderr)} }` : stdout),
  );
  const against = Object.fromEntries(
    claims.filter(({ because }) => because.length > 0).map((each) => [each.id, each.because]),
  );
  return { exitCode, holds, notes, against, says: Object.fromEntries(claims.map(({ id, says }) => [id, says])) };
};

const git = async ({ home, workspace }: Project, args: readonly string[], input = ''): Promise<string> =>
  (
    await execa('git', args, {
      cwd: workspace,
      env: { PATH: process.env['PATH'] ?? '', HOME: home },
      extendEnv: false,
      input,
    })
  ).stdout;

/** Makes every commit of the run anew, on top of each other; `change` may give one another tree and message. */
const rebuild = async (
  project: Project,
  change: (commit: string, message: string) => Promise<{ readonly tree?: string; readonly message?: string }>,
): Promise<readonly string[]> => {
  let parent = recordsOf(project, 'run.started')[0]?.branch?.base ?? '';
  const made: string[] = [];
  for (const { commit } of recordsOf(project, 'work.committed')) {
    const message = await git(project, ['log', '-1', '--format=%B', commit]);
    const { tree = `${commit}^{tree}`, message: words = message } = await change(commit, message);
    parent = await git(project, ['commit-tree', await git(project, ['rev-parse', tree]), '-p', parent], words);
    made.push(parent);
  }
  await git(project, ['reset', '--quiet', '--hard', parent]);
  return made;
};

const FORGED = "export const shout = (word) => (word === 'no' ? 'NO!' : 'NO!');\n";

/** Each takes a minute: ordinary runs try one of them. */
const inItsTurn = inTurn(2, test);
const MINUTES_15 = 900_000;

describe.skipIf(!hasGit)(`the proof of a run (needs git; ${SEED})`, () => {
  inItsTurn(
    'holds when the tests moved in REFACTOR, counts what passed, and refuses a forged exit with the ledger at hand',
    async ({ home }) => {
      const project = await aCommittingProject(home);
      const { exitCode, stderr } = await runProgram(project, 'run');
      expect(exitCode, stderr).toBe(0);

      const honest = await prove(project);
      expect(honest).toMatchObject({ exitCode: 0, holds: true, against: {} });
      expect(honest.says).toMatchObject({
        start: 'the earlier suite is sound: 1 of its tests pass, 1 skipped',
        'GREEN tests': '3 of 4 tests pass, 1 skipped, in two runs',
        'REFACTOR tests': '3 of 4 tests pass, 1 skipped, in two runs',
        'REFACTOR freeze': 'spec, config, runner files and frozen tests are unchanged, 1 file renamed',
        'DOCUMENT freeze': 'spec, config, runner files and frozen tests are unchanged, 1 file renamed',
      });

      // Somebody works on, on top of it: what was measured is still there.
      await write(project.workspace, { 'lib/later.mjs': 'export const later = true;\n' });
      await git(project, ['add', '--all']);
      await git(project, ['commit', '--quiet', '--message', 'Later']);
      expect(await prove(project, '--no-mutation-check')).toMatchObject({ exitCode: 0, against: {} });

      const recorded = recordsOf(project, 'work.committed').map(({ commit }) => commit);
      const rebuilt = await rebuild(project, async (_, message) => ({
        message: message.replace('\n\n', ', signed off\n\n'),
      }));
      const twin = await prove(project, '--no-mutation-check');
      expect(twin).toMatchObject({ exitCode: 0, against: {} });
      expect(twin.notes.filter((note) => note.includes('was rebuilt from'))).toEqual(
        rebuilt.map((commit, at) =>
          expect.stringMatching(new RegExp(`\\(${commit.slice(0, 12)}\\) was rebuilt from ${recorded[at] ?? ''}, `)),
        ),
      );

      // The cheat: GREEN's message over other code, with the fingerprint that a check of it prints.
      const [, , green = ''] = recorded;
      await git(project, ['reset', '--quiet', '--hard', green]);
      await write(project.workspace, { 'lib/shout.mjs': FORGED });
      await git(project, ['add', '--all']);
      const tree = await git(project, ['write-tree']);
      const checked = await runProgram(project, 'check', 'GREEN', '--json');
      const sources = /"after":"([0-9a-f]{64})"/.exec(checked.stdout)?.[1] ?? '';
      await rebuild(project, async (commit, message) =>
        commit === green ? { tree, message: message.replace(/^(Dualgate-Sources: ).*$/m, `$1${sources}`) } : {},
      );
      const { exitCode: refused, against } = await prove(project, '--no-mutation-check');
      const measured = await git(project, ['rev-parse', `${green}^{tree}`]);
      expect({ refused, against }).toEqual({
        refused: 1,
        against: {
          ledger: [
            expect.stringMatching(
              new RegExp(
                `^the commit of GREEN .* has Dualgate-Sources ${sources}, but record \\d+ of the ledger has [0-9a-f]{64}$`,
              ),
            ),
            expect.stringMatching(
              new RegExp(
                `^the commit of GREEN .* has the tree ${tree}, but record \\d+ of the ledger has ${measured}$`,
              ),
            ),
          ],
        },
      });

      // And the same with the tests: moved, and made to ask for nothing.
      const [, , , refactor = ''] = recorded;
      await git(project, ['reset', '--quiet', '--hard', refactor]);
      await write(project.workspace, { 'spec/shout.test.mjs': WEAK });
      await git(project, ['add', '--all']);
      const weak = await git(project, ['write-tree']);
      await rebuild(project, async (commit) => (commit === refactor ? { tree: weak } : {}));
      expect((await prove(project, '--no-mutation-check')).against).toMatchObject({
        'REFACTOR freeze': ['checks/shout.test.mjs was removed'],
      });
    },
    MINUTES_15,
  );

  inItsTurn(
    'the loop refuses, as the proof does, that a test is moved and weakened',
    async ({ home }) => {
      const weaken = ['mkdir -p spec', `printf '%s' "${WEAK}" > spec/shout.test.mjs`, 'rm -rf checks'];
      const agent = shell(
        READ_THE_PROMPT,
        DO_THE_WORK,
        `if [ "$DUALGATE_PHASE" = REFACTOR ]; then ${weaken.join('; ')}; fi`,
        SAY_YES,
      );
      const project = await aCommittingProject(home, agent);
      expect((await runProgram(project, 'run')).exitCode).not.toBe(0);
      expect(pathOf(project)).toContain('GREEN 1 exited');
      expect(lastDecision(project)).toMatchObject({
        can_exit: false,
        notes: expect.arrayContaining(['checks/shout.test.mjs was removed after it was frozen: restore it.']),
      });
    },
    MINUTES_15,
  );
});
