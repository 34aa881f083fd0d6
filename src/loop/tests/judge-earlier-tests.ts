/**
 * The tests that were there before a phase whose tests must fail, and all that they stand on: as they were, apart from
 * those that a criterion changes by name (rule 2.7).
 *
 * @module
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '../../../gates/iteration.ts';
import { readText } from '../../files/open-plain.ts';
import { finding } from '../../findings/findings.ts';
import { judgeSources } from '../../integrity/earlier/judge-sources.ts';
import type { Fingerprint } from '../../sources/fingerprint.ts';
import { makeTemporaryFolder } from '../../temporary/temporary-folder.ts';
import type { TestRun } from '../../testing/test-run.ts';
import { placesOfIds } from '../../integrity/test-files.ts';
import type { RunContext } from '../run-context.ts';
import { openKeptStart } from '../turn/kept-exit.ts';

interface EarlierTests {
  /** The sources now. */
  readonly files: Fingerprint['files'];
  readonly run: Pick<TestRun, 'tests'>;
  /** Files in which a test is named as changed: they are judged with it. */
  readonly named: ReadonlySet<string>;
}

/** To be called in such a phase alone, and only if tests passed before it. */
export const judgeEarlierTests = async (
  { config, journal }: RunContext,
  { files, run, named }: EarlierTests,
): Promise<readonly Finding[]> => {
  const state = journal.state();
  const start = await openKeptStart(config, state, state);
  if (start === null) return state.phaseTree === '' ? [] : [finding('tampering.earlier_unknown')];
  const moved = new Set([...start.files].flatMap(([path, word]) => (files.get(path) === word ? [] : [path])));
  if (moved.size === 0) return [];
  const before = await makeTemporaryFolder('turn');
  try {
    if (!(await start.restore(before, (path) => moved.has(path)))) return [finding('tampering.earlier_unknown')];
    const read = (folder: string, path: string): Promise<string> => Promise.resolve(readText(join(folder, path)) ?? '');
    const found = await judgeSources({
      suites: config.tests.suites,
      before: {
        paths: new Set(start.files.keys()),
        read: (path) => read(moved.has(path) ? before : config.folder, path),
      },
      now: { paths: new Set(files.keys()), read: (path) => read(config.folder, path) },
      moved,
      named,
      reported: placesOfIds(state.baseline.passing, run),
    });
    return found.map((each) => finding('tampering.earlier', each));
  } finally {
    await rm(before, { recursive: true, force: true });
  }
};
