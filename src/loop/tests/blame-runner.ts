/**
 * Whose fault it is that the runner ends without running a test: the suite runs in a copy of the sources from before
 * the turn, and of those from before the first turn. If it ends so there too, the surroundings are broken, and the turn
 * is discarded. In every other case, and whenever it cannot be told, the phase is held: else an abort in the code would
 * buy free turns.
 *
 * @module
 */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findBroken } from '../../integrity/freeze.ts';
import { isCache, listIgnored } from '../../checkout/caches.ts';
import type { Fingerprint } from '../../sources/fingerprint.ts';
import { findEndWithoutTest } from '../../testing/ended-without-test.ts';
import type { TestRun } from '../../testing/test-run.ts';
import type { RunContext } from '../run-context.ts';
import { runInCopy } from './run-in-copy.ts';

interface BlameQuestion {
  /** The second run that ended so. */
  readonly run: TestRun;
  /** Milliseconds since the epoch: the start of the turn. */
  readonly since: number;
  readonly signal: AbortSignal;
}

/** Why the turn is to blame; `null`: the surroundings are. */
export const blameTurn = async (context: RunContext, { run, since, signal }: BlameQuestion): Promise<string | null> => {
  const { config, journal, kept } = context;
  const states = kept.states();
  if (states === null) return 'the sources from before the turn were not kept';
  if ((await findBroken(config.folder, journal.state().frozen)).length > 0) return 'a frozen file was changed';
  const written = await findWritten(config.folder, since);
  if (written !== null) return `${written}, which git ignores, was written during the turn`;
  const end = findEndWithoutTest(run);
  for (const [files, which] of [
    [states.before, 'the sources from before the turn'],
    [states.first, 'the sources from before the first turn'],
  ] as const) {
    if (which !== 'the sources from before the turn' && files === states.before) continue;
    const there = await runOn(context, files, signal);
    if (there === null) return `${which} could not be copied`;
    if (there.exit_code !== end?.exit_code || there.ended !== end.ended) return `it does not end so with ${which}`;
  }
  return null;
};

/** How the runner ends with these sources, in a copy; `null` without a whole copy. */
const runOn = async (
  context: RunContext,
  files: Fingerprint['files'],
  signal: AbortSignal,
): Promise<Pick<TestRun, 'exit_code' | 'ended'> | null> => {
  const run = await runInCopy(
    context,
    { purpose: 'blame', fill: (workspace) => context.kept.restore(files, workspace) },
    signal,
  );
  return run === null ? null : (findEndWithoutTest(run) ?? { exit_code: 0, ended: 'exited' });
};

/** A file that git ignores is no source, but may be what ends the runner. Caches are made by any test run. */
const findWritten = async (workspace: string, since: number): Promise<string | null> => {
  for (const name of await listIgnored(workspace)) {
    const found = await findWrittenIn(workspace, name, since);
    if (found !== null) return found;
  }
  return null;
};

/** Runners keep files there from run to run. */
const CACHE_OF_PACKAGES = /(?:^|\/)node_modules\/\.(?!bin|pnpm|store)[^/]*$/;

const findWrittenIn = async (workspace: string, path: string, since: number): Promise<string | null> => {
  if (isCache(path) || path.startsWith('.dualgate/') || CACHE_OF_PACKAGES.test(path)) return null;
  const found = await lstat(join(workspace, path)).catch(() => null);
  if (found === null) return null;
  if (found.ctimeMs >= since) return path;
  if (!found.isDirectory()) return null;
  for (const name of await readdir(join(workspace, path)).catch(() => [])) {
    const inside = await findWrittenIn(workspace, `${path}/${name}`, since);
    if (inside !== null) return inside;
  }
  return null;
};
