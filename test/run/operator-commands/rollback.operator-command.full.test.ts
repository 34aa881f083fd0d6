import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRun } from '../../../src/run/create-run.ts';
import { sendOperatorCommand } from '../../../src/run/operator/send-operator-command.ts';
import { readRun } from '../../../src/view/read-run.ts';
import { replayRecords } from '../../../src/records/fold/fold-records.ts';
import { runFolders } from '../../../src/records/run-folders.ts';
import { readLedger, type LedgerRecord } from '../../../src/ledger/ledger-record.ts';
import { git, hasGit, write } from '../../evidence/a-repository.ts';
import { aCommittingWorkspace, commitsOf, honestTurns } from '../a-committing-workspace.ts';
import { aWorkspace, type Workspace, withAnchorsAside } from '../a-workspace.ts';
import { inTurn, pickOne } from '../../pick-some.ts';

const slow = inTurn(5, test);

const BY = { by: 'ann', reason: 'it went the wrong way' } as const;

/** A run that paused after REFACTOR. */
const aPausedRun = async (): Promise<Workspace & { readonly run: string; readonly base: string }> => {
  const workspace = await aCommittingWorkspace();
  const base = await git(workspace.folder, 'rev-parse', 'HEAD');
  const run = createRun({ config: workspace.config, until: 'REFACTOR' });
  expect(await run.ended).toMatchObject({ status: 'paused' });
  return { ...workspace, run: run.id, base };
};
const rollBack = ({ config, run }: Workspace & { readonly run: string }, phase: string) =>
  sendOperatorCommand({ config, run, command: { command: 'rollback', phase, ...BY } });
const subjects = async (folder: string, base: string) =>
  (await commitsOf(folder, 'dualgate/spec', base)).map(({ subject }) => subject.split(':')[0]);

describe.skipIf(!hasGit)('a rollback (needs git)', () => {
  beforeEach(withAnchorsAside);

  slow(
    'takes branch, files and work back to the exit, keeps the state before, and the work continues from it',
    async () => {
      const paused = await aPausedRun();
      const { folder, config, run, base } = paused;
      await write(folder, { 'notes/mine.txt': 'mine\n' });
      const taken = await rollBack(paused, 'RED');
      expect(taken).toMatchObject({ taken: true, live: false, recorded: ['operator.rolled_back', 'work.rolled_back'] });
      expect(readFileSync(join(folder, 'src/one.js'), 'utf8')).toBe('export const one = () => 0;\n');
      expect(existsSync(join(folder, 'notes'))).toBe(false);
      expect(await git(folder, 'status', '--porcelain')).toBe('');
      expect(await subjects(folder, base)).toEqual(['START', 'RED']);
      const { state, phase, status } = await readRun(config, run);
      expect(phase).toBe('GREEN');
      expect(status.rollbacks).toMatchObject([{ phase: 'RED', ...BY }]);
      const [kept = ''] = /refs\/dualgate\/\S+\w/.exec('says' in taken ? taken.says : '') ?? [];
      expect(await git(folder, 'show', `${kept}:notes/mine.txt`)).toBe('mine');
      expect(await git(folder, 'log', '-1', '--format=%s', `${kept}^`)).toBe('REFACTOR: 1 test passes');
      expect(Object.keys(state.exits)).toEqual(['RED']);

      const again = createRun({ config, resume: run });
      expect(await again.ended).toMatchObject({ status: 'completed' });
      expect(await subjects(folder, base)).toEqual(['START', 'RED', 'GREEN', 'REFACTOR', 'DOCUMENT']);
      expect(await git(folder, 'status', '--porcelain')).toBe('');
    },
  );

  slow('folds from the ledger to what it was alive', async () => {
    const paused = await aPausedRun();
    const { config, run } = paused;
    await rollBack(paused, 'GREEN');
    const records: LedgerRecord[] = [];
    for await (const record of readLedger(runFolders(config.folder, run).ledger)) records.push(record);
    const steps = [...replayRecords(records)];
    const back = steps.at(-1);
    const exit = steps.find(({ record }) => record.type === 'phase.exited' && record.data.phase === 'GREEN');
    expect(back?.phase).toBe('REFACTOR');
    const { frozen, tests, failing, phaseTree, baseline } = exit?.state ?? {};
    expect(back?.state).toMatchObject({ frozen, tests, failing, phaseTree, baseline, iteration: 0, held: null });
    expect((await readRun(config, run)).state).toEqual(back?.state);
  });

  slow('that a crash cut off is finished before anything else', async () => {
    const paused = await aPausedRun();
    const { folder, config, run, base } = paused;
    await rollBack(paused, 'RED');
    // As if the last record had never been written, nor anything been done to the files.
    const { ledger } = runFolders(folder, run);
    const lines = readFileSync(ledger, 'utf8').trimEnd().split('\n');
    expect(lines.at(-1)).toContain('"work.rolled_back"');
    writeFileSync(ledger, `${lines.slice(0, -1).join('\n')}\n`);
    await write(folder, { 'src/one.js': 'export const one = () => 7;\n' });
    const resumed = createRun({ config, resume: run, until: 'GREEN' });
    expect(await resumed.ended).toMatchObject({ status: 'paused' });
    expect(await subjects(folder, base)).toEqual(['START', 'RED', 'GREEN']);
  });

  slow('writes through no link that was put in the place of a folder', async () => {
    const paused = await aPausedRun();
    const { folder } = paused;
    const elsewhere = await aWorkspace();
    await git(folder, 'rm', '-r', '--quiet', '--force', 'src');
    await symlink(elsewhere.folder, join(folder, 'src'));
    await rollBack(paused, 'GREEN');
    expect(existsSync(join(elsewhere.folder, 'one.js'))).toBe(false);
    expect(readFileSync(join(folder, 'src/one.js'), 'utf8')).toBe('export const one = () => 1;\n');
  });

  const REFUSED = [
    [
      'a phase that was not left',
      'DOCUMENT',
      /^Cannot roll back to DOCUMENT: it was not exited in the run .*\. Choose one of RED, GREEN, REFACTOR\.$/,
    ],
    ['a phase that there is not', 'BLUE', /^Cannot roll back to BLUE: it was not exited/],
  ] as const;
  test.each(pickOne(REFUSED))('to %s is refused', async (_what, phase, says) => {
    const paused = await aPausedRun();
    await expect(rollBack(paused, phase)).rejects.toThrow(says);
    expect(await git(paused.folder, 'status', '--porcelain')).toBe('');
  });

  slow('of a run without commits is refused', async () => {
    const { config } = await aWorkspace(honestTurns());
    const run = createRun({ config, until: 'RED' });
    await run.ended;
    await expect(
      sendOperatorCommand({ config, run: run.id, command: { command: 'rollback', phase: 'RED', ...BY } }),
    ).rejects.toThrow(
      `Cannot roll back the work: the run ${run.id} makes no commits. Set commits: true for the next one.`,
    );
  });
});
