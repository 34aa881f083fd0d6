/** Runs the suites, or files of some tests: sandboxed, with kept output, and an event for each test as it ends. */
import { join, posix } from 'node:path';
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { NotStarted } from '../../../gates/record-parts.ts';
import { type GreenRuns, wantsAnotherGreenRun } from '../../../machines/index.ts';
import { changedDocuments, documents } from '../../evidence/measures/documents.measure.ts';
import type { MeasuredRun } from '../../evidence/measures/measure.ts';
import { position } from '../../evidence/measures/measures.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import type { TestRun, TestCase, TestCounts } from '../../runners/test-run.ts';
import type { Turned } from '../iteration.ts';
import { knownOf } from '../run-checks.ts';
import { gateOf, type RunContext } from '../run-context.ts';
import { readExitSignal } from '../turn/read-exit-signal.ts';
import { createLiveCount } from '../../runners/is-green.ts';
import { type PlacedSuite, runSuites } from '../../runners/run-suites.ts';
import type { SuitePurpose } from '../../records/suite-runs.ts';
import { sandboxOf } from '../sandbox-of.ts';
import { leftOut } from '../../evidence/baseline.ts';
import { RUNNERS } from '../../runners/runners.ts';

// Suite runs that need not start, as the phase is held anyway. An exit is measured whole, in its iteration (rule 1.1).

/** The green runs that gate 1 still asks for, where the agent's signal holds the phase anyway; `null` where one more may count. */
export const findNotStarted = async (
  context: RunContext,
  counted: GreenRuns,
  turned: Turned,
): Promise<NotStarted | null> => {
  if (!wantsAnotherGreenRun(counted, turned) || (await mayAgree(context, turned))) return null;
  return { runs: turned.green_runs_wanted - counted.consecutive_green_runs, because: NO_SIGNAL };
};

const NO_SIGNAL = 'the agent did not signal that it is done';

/** Whether gate 2 may be satisfied. The signal of a host may still come. */
const mayAgree = async (context: RunContext, turned: Turned): Promise<boolean> =>
  turned.received === undefined || (await readExitSignal(context, turned)).value === true;

/** In place of the first test run of a phase about documents that is held anyway; `null` where the suite has to run. */
export const findNothingToRun = async (
  context: RunContext,
  turned: Turned,
  abort: AbortSignal,
): Promise<{ readonly run: MeasuredRun; readonly notStarted: NotStarted } | null> => {
  const { phase, green_runs_wanted: runs, after } = turned;
  const gate = gateOf(context.gates, phase);
  if (turned.received === undefined || !asksOnlyForDocuments(gate) || !wereGreen(context.journal.state())) return null;
  const run: MeasuredRun = { run: NO_RUN, part: 'nothing', before: after, after };
  const because = (await mayAgree(context, turned))
    ? await findUnmet(context, gate, { iteration: turned.iteration, tests: run }, abort)
    : NO_SIGNAL;
  return because === null ? null : { run, notStarted: { runs, because } };
};

const OF_DOCUMENTS: ReadonlySet<string> = new Set(
  [documents, changedDocuments].flatMap(({ metrics }) => Object.keys(metrics)),
);
const GIVEN: ReadonlySet<string> = new Set(['exit_signal', 'iteration', 'required_docs_count']);

/** An agent that works on code needs to hear of its tests in each iteration. */
const asksOnlyForDocuments = ({ phase: { tests }, gate_1, gate_2 }: CompiledGate): boolean =>
  tests === 'must_pass' &&
  gate_1.metrics.some((name) => OF_DOCUMENTS.has(name)) &&
  [...gate_1.metrics, ...gate_2.metrics].every((name) => OF_DOCUMENTS.has(name) || GIVEN.has(name));

/** At the last look: a failure is measured in each iteration until it is fixed. After a forced exit nobody knows. */
const wereGreen = ({ held, lastExit }: Pick<WorkState, 'held' | 'lastExit'>): boolean => {
  if (held === null) return lastExit?.decided !== null;
  const { measured, failing_fingerprint: failing, metrics } = held.record;
  return measured === 'nothing' || (failing === null && (metrics.consecutive_green_runs ?? 0) > 0);
};

/** A clause over the documents of now, which no test changes: sources that the suite writes hold the phase too (rule 2.4). */
const findUnmet = async (
  { config, journal }: RunContext,
  gate: CompiledGate,
  { iteration, tests }: { readonly iteration: number; readonly tests: MeasuredRun },
  abort: AbortSignal,
): Promise<string | null> => {
  const question = { config, gate, tests, abort, run: await knownOf(config, journal.state()) };
  const metrics = {
    ...position.measure({ config, iteration }).metrics,
    ...(await documents.measure(question)).metrics,
    ...(await changedDocuments.measure(question)).metrics,
  };
  const unmet = gate.gate_1
    .judge(metrics)
    .unmet.find((each) => each.metrics?.every((name) => name in metrics) === true);
  return unmet === undefined ? null : `${unmet.clause} is not met`;
};

const NO_RUN: TestRun = {
  started_at: '',
  ms: 0,
  exit_code: null,
  ended: 'exited',
  report_fresh: false,
  report_complete: false,
  tests: [],
  load_failures: [],
  unhandled_errors: [],
  problems: [],
};

export interface Measuring {
  readonly signal: AbortSignal;
  readonly at: { readonly phase?: string; readonly iteration?: number };
  readonly onCounts?: (counts: TestCounts) => void;
  readonly ignored?: ReadonlySet<string>;
  /** @default 'tests' */
  readonly purpose?: SuitePurpose;
  readonly suites?: readonly PlacedSuite[];
}

export const measureSuite = async (
  context: Pick<RunContext, 'run' | 'suites' | 'agent' | 'config' | 'folders' | 'emit' | 'suiteRuns'>,
  { signal, at, onCounts, ignored = new Set(), purpose = 'tests', suites = context.suites }: Measuring,
): Promise<TestRun> => {
  const count = createLiveCount(ignored);
  const run = await runSuites(suites, {
    isList: context.suites.length > 1,
    launcherOf: (suite) => sandboxOf('tests', { ...context, suite, reports: context.folders.reports }),
    workspace: context.config.folder,
    reportFolder: context.folders.reports,
    env: { DUALGATE_RUN: context.run },
    signal,
    outputOf: ({ name }) => {
      const position = context.suites.findIndex((suite) => suite.name === name);
      const which = context.suites.length > 1 ? `.${position + 1}-${name.replaceAll(/[^\w.-]+/g, '-')}` : '';
      return {
        stdout: join(context.folders.transcripts, `tests${which}.stdout`),
        stderr: join(context.folders.transcripts, `tests${which}.stderr`),
      };
    },
    onTest: (test) => {
      const counts = count(test);
      onCounts?.(counts);
      const { file, name, message } = test;
      const { suite_passing, suite_failing, suite_skipped } = counts;
      context.emit({
        type: TEST_EVENTS[test.state],
        ...at,
        file,
        name,
        ...(message === undefined ? {} : { message }),
        suite_passing,
        suite_failing,
        suite_skipped,
      });
    },
  });
  context.suiteRuns?.add(purpose, { ms: run.ms, isPart: suites !== context.suites });
  return run;
};

const TEST_EVENTS = { passed: 'test.passed', failed: 'test.failed', skipped: 'test.skipped' } as const satisfies Record<
  TestCase['state'],
  string
>;

/**
 * Those whose runner can run single files and that have such a test; none if no runner can.
 * @param ids - of the tests @param sources - paths: a missing file is not run
 */
export const selectTests = (
  { config, suites }: Pick<RunContext, 'config' | 'suites'>,
  ids: Iterable<string>,
  sources: ReadonlyMap<string, string>,
): readonly PlacedSuite[] => {
  const wanted = [...ids];
  return suites.flatMap((suite) => {
    const files = filesOf(suite, suites.length > 1, wanted).filter((file) => sources.has(file));
    const folder = join(config.folder, suite.folder);
    const names = files.map((file) => posix.relative(suite.folder, file));
    const command = names.length === 0 ? null : (RUNNERS[suite.runner].select?.(suite.command, names, folder) ?? null);
    return command === null ? [] : [{ ...suite, command }];
  });
};

/** The tests that are new since the run began. @param tests - ids */
export const newTests = ({ baseline }: Pick<WorkState, 'baseline'>, tests: readonly string[]): readonly string[] => {
  const known = new Set([...baseline.passing, ...leftOut(baseline)]);
  return tests.filter((id) => !known.has(id));
};

const filesOf = ({ name }: PlacedSuite, isList: boolean, ids: readonly string[]): readonly string[] => {
  const files = ids.flatMap((id) => {
    const [file = '', suite] = id.split(' > ');
    return file !== '' && (!isList || suite === name) ? [file] : [];
  });
  return [...new Set(files)];
};
