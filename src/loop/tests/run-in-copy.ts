/** The suite in a copy of the workspace, removed afterwards, mostly on other sources such as those of RED's exit. */
import type { CheckoutQuestion } from '../../project/checkout/checkout.ts';
import { copyTimes, copyWithTimes } from '../../project/checkout/copy-files.ts';
import { withCheckout } from '../../project/checkout/open-checkout.ts';
import type { PlacedSuite } from '../../runners/run-suites.ts';
import type { SuitePurpose } from '../../records/suite-runs.ts';
import type { TestRun } from '../../runners/test-run.ts';
import { findRepository, sandboxOf } from '../sandbox-of.ts';
import type { RunContext } from '../run-context.ts';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Freeze } from '../../evidence/integrity/freeze.ts';
import type { Fingerprint } from '../../project/sources/fingerprint.ts';
import type { FrozenExit, KeptExit } from '../turn/kept-exit.ts';

interface CopyQuestion {
  readonly purpose: SuitePurpose;
  readonly files?: readonly string[];
  /** As `listIgnored` has them. @default asked for */
  readonly ignored?: readonly string[] | undefined;
  /** Writes other sources there, and returns whether all of them are there. @default nothing */
  readonly fill?: (workspace: string) => Promise<boolean>;
  /** After the run, before the copy is removed. @default nothing */
  readonly look?: (workspace: string) => Promise<void>;
  readonly suites?: readonly PlacedSuite[];
}

/** @returns `null` without a whole copy */
export const runInCopy = async (
  context: RunContext,
  { purpose, files = [], ignored, fill, look = () => Promise.resolve(), suites = context.suites }: CopyQuestion,
  signal: AbortSignal,
): Promise<TestRun | null> => {
  const { config, run: mark } = context;
  const root = (await findRepository(config.folder)).root ?? config.folder;
  const sandbox: CheckoutQuestion['sandbox'] = (copy, suite) =>
    sandboxOf('tests', { ...context, suite, reports: copy.reports, copy });
  const from = { workspace: config.folder, root, files, ignored, ...(fill === undefined ? {} : { fill }) };
  return withCheckout({ from, at: 'mutants', dependencies: 'lend', sandbox }, async (copy) => {
    if (copy.missing.length > 0) return null;
    const run = await copy.run(suites, { mark, isList: context.suites.length > 1, signal });
    context.suiteRuns?.add(purpose, { ms: run.ms, isPart: suites !== context.suites });
    signal.throwIfAborted();
    await look(copy.folder);
    return run;
  });
};

export interface ExitQuestion {
  readonly purpose: SuitePurpose;
  readonly exit: FrozenExit;
  readonly kept: KeptExit;
  /** The files that are frozen now. */
  readonly frozen: Freeze;
  /** The sources of the workspace: a file that is the same there keeps its times. @default none */
  readonly now?: Fingerprint['files'];
  /** As `listIgnored` has them. @default asked for */
  readonly ignored?: readonly string[];
  /** Files to take from the workspace too, relative to it. @default none */
  readonly edited?: readonly string[];
  /** Before the run and after it, in the copy. @default nothing */
  readonly around?: {
    readonly before: (copy: string) => Promise<void>;
    readonly after: (copy: string) => Promise<void>;
  };
  /** @default all suites of the run, whole */
  readonly suites?: readonly PlacedSuite[];
}

/** @returns `null` when not all of these sources could be copied */
export const runAtExit = (
  context: RunContext,
  question: ExitQuestion,
  signal: AbortSignal,
): Promise<TestRun | null> => {
  const { purpose, ignored, around, suites = context.suites } = question;
  const fillCopy = async (to: string): Promise<boolean> => {
    const isWhole = await fill(to, context.config.folder, question);
    await around?.before(to);
    return isWhole;
  };
  return runInCopy(
    context,
    { purpose, ignored, fill: fillCopy, suites, ...(around === undefined ? {} : { look: around.after }) },
    signal,
  );
};

const fill = async (
  to: string,
  workspace: string,
  { exit, kept, frozen, now = new Map(), edited = [] }: ExitQuestion,
): Promise<boolean> => {
  if (!(await kept.restore(to))) return false;
  for (const [path, word] of kept.files)
    if (now.get(path) === word) await copyTimes(join(workspace, path), join(to, path)).catch(() => {});
  const isPlain = (path: string): boolean => /^[0-9a-f]{64}$/.test(frozen[path] ?? '') && !/^\/|#/.test(path);
  const anew = Object.keys(frozen).filter((path) => isPlain(path) && frozen[path] !== exit.frozen[path]);
  for (const path of new Set([...edited, ...anew])) {
    await mkdir(dirname(join(to, path)), { recursive: true });
    await rm(join(to, path), { force: true });
    if (!(await copied(join(workspace, path), join(to, path)))) return false;
  }
  return true;
};

const copied = async (from: string, to: string): Promise<boolean> =>
  copyWithTimes(from, to).then(
    () => true,
    () => false,
  );
