import { beforeEach, describe, expect, test } from 'vitest';
import { prove } from '../../../src/proof/prove/prove.ts';
import type { RunProof } from '../../../src/proof/prove/prove-run.ts';
import { createRun } from '../../../src/run/create-run.ts';
import { git, hasGit, write } from '../../evidence/a-repository.ts';
import { aCommittingWorkspace, commitsOf, honestTurns } from '../../run/a-committing-workspace.ts';
import { HONEST, type ScriptedTurn, withAnchorsAside } from '../../run/a-workspace.ts';

const BRANCH = 'dualgate/spec';

/** The repository of a whole run, and its base. */
const aRun = async (turns: readonly ScriptedTurn[] = honestTurns()) => {
  const { folder, config } = await aCommittingWorkspace(turns);
  const base = await git(folder, 'rev-parse', 'HEAD');
  const { status } = await createRun({ config }).ended;
  expect(status).toBe('completed');
  return { folder, base };
};

const proveIn = (folder: string, tip = BRANCH): Promise<RunProof> => prove({ folder, of: tip });

/** Claim → what speaks against it; of those that do not hold. */
const against = ({ claims }: RunProof) =>
  Object.fromEntries(claims.filter(({ holds }) => !holds).map(({ id, because }) => [id, because]));

/** Makes the commits of the branch anew, each as `change` has it: what somebody does who rewrites a branch. */
const rewrite = async (
  folder: string,
  base: string,
  change: (phase: string) => Readonly<Record<string, string>> | 'drop' | null,
): Promise<string> => {
  const commits = await commitsOf(folder, BRANCH, base);
  await git(folder, 'checkout', '--quiet', '--detach', base);
  const carried: Record<string, string> = {};
  for (const { commit, subject, message } of commits) {
    const changed = change(subject.split(':')[0] ?? '');
    if (changed === 'drop') continue;
    await git(folder, 'read-tree', '--reset', '-u', commit);
    Object.assign(carried, changed);
    await write(folder, carried);
    await git(folder, 'add', '--all');
    await git(folder, 'commit', '--quiet', '--allow-empty', '--no-verify', '--message', message);
  }
  return git(folder, 'rev-parse', 'HEAD');
};

describe.skipIf(!hasGit)('the commits of a run (needs git)', { timeout: 120_000 }, () => {
  beforeEach(withAnchorsAside);

  test('are proven in a fresh clone, without ledger and workspace', async () => {
    const { folder } = await aRun();
    const clone = `${folder}/clone`;
    await git(folder, 'clone', '--quiet', '--no-local', '--branch', BRANCH, folder, clone);
    const proof = await proveIn(clone, 'HEAD');
    expect(against(proof)).toEqual({});
    expect(proof.holds).toBe(true);
    expect(proof.claims.map(({ id }) => id)).toEqual([
      'commits',
      'unforced',
      'start',
      'RED tests',
      'RED freeze',
      'GREEN tests',
      'GREEN freeze',
      'REFACTOR tests',
      'REFACTOR freeze',
      'DOCUMENT tests',
      'DOCUMENT freeze',
      'DOCUMENT documents',
      'sources',
    ]);
    expect(proof.tests.fail_to_pass).toEqual(['test/one.test.js > AC-1: one is 1']);
  });

  test('are not proven when one of them was changed by hand', async () => {
    const { folder, base } = await aRun();
    const tip = await rewrite(folder, base, (phase) =>
      phase === 'REFACTOR' ? { 'src/one.js': 'export const one = () => 2 - 1;\n' } : null,
    );
    expect(against(await proveIn(folder, tip))).toEqual({
      sources: [
        expect.stringMatching(/^REFACTOR \([0-9a-f]{12}\) does not hold the sources/),
        expect.stringMatching(/^DOCUMENT /),
      ],
    });
  });

  test('are not proven when the tests were weakened between RED and GREEN', async () => {
    const { folder, base } = await aRun();
    const weak = "import { test } from 'node:test';\ntest('AC-1: one is 1', () => {});\n";
    const tip = await rewrite(folder, base, (phase) => (phase === 'GREEN' ? { 'test/one.test.js': weak } : null));
    expect(against(await proveIn(folder, tip))['GREEN freeze']).toEqual(['test/one.test.js was changed']);
  });

  test('are not proven when a test passed before the code', async () => {
    const { folder, base } = await aRun();
    const tip = await rewrite(folder, base, (phase) => (phase === 'RED' ? HONEST.GREEN.write : null));
    expect(against(await proveIn(folder, tip))['RED tests']).toEqual([
      'passed before there was code for it: test/one.test.js > AC-1: one is 1',
    ]);
  });

  test('are not proven when one is missing', async () => {
    const { folder, base } = await aRun();
    const tip = await rewrite(folder, base, (phase) => (phase === 'GREEN' ? 'drop' : null));
    expect(against(await proveIn(folder, tip))).toEqual({ commits: ['the exit of GREEN has no commit'] });
  });

  test('are not proven while the last is still missing', async () => {
    const { folder } = await aRun();
    expect(against(await proveIn(folder, `${BRANCH}~1`))).toEqual({ commits: ['the exit of DOCUMENT has no commit'] });
  });

  test('are not proven when a phase was forced, and it is named', async () => {
    const { folder, base } = await aRun();
    await git(folder, 'checkout', '--quiet', '--detach', `${BRANCH}~1`);
    const message = (await commitsOf(folder, BRANCH, base)).at(-1)?.message ?? '';
    const forced = message.replace(/^Dualgate-Iteration: .*$/m, '').replace(/\n+(Dualgate-Record)/, '\n$1');
    await git(
      folder,
      'commit',
      '--quiet',
      '--allow-empty',
      '--message',
      `${forced.trimEnd()}\nDualgate-Forced: Bea: no time\n`,
    );
    expect(against(await proveIn(folder, 'HEAD'))['unforced']).toEqual(['DOCUMENT was forced by Bea: no time']);
  });

  test('are not proven when the config asks for less later on', async () => {
    const { folder, base } = await aRun();
    const tip = await rewrite(folder, base, (phase) =>
      phase === 'GREEN' ? { 'spec.md': '- [ ] AC-1: anything\n' } : null,
    );
    expect(against(await proveIn(folder, tip))['GREEN freeze']).toEqual(['spec.md was changed']);
  });

  test('of a branch that is no run are refused, with the way out', async () => {
    const { folder } = await aRun();
    await expect(proveIn(folder, 'HEAD~5')).rejects.toThrow(/no run has a commit in its history.*--base COMMIT/);
  });
});
