/** Whether the work and its tests stand without this folder, without test files that came later, and without earlier runs. */
import type { Finding } from '../../../gates/iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import { cut, finding } from '../../evidence/findings/findings.ts';
import { isBesideTests } from '../../evidence/integrity/helpers/reaching-code.ts';
import { languageOf } from '../../evidence/mutation-check/languages.ts';
import type { MutationReport, Standing } from '../../evidence/mutation-check/mutation-report.ts';
import type { Fingerprint } from '../../project/sources/fingerprint.ts';
import { testId } from '../../runners/is-green.ts';
import type { TestRun } from '../../runners/test-run.ts';
import type { RunContext } from '../run-context.ts';
import { newTests, selectTests } from '../tests/measure-suite.ts';
import { runInCopy } from '../tests/run-in-copy.ts';
import type { KeptExit } from '../turn/kept-exit.ts';

interface StandingQuestion {
  readonly run: Pick<TestRun, 'tests'>;
  readonly files: Fingerprint['files'];
  /** Paths of test files. */
  readonly tests: ReadonlySet<string>;
  /** The sources of RED's exit. */
  readonly kept: Pick<KeptExit, 'files'>;
}

/** `null` where test files of RED moved: nobody knows then which came later. */
export const findStanding = (context: RunContext, question: StandingQuestion): Standing | null => {
  const { run, files, tests, kept } = question;
  const stay = [...tests].filter((path) => kept.files.has(path));
  const isNew = (path: string): boolean =>
    !kept.files.has(path) && (tests.has(path) || (languageOf(path) === null && isBesideTests(path, stay)));
  const late = [...files.keys()].filter(isNew);
  const passing = run.tests.filter(({ file, state }) => state === 'passed' && kept.files.has(file)).map(testId);
  const ofRed = newTests(context.journal.state(), passing);
  if (ofRed.length === 0 || context.journal.state().tests.some((id) => !run.tests.some((each) => testId(each) === id)))
    return null;
  const suites = selectTests(context, ofRed, files);
  return { tests: ofRed, late, suites: suites.length > 0 ? suites : context.suites };
};

export const judgeStanding = async (
  context: RunContext,
  { needs = [], red, inconclusive, mutants_tested, late = [], recorded }: MutationReport,
  signal: AbortSignal,
): Promise<{ readonly metrics: Metrics; readonly findings: readonly Finding[] }> => {
  const { at_least = 0 } = context.config.mutation_check ?? {};
  if (needs.length > 0) {
    const passes = mutants_tested >= at_least;
    return {
      metrics: { suite_stands_alone: passes },
      findings: [finding('copy.needs_build', { paths: needs, passes })],
    };
  }
  const alone = [
    ...(late.length === 0 ? [] : [finding('copy.needs_tests', cut(late))]),
    ...(recorded === undefined ? [] : [finding('copy.recorded', recorded)]),
  ];
  if (alone.length > 0) return { metrics: { suite_stands_alone: false }, findings: alone };
  if (red === undefined) return { metrics: inconclusive === null ? { suite_stands_alone: true } : {}, findings: [] };
  return (await wasGreen(context, signal))
    ? { metrics: { suite_stands_alone: false }, findings: [finding('copy.red', { why: red })] }
    : { metrics: {}, findings: [] };
};

/** The earlier tests, on the sources from before the first turn. */
const wasGreen = async (context: RunContext, signal: AbortSignal): Promise<boolean> => {
  const { passing } = context.journal.state().baseline;
  const states = context.kept.states();
  if (states === null) return false;
  if (passing.length === 0) return true;
  const fill = (folder: string): Promise<boolean> => context.kept.restore(states.first, folder);
  const run = await runInCopy(context, { purpose: 'blame', fill }, signal);
  const passed = new Set(run?.tests.flatMap((test) => (test.state === 'passed' ? [testId(test)] : [])));
  return passing.every((id) => passed.has(id));
};
