/** Before an exit, when both gates agree: mutants run in a copy, and both gates decide again on how many tests kill. */
import { placesOfTests } from '../../evidence/integrity/freeze.ts';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finding } from '../../evidence/findings/findings.ts';
import { readText } from '../../base/files/open-plain.ts';
import { makeTemporaryFolder } from '../../base/temporary-folder.ts';
import { findExit, type KeptExit, openKeptExit } from '../turn/kept-exit.ts';
import picomatch from 'picomatch';
import { MOST_UNREAD } from '../../../gates/floor.ts';
import type { Guard } from '../../../gates/record-parts.ts';
import type { Finding, IterationRecord } from '../../../gates/iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import { looksAt } from '../../../gates/verdict.ts';
import { type Fingerprint, hashEntries } from '../../project/sources/fingerprint.ts';
import { leftOut } from '../../evidence/baseline.ts';
import { mentionOf } from '../../evidence/criteria.ts';
import { findTestFilesOf } from '../../evidence/integrity/suite-files.ts';
import type { Config } from '../../project/config/config.ts';
import {
  findingsOfMutationCheck,
  type MutationReport,
  percentKilled,
  type MutationQuestion,
} from '../../evidence/mutation-check/mutation-report.ts';
import { type AskedGuard, type GuardEnd, killGuards, seedOfTests } from '../../evidence/mutation-check/kill-guards.ts';
import { mutateSuite } from '../../evidence/mutation-check/mutate-suite.ts';
import { linesOf } from '../../evidence/mutation-check/unread-code.ts';
import { percentReached } from '../../evidence/mutation-check/reach/reach.ts';
import { testId } from '../../runners/is-green.ts';
import { newTests, selectTests } from '../tests/measure-suite.ts';
import { findRepository, sandboxOf } from '../sandbox-of.ts';
import type { TestRun } from '../../runners/test-run.ts';
import type { RunContext } from '../run-context.ts';
import { askedCriteria, judgeCriteria } from '../../evidence/mutation-check/criterion-kills.ts';
import { buildsOfRun, agreeBut, type Check, measureAgain } from './agreement.ts';
import { OF_MUTANTS } from '../../evidence/measures/metrics-of-measures.ts';
import { findStanding, judgeStanding } from './standing.ts';

export const mutationCheck: Check = {
  name: 'mutation check',
  metrics: OF_MUTANTS,
  isAsked: ({ config }, { phase }) => config.mutation_check !== null && phase.tests !== 'must_fail',
  run: (...question) => checkMutants(...question),
  /** A condition that waits for the check gets the finding that there was none. */
  without: ({ gate_1, gate_2 }, record) =>
    [gate_1, gate_2].some((gate) => looksAt(gate, OF_MUTANTS))
      ? Object.freeze({ ...record, findings: [...record.findings, finding('mutants.not_tested')] })
      : record,
};

/** The measurement unchanged for the same code with the same tests, if no condition uses the metrics of the check. */
const checkMutants: Check['run'] = async (context, { gate, measured, tests }, signal) => {
  const { mutation_check: limits, ...config } = context.config;
  if (limits === null) return measured;
  const { record } = measured;
  const subject = hashSubject(config, tests.after);
  const state = context.journal.state();
  if (state.mutationChecked === subject && agreeBut(gate, record, [])) return measured;

  const { report, guards } = await runMutationCheck(context, record, {
    run: tests.run,
    files: tests.after.files,
    limits,
    signal,
  });
  const { mutants_tested, mutants_killed, reach } = report;
  const reached = reach === undefined ? null : percentReached(reach);
  const ofCriteria = judgeCriteria(report.criteria);
  const ofParts = judgeParts(context, report, record.phase);
  const ofGuards = judgeGuards(state.guards, guards);
  const standing = await judgeStanding(context, report, signal);
  const metrics = {
    mutants_tested,
    mutants_killed,
    mutants_killed_percent: percentKilled(report),
    ...(reached === null ? {} : { code_reached_percent: reached }),
    ...ofParts.metrics,
    ...ofCriteria.metrics,
    ...ofGuards.metrics,
    ...standing.metrics,
  };
  const found = {
    metrics,
    findings: [
      ...findingsOfMutationCheck(report, limits),
      ...ofParts.findings,
      ...ofCriteria.findings,
      ...ofGuards.findings,
      ...standing.findings,
    ],
  };
  const again = await measureAgain(context, measured, tests, found);
  return { ...again, mutation_check: { ...report, subject } };
};

interface Mutated {
  readonly run: TestRun;
  readonly files: Fingerprint['files'];
  readonly limits: NonNullable<Config['mutation_check']>;
  readonly signal: AbortSignal;
}

const runMutationCheck = async (
  context: RunContext,
  { phase, iteration }: IterationRecord,
  { run, files, limits, signal }: Mutated,
): Promise<{ readonly report: MutationReport; readonly guards: readonly GuardEnd[] }> => {
  const { config, journal, emit, suites } = context;
  const { frozen, base, baseline, guards } = journal.state();
  const tests = new Set(findTestFilesOf(config.tests.suites, files.keys(), placesOfTests(run.tests)));
  // A folder that is frozen as a whole has nothing that this run wrote.
  const installed = Object.keys(frozen).flatMap((name) => (/^[^*]+\/\*\*$/.test(name) ? [name.slice(0, -2)] : []));
  const without = await buildsOfRun(context);
  const kept = await openRed(context, phase);
  const standing = kept === null ? null : findStanding(context, { run, files, tests, kept });
  const question: MutationQuestion = {
    workspace: config.folder,
    root: (await findRepository(config.folder)).root ?? config.folder,
    base,
    files: [...files.keys()],
    ...(without === undefined ? {} : { without }),
    isTest: (path) => tests.has(path) || Object.hasOwn(frozen, path) || installed.some((each) => path.startsWith(each)),
    suites,
    first: selectTests(context, newTests({ baseline }, run.tests.map(testId)), files),
    ignored: leftOut(baseline),
    criteria: askedCriteria(config, journal.state(), run.tests),
    ...(kept === null ? {} : { atRed: async (path: string) => readKept(kept, path) }),
    ...(standing === null ? {} : { standing }),
    hasSandbox: config.agent.sandbox.use !== 'none',
    seed: seedOfTests(tests, files, frozen),
    limits,
    mark: context.run,
    sandbox: (copy, suite) => sandboxOf('tests', { ...context, suite, reports: copy.reports, copy }),
    onEvent: (event) => emit({ ...event, phase, iteration }),
    onRun: (scope, ms) => context.suiteRuns?.add('mutation_check', { ms, isPart: scope === 'new' }),
    signal,
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

/** A test kills a mutant of each file that others use, RED leaves no stub, and the changed code is read. */
const judgeParts = (
  { config, journal }: RunContext,
  { files = [], stubs, unread = [] }: MutationReport,
  phase: string,
): { readonly metrics: Metrics; readonly findings: readonly Finding[] } => {
  const surviving = files.filter(({ killed }) => killed === 0);
  const red = findExit(config, journal.state(), phase)?.phase ?? '';
  return {
    metrics: {
      ...(files.length === 0 ? {} : { files_mutated: files.length, files_killed: files.length - surviving.length }),
      ...(stubs === undefined ? {} : { stubs_left: stubs.length }),
      lines_unread: linesOf(unread),
    },
    findings: [
      ...surviving.map(({ path, tested }) => finding('mutants.file_survives', { path, tested })),
      ...(stubs ?? []).map((stub) => finding('mutants.stub_left', { ...stub, phase: red })),
      ...(linesOf(unread) > MOST_UNREAD ? unread.map((each) => finding('mutants.unread', { ...each })) : []),
    ],
  };
};

/** The sources of RED's exit are kept outside of the workspace. */
const openRed = async ({ config, journal }: RunContext, phase: string): Promise<KeptExit | null> => {
  const state = journal.state();
  const exit = findExit(config, state, phase);
  return exit === null ? null : openKeptExit(config, state, exit);
};

const readKept = async (kept: KeptExit, path: string): Promise<string | null> => {
  if (!kept.files.has(path)) return null;
  const folder = await makeTemporaryFolder('mutants');
  try {
    const isThere = await kept.restore(folder, (each) => each === path);
    return isThere ? readText(join(folder, path)) : null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
const hashSubject = ({ documents }: Pick<Config, 'documents'>, { files }: Pick<Fingerprint, 'files'>): string => {
  const isDocument = picomatch([...documents.globs, '**/*.{md,mmd}'], { dot: true });
  return hashEntries(new Map([...files].filter(([path]) => !isDocument(path))));
};
