/**
 * Proves a change between any two commits: its tests fail without it and pass with it, and what passed before still does.
 * Nothing but the commits is looked at, nobody's word is taken, and nothing of the repository is written.
 *
 * @module
 */
import { realpath } from 'node:fs/promises';
import { runGit } from '../../sources/git.ts';
import { findTestFilesOf } from '../../integrity/suite-files.ts';
import type { PlacedSuite } from '../../testing/run-suites.ts';
import type { TestRun } from '../../testing/test-run.ts';
import { ProofError } from '../proof-error.ts';
import type { Proof } from './claim.ts';
import { type CommitFile, listCommit, resolveCommit } from './commit-files.ts';
import { judgeChange } from './judge-change.ts';
import { type Checkout, withCheckout } from './measure-checkout.ts';

interface ProveChangeOptions {
  /** Absolute: a folder of the repository, in which the suite runs. */
  readonly folder: string;
  /** As people name commits; `head` is the change. */
  readonly base: string;
  readonly head: string;
  /** How the tests are run, as the workspace of a commit has it: asked of the base. */
  readonly suitesOf: (workspace: string) => readonly PlacedSuite[];
  /** Globs, relative to `folder`, of what the tests are; empty: by their names, and by what the runner says. */
  readonly tests: readonly string[];
  /** Installs dependencies in a clean checkout; `null`: those of the workspace are lent. */
  readonly setup: readonly string[] | null;
  /** Of one setup, in milliseconds. */
  readonly setupTimeoutMs: number;
  readonly onStep?: (step: ProofStep) => void;
  readonly signal?: AbortSignal;
}

/** Where a long proof stands. */
export interface ProofStep {
  readonly step: number;
  readonly of: number;
  readonly what: string;
}

export interface ChangeProof extends Proof {
  readonly base: string;
  readonly head: string;
  /** The files of tests that were put onto the base, and those that were taken from it; relative to the repository. */
  readonly test_files: readonly string[];
}

/**
 * Runs the suite of the base, of the change twice, and of the base with the tests of the change.
 *
 * @throws {ProofError} when a commit is not there, a setup fails, or the proof is interrupted
 * @throws {WorkspaceError} when `folder` is in no repository
 */
export const proveChange = async (options: ProveChangeOptions): Promise<ChangeProof> => {
  const { folder, onStep = () => {} } = options;
  const [root = '', place = ''] = await findPlace(folder);
  const base = await resolveCommit(root, options.base);
  const head = await resolveCommit(root, options.head);
  if (base === head) {
    throw new ProofError(
      `Cannot prove ${options.head}: it is the commit of ${options.base}, so there is no change. Name two commits.`,
    );
  }
  const [old, changed] = [await listCommit(root, base), await listCommit(root, head)];
  const notes = new Set<string>();
  const measure = <T>(files: readonly CommitFile[], use: (checkout: Checkout) => Promise<T>): Promise<T> =>
    withCheckout(
      {
        repository: root,
        place,
        files,
        ...options,
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      },
      (checkout) => {
        for (const note of describeCheckout(checkout)) notes.add(note);
        return use(checkout);
      },
    );

  onStep({ step: 1, of: 4, what: 'the suite before the change' });
  const { suites, run: first } = await measure(old, async (checkout) => {
    const asked = options.suitesOf(checkout.workspace);
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

  const proof = judgeChange({ base: first, before, after });
  return {
    base,
    head,
    ...proof,
    notes: [...proof.notes, ...notes],
    test_files: findChanged(old, changed).filter(isTest),
  };
};

/** The root of the repository, and the place of `folder` in it; without links. */
export const findPlace = async (folder: string): Promise<readonly string[]> => {
  const said = Buffer.from(await runGit(folder, ['rev-parse', '--show-toplevel', '--show-prefix'])).toString();
  const [root = '', prefix = ''] = said.split('\n');
  return [await realpath(root), prefix.replace(/\/$/, '')];
};

/** By the same rule as the freeze (RULES 2.7). Tests inside of sources cannot be parted from the code, and stay with it. */
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
  const reported = runs.flatMap((run) => run.tests.map(({ file }) => file));
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

/** What a reader has to know of how a checkout came to be. */
export const describeCheckout = ({ submodules, dependencies: { lent, refused } }: Checkout): readonly string[] => [
  ...(lent.length === 0
    ? []
    : [`The dependencies of the workspace were lent: ${lent.join(', ')}. A setup command installs them anew.`]),
  ...refused.map((what) => `Not lent: ${what}. Name a setup command that installs it in a clean checkout.`),
  ...(submodules.length === 0
    ? []
    : [`Submodules are in no commit of this repository and were left out: ${submodules.join(', ')}.`]),
];
