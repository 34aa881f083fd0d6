import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createLedger } from '../../../src/ledger/ledger.ts';
import { attachNote, createStatement } from '../../../src/prove/sign-statement.ts';
import { verifyCommits } from '../../../src/loop/commits/verify-commits.ts';
import { aFolder, aRepository, git, hasGit } from '../../evidence/a-repository.ts';
import { BRANCH, keepRuns, type ProvenRun } from '../../prove/a-proven-run.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(4, test);

vi.setConfig({ testTimeout: 180_000 });

/** The ledger with the same records, whole and well chained, as somebody makes it anew. */
const writeAnew = async ({ ledger }: Pick<ProvenRun, 'ledger'>): Promise<string> => {
  const anew = createLedger(`${ledger}.new`, { now: () => new Date('2026-01-01T00:00:00Z') });
  for (const line of (await readFile(ledger, 'utf8')).trimEnd().split('\n')) {
    const { type, data }: { readonly type: 'chart.halted'; readonly data: never } = JSON.parse(line);
    anew.append(type, data);
  }
  anew.close();
  return `${ledger}.new`;
};

const note = async (
  { folder }: Pick<ProvenRun, 'folder'>,
  onto: string,
  head: string,
  holds: boolean,
): Promise<void> => {
  await git(folder, 'config', 'user.name', 'Bea');
  await git(folder, 'config', 'user.email', 'bea@example.org');
  const claims = [{ id: 'sources', says: '', holds, because: [] }];
  const tests = { fail_to_pass: [], pass_to_pass: [], failed: [] };
  await attachNote(folder, onto, createStatement({ base: head, head, holds, claims, notes: [], tests }));
};

describe.skipIf(!hasGit)('ledger and commits of a run (needs git)', () => {
  beforeEach(withAnchorsAside);
  const aRun = keepRuns();

  slow('agree, and so does the note on the last', async () => {
    const run = await aRun();
    const head = await git(run.folder, 'rev-parse', 'HEAD');
    await note(run, head, head, true);
    expect(await verifyCommits(run.folder, run.ledger)).toEqual({ branch: BRANCH, commits: 5, problems: [] });
  });

  slow('agree with a statement in its signed envelope as with a bare one', async () => {
    const run = await aRun();
    const head = await git(run.folder, 'rev-parse', 'HEAD');
    await note(run, head, head, false);
    const payload = Buffer.from(await git(run.folder, 'notes', '--ref=dualgate', 'show', head)).toString('base64');
    await attachNote(run.folder, head, {
      payloadType: 'application/vnd.in-toto+json',
      payload,
      signatures: [{ keyid: 'a', sig: 'a' }],
    });
    expect((await verifyCommits(run.folder, run.ledger))?.problems.map(({ what }) => what)).toEqual([
      `the note on the commit of DOCUMENT (${head.slice(0, 12)}) reports that the work is not proven: claim:sources`,
    ]);
  });

  slow('do not agree when the branch was written anew: the commit that the ledger names is not on it', async () => {
    const { folder, ledger } = await aRun();
    const commit = await git(folder, 'rev-parse', 'HEAD');
    await git(folder, 'commit', '--quiet', '--amend', '--message', 'Better words');
    expect((await verifyCommits(folder, ledger))?.problems).toEqual([
      {
        code: 'commit_off_branch',
        commit,
        what: `the commit of DOCUMENT (${commit.slice(0, 12)}) is not on the branch ${BRANCH}`,
        advice: `See git log ${commit.slice(0, 12)}, and git reflog ${BRANCH} for the branch.`,
      },
    ]);
  });

  slow('do not agree when the branch is gone, unless another one, that is not of a run, has the commits', async () => {
    const { folder, ledger } = await aRun();
    await git(folder, 'checkout', '--quiet', '--detach');
    await git(folder, 'branch', '--quiet', '-D', BRANCH);
    await git(folder, 'branch', 'merged');
    expect((await verifyCommits(folder, ledger))?.problems).toEqual([]);
    await git(folder, 'branch', '--quiet', '-m', 'merged', 'dualgate/other');
    // The same files in one commit of somebody.
    await git(folder, 'branch', 'squashed', await git(folder, 'commit-tree', '-m', 'All', 'HEAD^{tree}'));
    const { problems = [] } = (await verifyCommits(folder, ledger)) ?? {};
    expect(problems.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'commit_off_branch'));
    expect(problems[0]?.what).toMatch(/^the branch dualgate\/spec is missing, and with it the commit of the start/);
  });

  slow('do not agree when the ledger was written anew: each commit names another record', async () => {
    const run = await aRun();
    const { problems = [] } = (await verifyCommits(run.folder, await writeAnew(run))) ?? {};
    expect(problems.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'commit_changed'));
    expect(problems[1]?.what).toMatch(
      /^the commit of RED \([0-9a-f]{12}\) names record \d+ [0-9a-f]{12}, but record \d+ of the ledger says otherwise$/,
    );
  });

  slow('do not agree where the commits are not at all', async () => {
    const { ledger } = await aRun();
    const { problems = [] } = (await verifyCommits(await aRepository(), ledger)) ?? {};
    expect(problems.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'commit_lost'));
  });

  slow(
    'do not agree with a note that says no on the last commit, is about another, or is not a statement',
    async () => {
      const run = await aRun();
      const { folder, ledger, base } = run;
      const [head, red] = [await git(folder, 'rev-parse', 'HEAD'), await git(folder, 'rev-parse', 'HEAD~3')];
      const ask = async () => (await verifyCommits(folder, ledger))?.problems.map(({ what }) => what);
      await note(run, red, red, false);
      expect(await ask()).toEqual([]);
      await note(run, head, head, false);
      const name = `the note on the commit of DOCUMENT (${head.slice(0, 12)})`;
      expect(await ask()).toEqual([`${name} reports that the work is not proven: claim:sources`]);
      await note(run, head, base, true);
      expect(await ask()).toEqual([`${name} is about ${base}`]);
      await git(folder, 'notes', '--ref=dualgate', 'add', '--force', '--message', 'All is well', head);
      expect(await ask()).toEqual([`${name} is not a statement`]);
    },
  );

  slow('are not asked where there is no repository, or the run made none', async () => {
    const { ledger } = await aRun();
    expect(await verifyCommits(await aFolder(), ledger)).toBe(null);
    const path = join(await aFolder(), 'ledger.jsonl');
    const other = createLedger(path, { now: () => new Date() });
    other.append('chart.halted', { phase: 'RED', why: 'why' });
    other.close();
    expect(await verifyCommits(await aRepository(), path)).toBe(null);
  });
});
