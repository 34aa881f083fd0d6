/**
 * Settings that a phase whose tests must fail extended (rule 2.7): judged again, by the commits before and after it, as
 * in the loop. Later commits must have the extended form.
 */
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compareResults } from '../evidence/baseline.ts';
import {
  compareSettings,
  fileOf,
  findChangedSettings,
  listSettings,
  maySetUp,
} from '../evidence/integrity/set-up-files.ts';
import { readStates } from '../evidence/integrity/freeze.ts';
import { makeTemporaryFolder } from '../base/temporary-folder.ts';
import { type Claim, claim } from './claim.ts';
import type { Known, RunCommit } from './run-commits.ts';
import type { Checkout } from './measure-checkout.ts';

interface ExtendedQuestion {
  readonly commit: RunCommit;
  readonly previous: RunCommit;
  /** Extended settings are frozen in their new form here. */
  readonly known: Known;
  readonly textOf: (commit: RunCommit, path: string) => Promise<Buffer | null>;
  readonly look: <T>(commit: RunCommit, use: (checkout: Checkout) => Promise<T>) => Promise<T>;
}

/** None for a change that the runner does not allow: it breaks the freeze. */
export const proveExtended = async (question: ExtendedQuestion): Promise<readonly Claim[]> => {
  const { known, commit } = question;
  const phase = known.config.phases.find((each) => each.phase === commit.trailers.phase);
  if (phase === undefined || !maySetUp(known.config, phase)) return [];
  const frozen = { ...known.held, ...known.tests?.frozen };
  const folder = await makeTemporaryFolder('prove');
  try {
    const [before, now] = [join(folder, 'before'), join(folder, 'now')];
    const files = [...new Set(listSettings(frozen).map(fileOf))];
    await layOut(before, files, (path) => question.textOf(question.previous, path));
    await layOut(now, files, (path) => question.textOf(commit, path));
    const names = await findChangedSettings(now, frozen);
    const added = [...(await compareSettings(names, { before, now, frozen }))];
    const keys = added.flatMap(([name, each]) => ('keys' in each ? [`${name}: ${each.keys.join(', ')}`] : []));
    if (names.length === 0 || keys.length < names.length) return [];
    const same = await compareSuites(question, names.map(fileOf), now);
    if ('why' in same) return [claim(`${phase.phase} extended`, says(keys), [`the change ${same.why}`])];
    const states = await readStates(now, names);
    known.held = { ...known.held, ...states };
    if (known.tests !== null) known.tests = { ...known.tests, frozen: { ...known.tests.frozen, ...states } };
    return [claim(`${phase.phase} extended`, says(keys), [])];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const says = (keys: readonly string[]): string =>
  `settings were only extended (${keys.join('; ')}), and the earlier tests give the same results without this`;

const compareSuites = (
  { previous, look, known: { suites, baseline } }: ExtendedQuestion,
  files: readonly string[],
  now: string,
): Promise<ReturnType<typeof compareResults>> =>
  look(previous, async ({ folder, runTests }) => {
    const before = await runTests(suites);
    for (const file of files) await copyFile(join(now, file), join(folder, file));
    return compareResults(baseline, before, await runTests(suites));
  });

const layOut = async (
  folder: string,
  files: readonly string[],
  read: (path: string) => Promise<Buffer | null>,
): Promise<void> => {
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), (await read(file)) ?? '');
  }
};
