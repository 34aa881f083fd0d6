/**
 * Checks the suite before a phase is exited: when both gates agree on an iteration, mutants of the code run in a
 * copy, and the number that the tests kill goes into the same record. Both gates then decide again.
 *
 * @module
 */
import { finding } from '../../findings/findings.ts';
import picomatch from 'picomatch';
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import { decide } from '../../../gates/decide.ts';
import type { Guard } from '../../../gates/record-parts.ts';
import type { Finding, IterationRecord } from '../../../gates/iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import { gatesAgree, looksAt } from '../../../gates/verdict.ts';
import { type Fingerprint, hashEntries } from '../../sources/fingerprint.ts';
import { leftOut } from '../../evidence/baseline.ts';
import { mentionOf } from '../../evidence/cover-criteria.ts';
import { findTestFilesOf } from '../../integrity/suite-files.ts';
import type { Config } from '../../config/shape-config.ts';
import { findingsOfMutationCheck, type MutationReport, percentKilled } from '../../mutation-check/mutation-report.ts';
import { type AskedGuard, type GuardEnd, killGuards } from '../../mutation-check/kill-guards.ts';
import { mutateSuite } from '../../mutation-check/mutate-suite.ts';
import type { MutationQuestion } from '../../mutation-check/mutation-question.ts';
import { percentReached } from '../../mutation-check/reach/reach.ts';
import { seedOfTests } from '../../mutation-check/seed-of-tests.ts';
import { testId } from '../../testing/is-green.ts';
import { newTests, selectTests } from '../tests/select-tests.ts';
import { findRepository } from '../find-repository.ts';
import { lastOf, type Measured, type Tested } from '../iteration.ts';
import type { TestRun } from '../../testing/test-run.ts';
import { gateOf, type RunContext } from '../run-context.ts';
import { sandboxOf } from '../sandbox-of.ts';
import { agreeOtherwise, OF_REVIEW } from './agree-otherwise.ts';
import { measureAgain } from './measure-again.ts';
import { OF_MUTANTS } from '../../measures/mutants.measure.ts';

/**
 * The measurement unchanged, when no check is needed: a gate is not satisfied for another reason, tests have to fail
 * in this phase, or the same code with the same tests was checked before and no condition uses the metrics of the
 * check.
 */
export const checkMutants = async (
  context: RunContext,
  { tested, measured }: { readonly tested: Pick<Tested, 'runs'>; readonly measured: Measured },
  signal?: AbortSignal,
): Promise<Measured> => {
  const { config, journal } = context;
  const { record } = measured;
  const gate = gateOf(context.gates, record.phase);
  if (config.mutation_check === null || gate.phase.tests === 'must_fail') return measured;
  const decision = decide(gate, record);
  if (!agreeOtherwise(decision, [...OF_MUTANTS, ...OF_REVIEW]))
    return { ...measured, record: withoutMutationCheck(gate, record) };
  const { run, after: before } = lastOf(tested.runs);
  const subject = hashSubject(config, before);
  const state = journal.state();
  if (gatesAgree(decision) && state.mutationChecked === subject) return measured;

  const { report, guards } = await runMutationCheck(context, record, {
    run,
    files: before.files,
    limits: config.mutation_check,
    signal,
  });
  const { mutants_tested, mutants_killed, reach } = report;
  const reached = reach === undefined ? null : percentReached(reach);
  const ofGuards = judgeGuards(state.guards, guards);
  const metrics = {
    mutants_tested,
    mutants_killed,
    mutants_killed_percent: percentKilled(report),
    ...(reached === null ? {} : { code_reached_percent: reached }),
    ...ofGuards.metrics,
  };
  const found = {
    metrics,
    findings: [...findingsOfMutationCheck(report, config.mutation_check), ...ofGuards.findings],
  };
  const again = await measureAgain(context, measured, lastOf(tested.runs), found);
  return { ...again, mutation_check: { ...report, subject } };
};

/** A condition that waits for the check gets the finding that there was none. */
const withoutMutationCheck = ({ gate_1, gate_2 }: CompiledGate, record: IterationRecord): IterationRecord =>
  [gate_1, gate_2].some((gate) => looksAt(gate, OF_MUTANTS))
    ? Object.freeze({ ...record, findings: [...record.findings, finding('mutants.not_tested')] })
    : record;

interface Mutated {
  readonly run: TestRun;
  readonly files: Fingerprint['files'];
  readonly limits: NonNullable<Config['mutation_check']>;
  readonly signal: AbortSignal | undefined;
}

const runMutationCheck = async (
  context: RunContext,
  { phase, iteration }: IterationRecord,
  { run, files, limits, signal }: Mutated,
): Promise<{ readonly report: MutationReport; readonly guards: readonly GuardEnd[] }> => {
  const { config, journal, emit, suites } = context;
  const { frozen, base, baseline, guards } = journal.state();
  const tests = new Set(
    findTestFilesOf(
      config.tests.suites,
      files.keys(),
      run.tests.map(({ file }) => file),
    ),
  );
  const question: MutationQuestion = {
    workspace: config.folder,
    root: (await findRepository(config.folder)).root ?? config.folder,
    base,
    files: [...files.keys()],
    isTest: (path) => tests.has(path) || Object.hasOwn(frozen, path),
    suites,
    first: selectTests(context, newTests({ baseline }, run.tests.map(testId)), files),
    ignored: leftOut(baseline),
    seed: seedOfTests(tests, files, frozen),
    limits,
    mark: context.run,
    launch: (copy, suite) => sandboxOf('tests', { ...context, suite, reports: copy.reports, copy }),
    onEvent: (event) => emit({ ...event, phase, iteration }),
    onRun: (scope, ms) => context.suiteRuns?.add('mutation_check', { ms, isPart: scope === 'new' }),
    ...(signal === undefined ? {} : { signal }),
  };
  const report = await mutateSuite(question);
  const { mutants_tested, mutants_killed, unproven, inconclusive, ms } = report;
  emit({ type: 'mutation_check.ended', phase, iteration, mutants_tested, mutants_killed, unproven, inconclusive, ms });
  if (guards.length === 0) return { report, guards: [] };
  const asked = guards.map(({ id }): AskedGuard => {
    const isNamed = mentionOf(id);
    const named = run.tests.filter(({ name }) => isNamed(name));
    const paths = [...new Set(named.map(({ file }) => file))];
    return { id, isNamed, files: paths, suites: selectTests(context, named.map(testId), files) };
  });
  return { report, guards: await killGuards(question, asked) };
};

/** Each guard has a test that failed on a mutant, or holds the phase. */
const judgeGuards = (
  guards: readonly Guard[],
  ends: readonly GuardEnd[],
): { readonly metrics: Metrics; readonly findings: readonly Finding[] } => {
  if (guards.length === 0) return { metrics: {}, findings: [] };
  const killed = ends.filter(({ isKilled }) => isKilled).length;
  return {
    metrics: { guards_total: guards.length, guards_killed: killed },
    findings: guards.flatMap(({ id, tests }) => {
      const end = ends.find((each) => each.id === id);
      if (end?.isKilled === true) return [];
      return [finding('guards.not_killed', { id, tests, tried: end?.tried ?? 0, why: end?.why ?? '' })];
    }),
  };
};

/** The suite does not cover documents. */
const hashSubject = ({ documents }: Config, { files }: Pick<Fingerprint, 'files'>): string => {
  const isDocument = picomatch([...documents.globs, '**/*.{md,mmd}'], { dot: true });
  return hashEntries(new Map([...files].filter(([path]) => !isDocument(path))));
};
