/** The commits of runs, played once for a file of tests: each test takes a clone of its own, and may rewrite it. */
import { cp, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { createRun } from '../../src/run/create-run.ts';
import { runFolders } from '../../src/records/run-folders.ts';
import { aFolder, git, write } from '../evidence/a-repository.ts';
import { aCommittingWorkspace, commitsOf } from '../run/a-committing-workspace.ts';
import type { ScriptedTurn } from '../run/a-workspace.ts';

export const BRANCH = 'dualgate/spec';

export interface ProvenRun {
  /** Absolute: a clone, with the branch of the run checked out. */
  readonly folder: string;
  /** The commit that the branch began at. */
  readonly base: string;
  readonly run: string;
  /** Absolute: a copy of its ledger. */
  readonly ledger: string;
}

/** To be called where tests are declared. A run with the same turns is not played again. */
export const keepRuns = (): ((turns?: readonly ScriptedTurn[], spoil?: Spoil, files?: Files) => Promise<ProvenRun>) => {
  const played = new Map<string, Promise<Kept>>();
  afterAll(async () => {
    for (const each of played.values()) {
      const home = await each.then((kept) => kept.home).catch(() => null);
      if (home !== null) await rm(home, { recursive: true, force: true });
    }
  });
  return async (turns, spoil, files) => {
    const key = JSON.stringify([turns, spoil, files]);
    const found = played.get(key) ?? play(turns, spoil, files);
    played.set(key, found);
    const { home, base, run } = await found;
    const folder = join(await aFolder(), 'clone');
    await git(home, 'clone', '--quiet', '--no-local', '--branch', BRANCH, join(home, 'bare'), folder);
    const ledger = `${folder}.jsonl`;
    await cp(join(home, 'ledger.jsonl'), ledger);
    return { folder, base, run, ledger };
  };
};

type Spoil = Readonly<Record<string, unknown>>;
type Files = Readonly<Record<string, string>>;

interface Kept {
  readonly home: string;
  readonly base: string;
  readonly run: string;
}

const play = async (turns?: readonly ScriptedTurn[], spoil?: Spoil, files?: Files): Promise<Kept> => {
  const { folder, config } = await aCommittingWorkspace(turns, spoil, files);
  const base = await git(folder, 'rev-parse', 'HEAD');
  const { status, why } = await createRun({ config }).ended;
  expect(status, why).toBe('completed');
  const home = await realpath(await mkdtemp(join(tmpdir(), 'dualgate-proven-')));
  await git(folder, 'clone', '--quiet', '--bare', '--no-local', folder, join(home, 'bare'));
  const run = (await readFile(join(folder, '.dualgate', 'current'), 'utf8')).trim();
  await cp(runFolders(folder, run).ledger, join(home, 'ledger.jsonl'));
  return { home, base, run };
};

/** Makes the commits of the branch anew, each as `change` has it: what somebody does who rewrites a branch. */
export const rewrite = async (
  { folder, base }: Pick<ProvenRun, 'folder' | 'base'>,
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
