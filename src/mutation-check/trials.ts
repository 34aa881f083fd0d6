/**
 * Runs of a suite in a scratch copy: one of the unchanged copy, for comparison, then one for each change.
 *
 * @module
 */
import { realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isGreen, testId } from '../testing/is-green.ts';
import { type PlacedSuite, runSuites } from '../testing/run-suites.ts';
import type { TestRun } from '../testing/test-run.ts';
import type { ChangedFile } from './find-changes.ts';
import { type Judgement, judgeRun, passedIn } from './judge-run.ts';
import { leadEnvironment, leadWords } from './lead-here.ts';
import type { MutationQuestion } from './mutation-question.ts';
import type { ScratchCopy } from './scratch-copy.ts';
import { MutationError } from './mutation-error.ts';

export interface Trials {
  /** Why the suite cannot run in the copy; `null` where it can. */
  readonly problem: string | null;
  /**
   * Replaces a source with a text (`null`: removes it), runs the suite, and restores the source. `null` when the time
   * is over.
   */
  readonly run: (source: Pick<ChangedFile, 'path' | 'text'>, text: string | null) => Promise<Judgement | null>;
}

/** A mutant may make a suite slower, but not forever. */
const SLOWER = 3;
const GRACE_MS = 5_000;
/** A shorter suite finishes sooner than it can be ended. */
const WORTH_ENDING_MS = 5_000;

/** @param until - on the clock of `performance.now()` */
export const openTrials = async (question: MutationQuestion, copy: ScratchCopy, until: number): Promise<Trials> => {
  const { ignored, workspace, mark, signal, launch, suites, first = [] } = question;
  const env = { ...(await leadEnvironment(process.env, workspace, copy)), DUALGATE_RUN: mark };
  const write = createSourceWriter(copy.workspace);
  const left = (): number => until - performance.now();
  const measure = async (
    asked: readonly PlacedSuite[],
    timeoutMs: number,
    mayStop: (id: string) => boolean,
  ): Promise<TestRun> => {
    const enough = new AbortController();
    const limit = (ofSuite: number): number => Math.max(1, Math.round(Math.min(ofSuite, timeoutMs, left())));
    const run = await runSuites(
      asked.map((suite) => ({
        ...suite,
        command: leadWords(suite.command, workspace, copy),
        timeoutMs: limit(suite.timeoutMs),
      })),
      {
        isList: suites.length > 1,
        workspace: copy.workspace,
        reportFolder: copy.reports,
        env,
        ...(launch !== undefined && { launcherOf: (suite) => launch(copy, suite) }),
        signal: signal === undefined ? enough.signal : AbortSignal.any([signal, enough.signal]),
        onTest: (test) => {
          if (test.state === 'failed' && mayStop(testId(test))) enough.abort();
        },
      },
    );
    signal?.throwIfAborted();
    return run;
  };

  const control = await measure(suites, Number.POSITIVE_INFINITY, () => false);
  const passed = passedIn(control);
  return {
    problem: isGreen(control, ignored)
      ? null
      : `the suite is not green in a copy of the workspace (${whyRed(control)})`,
    run: async (source, text) => {
      if (left() <= 0) return null;
      await write(source.path, text);
      try {
        const limit = control.ms * SLOWER + GRACE_MS;
        const mayStop = (id: string): boolean => control.ms >= WORTH_ENDING_MS && passed.has(id);
        if (first.length > 0) {
          const part = judgeRun(await measure(first, limit, mayStop), passed, ignored);
          if (part.end === 'killed') return part;
          if (left() <= 0) return null;
        }
        const run = await measure(suites, limit, mayStop);
        return run.ended === 'timed_out' && left() <= 0 ? null : judgeRun(run, passed, ignored);
      } finally {
        await write(source.path, source.text);
      }
    },
  };
};

const whyRed = ({ tests, load_failures: [load], problems: [problem], unhandled_errors: [error] }: TestRun): string => {
  const failed = tests.find(({ state }) => state === 'failed');
  if (failed !== undefined) return `${testId(failed)} fails there`;
  if (load !== undefined) return `${load.file} does not load there`;
  return problem ?? error ?? 'not every test passes there';
};

/**
 * Writes sources of one copy. Each write has a later time than the one before, by full seconds, because caches depend
 * on it.
 */
export const createSourceWriter = (copy: string): ((path: string, text: string | null) => Promise<void>) => {
  let writes = 0;
  return async (path, text) => {
    const at = join(copy, path);
    if ((await realpath(dirname(at)).catch(() => null)) !== dirname(at)) {
      throw new MutationError(
        `Cannot apply a mutant to ${path}: its folder in the copy is not the one that was copied. Check whether the tests change their own sources.`,
      );
    }
    await rm(at, { recursive: true, force: true });
    if (text === null) return;
    await writeFile(at, text, { flag: 'wx' });
    writes += 1;
    const time = Math.floor(Date.now() / 1_000) + 2 * writes;
    await utimes(at, time, time);
  };
};
