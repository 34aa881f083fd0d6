import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { takeLock } from '../../src/ledger/lock.ts';
import { writeView } from '../../src/ledger/write-view.ts';
import { UNSTARTED } from '../../src/records/fold/work-state.ts';
import { createRunFolders, runFolders } from '../../src/records/run-folders.ts';
import { reportEnd } from '../../src/run/end-run.ts';
import { parse } from '../project/config/a-config.ts';

const RUN = '20261122-072752-3ca074';
const now = () => new Date('2026-01-13T10:30:00Z');
const THEIRS = '# dualgate\n\nStatus: RUNNING\n';

/** STATE.md after a run broke. @param isLocked - whether another run has the workspace by then */
const pageAfter = async ({ isLocked }: { readonly isLocked: boolean }): Promise<string> => {
  const workspace = mkdtempSync(join(tmpdir(), 'dualgate-'));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  const folders = runFolders(workspace, RUN);
  createRunFolders(folders);
  const lock = isLocked ? takeLock(folders.lock, { run: 'another', now }) : null;
  onTestFinished(() => lock?.release());
  writeView(folders.statePage, THEIRS);
  const config = parse('work: { spec: s.md }\nagent: { command: a }\ntests: { command: node --test }\n');
  const journal = { state: () => UNSTARTED, phase: () => null };
  const live = Promise.reject(new Error('the disk is gone'));
  const ended = reportEnd(live, { run: RUN, config, folders, journal, now, onNotice: () => {} });
  await expect(ended).rejects.toThrow('the disk is gone');
  return readFileSync(folders.statePage, 'utf8');
};

test('a run that broke says so in STATE.md, unless another run has the workspace by then', async () => {
  expect(await pageAfter({ isLocked: false })).toContain('Status: CRASHED');
  expect(await pageAfter({ isLocked: true })).toBe(THEIRS);
});
