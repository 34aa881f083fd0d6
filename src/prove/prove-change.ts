/**
 * Proves a change between any two commits: its tests fail without it and pass with it, and earlier passing tests still
 * pass. It reads only the commits, relies on no claim, and writes nothing into the repository.
 */
import { realpath } from 'node:fs/promises';
import { findTestFilesOf } from '../evidence/integrity/suite-files.ts';
import type { PlacedSuite } from '../runners/run-suites.ts';
import type { TestRun } from '../runners/test-run.ts';
import type { ChangedTest } from '../evidence/changing/judge-change.ts';
import { readTrailers, ProofError } from '../commits/commit-trailers.ts';
import type { Proof } from './claim.ts';
import type { CommitFile } from '../project/checkout/checkout.ts';
import { listCommit, resolveCommit } from './run-commits.ts';
import { judgeChange } from './judge-change.ts';
import { type Checkout, withCheckout } from './measure-checkout.ts';
import { readGit } from '../project/sources/git.ts';
import { placesOfTests } from '../evidence/integrity/freeze.ts';

interface ProveChangeOptions {
  readonly folder: string;
  /** Names of commits; `head` is the change. */
  readonly base: string;
  readonly head: string;
  /** How the tests run, from the workspace of a commit: the base. */
  readonly suitesOf: (workspace: string) => readonly PlacedSuite[];
  /** Globs of the tests, relative to `folder`; empty: by their names, and by the runner's report. */
  readonly tests: readonly string[];
  readonly setup: readonly string[] | null;
  readonly setupTimeoutMs: number;
  readonly onStep?: (step: ProofStep) => void;
  readonly signal?: AbortSignal;
}

export interface ProofStep {
  readonly step: number;
  readonly of: number;
  readonly what: string;
}

export interface ChangeProof extends Proof {
  readonly base: string;
  readonly head: string;
  /** The test files that were added to the base, and those that were removed from it; relative to the repository. */
  readonly test_files: readonly string[];
}

/**
 * Runs the suite of the base, of the change twice, and of the base with the tests of the change.
 * @throws {ProofError} when a commit is missing, a setup fails, or the proof is interrupted
 * @throws {WorkspaceError} when `folder` is in no repository
 */
export const proveChange = async (options: ProveChangeOptions): Promise<ChangeProof> => {
  const { folder, onStep = () => {} } = options;
  const [root = '', place = ''] = await findPlace(folder);
  const base = await resolveCommit(root, options.base);
  const head = await resolveCommit(root, options.head);
  if (base === head) {
    throw new ProofError(
      `Cannot prove ${options.head}: it is the same commit as ${options.base}, so there is no change. Name two commits.`,
    );
  }
  const [old, changed] = [await listCommit(root, base), await listCommit(root, head)];
  const { look: measure, notes } = createLook(root, place, options);

  onStep({ step: 1, of: 4, what: 'the suite before the change' });
  const { suites, run: first } = await measure(old, async (checkout) => {
    const asked = options.suitesOf(checkout.folder);
    return { suites: asked, run: await checkout.runTests(asked) };
  });
  const after = await measure(changed, async ({ runTests }): Promise<readonly [TestRun, TestRun]> => {
    onStep({ step: 2, of: 4, what: 'the suite with the change' });
    const one = await runTests(suites);
    onStep({ step: 3, of: 4, what: 'the suite with the change, again' });
    return [one, await runTests(suites)];
  });
  const isTest = testsOf({ place, suites, tests: options.tests, runs: [first, ...after], files: [...old, ...changed] });
  onStep({ step: 4, of: 4, what: 'the tests of the change on the code before it' });
  const mixed = [...old.filter(({ path }) => !isTest(path)), ...changed.filter(({ path }) => isTest(path))];
  const before = await measure(mixed, ({ runTests }) => runTests(suites));

  const proof = judgeChange({ base: first, before, after, changed: await readChanged(root, base, head) });
  return {
    base,
    head,
    ...proof,
    notes: [...proof.notes, ...notes],
    test_files: findChanged(old, changed).filter(isTest),
  };
};

const readChanged = async (root: string, base: string, head: string): Promise<readonly ChangedTest[]> => {
  const messages = await readGit(root, ['log', '--format=%B%x01', `${base}..${head}`]);
  return messages.split('\u0001').flatMap(readChangedOf);
};

const readChangedOf = (message: string): readonly ChangedTest[] => {
  try {
    return readTrailers(message)?.changed ?? [];
  } catch (error) {
    // A message that only looks like one of a run names nothing.
    if (error instanceof ProofError) return [];
    throw error;
  }
};

/** The root of the repository, and the path of `folder` in it; without links. */
export const findPlace = async (folder: string): Promise<readonly string[]> => {
  const said = await readGit(folder, ['rev-parse', '--show-toplevel', '--show-prefix']);
  const [root = '', prefix = ''] = said.split('\n');
  return [await realpath(root), prefix.replace(/\/$/, '')];
};

/** As the freeze does (rule 2.7). Tests inside of sources cannot be separated from the code, and stay with it. */
const testsOf = ({
  place,
  suites,
  tests,
  runs,
  files,
}: {
  readonly place: string;
  readonly suites: readonly PlacedSuite[];
  readonly tests: readonly string[];
  readonly runs: readonly TestRun[];
  readonly files: readonly CommitFile[];
}): ((path: string) => boolean) => {
  const start = place === '' ? '' : `${place}/`;
  const inside = files.flatMap(({ path }) => (path.startsWith(start) ? [path.slice(start.length)] : []));
  const reported = runs.flatMap((run) => [...placesOfTests(run.tests)]);
  const found = new Set(
    findTestFilesOf(
      suites.map(({ folder, command }) => ({ folder, command, files: tests })),
      inside,
      tests.length > 0 ? [] : reported,
    ),
  );
  return (path) => path.startsWith(start) && found.has(path.slice(start.length));
};

const findChanged = (old: readonly CommitFile[], changed: readonly CommitFile[]): readonly string[] => {
  const word = ({ mode, object }: CommitFile): string => `${mode} ${object}`;
  const before = new Map(old.map((file) => [file.path, word(file)]));
  const after = new Map(changed.map((file) => [file.path, word(file)]));
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort();
};

const describeCheckout = ({ submodules, dependencies: { lent, refused } }: Checkout): readonly string[] => [
  ...(lent.length === 0
    ? []
    : [
        `The checkout used the dependencies of the workspace: ${lent.join(', ')}. A setup command installs them again.`,
      ]),
  ...refused.map(
    (what) => `Not used from the workspace: ${what}. Name a setup command that installs it in a clean checkout.`,
  ),
  ...(submodules.length === 0
    ? []
    : [`Submodules are in no commit of this repository and were omitted: ${submodules.join(', ')}.`]),
];

/** Checkouts of one repository; `notes`: facts about how they were made. */
export const createLook = (
  repository: string,
  place: string,
  { setup, setupTimeoutMs, signal }: Pick<Parameters<typeof withCheckout>[0], 'setup' | 'setupTimeoutMs' | 'signal'>,
) => {
  const notes = new Set<string>();
  const look = <T>(files: readonly CommitFile[], use: (checkout: Checkout) => Promise<T>): Promise<T> =>
    withCheckout({ repository, place, files, setup, setupTimeoutMs, signal }, (checkout) => {
      for (const note of describeCheckout(checkout)) notes.add(note);
      return use(checkout);
    });
  return { look, notes };
};
