/** The checks right before an exit, where both gates agree on all else: they cost the most, and can only hold. */
import { join } from 'node:path';
import { stat } from 'node:fs/promises';
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import { decide } from '../../../gates/decide.ts';
import type { MetricName, Metrics } from '../../../gates/metrics.ts';
import { listUnmet, looksAt } from '../../../gates/verdict.ts';
import type { Finding, IterationRecord } from '../../../gates/iteration.ts';
import { adviseOn, findTampering } from '../../evidence/measures/integrity.measure.ts';
import { freezeEdit } from '../../records/fold/reopened-tests.ts';
import type { MeasuredRun } from '../../evidence/measures/measure.ts';
import type { Measured } from '../iteration.ts';
import { type RunContext, lookAtSources } from '../run-context.ts';
import { frozenReader } from '../turn/kept-exit.ts';
import { cut, finding } from '../../evidence/findings/findings.ts';
import { findTestFilesOf } from '../../evidence/integrity/suite-files.ts';
import { existingTests } from '../../evidence/measures/test-metrics.ts';
import { testId } from '../../runners/is-green.ts';
import type { PlacedSuite } from '../../runners/run-suites.ts';
import type { TestCase, TestRun } from '../../runners/test-run.ts';
import { measureSuite, selectTests } from '../tests/measure-suite.ts';
import { readText } from '../../base/files/open-plain.ts';
import type { Without } from '../../project/checkout/checkout.ts';
import type { Config } from '../../project/config/config.ts';
import { findingsOfMoved } from '../../evidence/measures/tree.measure.ts';
import { findMoved, type Fingerprint } from '../../project/sources/fingerprint.ts';
import type { WorkState } from '../../records/fold/work-state.ts';

export interface Check {
  readonly name: string;
  readonly metrics: readonly MetricName[];
  readonly isAsked: (context: RunContext, gate: CompiledGate) => boolean;
  readonly run: (context: RunContext, at: CheckedAt, signal: AbortSignal) => Promise<Measured>;
  /** In its place, where the phase is held for another reason. @default the same record */
  readonly without?: (gate: CompiledGate, record: IterationRecord) => IterationRecord;
}

interface CheckedAt {
  readonly gate: CompiledGate;
  readonly measured: Measured;
  readonly tests: MeasuredRun;
}

/** Whether both gates agree but for these metrics, which are not measured yet. A person is asked after that. */
export const agreeBut = (gate: CompiledGate, record: IterationRecord, unmeasured: readonly MetricName[]): boolean => {
  const { gate_1, gate_2 } = decide(gate, record);
  return listUnmet({ gate_1, gate_2 }).every((clause) => looksAt(clause, unmeasured));
};

interface Surroundings {
  readonly config: Pick<Config, 'folder' | 'tests'>;
  readonly journal: { readonly state: () => Pick<WorkState, 'sources' | 'writes'> };
  readonly now: () => Date;
}

/** After all that could change the sources comes their fingerprint (rule 2.4). @param before - as they were measured */
const lookAgain = async ({ config, journal, now }: Surroundings, record: IterationRecord, before: Fingerprint) => {
  const last = await lookAtSources(config, journal.state());
  const moved = findMoved(before, last);
  return {
    last,
    seen: { ended_at: now().toISOString(), tree: { ...record.tree, after: last.tree, head: last.head } },
    tree_stable: record.metrics.tree_stable === true && moved.length === 0,
    findings: findingsOfMoved(moved),
  };
};

/** @param found - of what ran since, and is added */
export const measureAgain = async (
  context: RunContext,
  measured: Measured,
  { run, after: before }: Pick<MeasuredRun, 'run' | 'after'>,
  found: { readonly metrics: Metrics; readonly findings: readonly Finding[] },
): Promise<Measured> => {
  const { config, journal } = context;
  const { record } = measured;
  const { last, seen, tree_stable, findings: moved } = await lookAgain(context, record, before);
  const known = freezeEdit(journal.state(), measured.reopened);
  const readFrozen = frozenReader(config, known, record.phase);
  const { findings: tampering } = await findTampering(config.folder, { ...known, readFrozen }, run, last.files);
  const { metrics, findings } = record;
  const again: IterationRecord = Object.freeze({
    ...record,
    ...seen,
    metrics: Object.freeze({
      ...metrics,
      ...found.metrics,
      tree_stable,
      tests_intact: metrics.tests_intact === true && tampering.length === 0,
    }),
    findings: withoutRepeats([...findings, ...tampering, ...adviseOn(tampering, config), ...moved, ...found.findings]),
  });
  return { ...measured, record: again, last };
};

/** Frozen files are checked more than once, and each breach is reported once. */
const withoutRepeats = (findings: readonly Finding[]): readonly Finding[] => [
  ...new Map(findings.map((each) => [each.text, each])).values(),
];

/**
 * Names of new tests that differ from run to run would be missing for ever after the exit. Only where a name is not
 * written in its file, its tests run once more: their files alone, and the whole suite if a name is not there then.
 */
export const testNames: Check = {
  name: 'test names',
  metrics: [],
  isAsked: (_context, { phase }) => phase.tests === 'must_fail',
  run: (...question) => checkTestNames(...question),
};

const checkTestNames: Check['run'] = async (context, { measured, tests: { run, after: before } }, signal) => {
  const { config, journal } = context;
  const { record } = measured;
  const old = existingTests(journal.state(), 'must_fail');
  const made = findMadeNames(
    config.folder,
    run.tests.filter((test) => !old.has(testId(test))),
    findTestFilesOf(config.tests.suites, before.files.keys(), []),
  );
  if (made.length === 0) return measured;
  const { phase, iteration } = record;
  const measure = (suites?: readonly PlacedSuite[]) =>
    measureSuite(
      { ...context, emit: () => {} },
      { signal, at: { phase, iteration }, purpose: 'test_names', ...(suites !== undefined && { suites }) },
    );
  const suites = selectTests(context, made, before.files);
  const alone = suites.length === 0 ? null : await measure(suites);
  const again = alone !== null && missingIn(alone, made).length === 0 ? null : await measure();
  signal.throwIfAborted();
  const { last, seen, tree_stable, findings: moved } = await lookAgain(context, record, before);
  const gone = again?.report_complete === true ? missingIn(again, run.tests.map(testId)) : [];
  const { paths: tests, more } = cut(gone);
  const { metrics, findings } = record;
  return {
    ...measured,
    last,
    record: Object.freeze({
      ...record,
      ...seen,
      metrics: Object.freeze({
        ...metrics,
        tree_stable,
        // They could not stay: names of tests are frozen.
        tests_intact: metrics.tests_intact === true && gone.length === 0,
      }),
      findings: [...findings, ...(gone.length === 0 ? [] : [finding('tests.names_differ', { tests, more })]), ...moved],
    }),
  };
};

const missingIn = ({ tests }: Pick<TestRun, 'tests'>, ids: readonly string[]): readonly string[] => {
  const there = new Set(tests.map(testId));
  return [...new Set(ids)].filter((id) => !there.has(id));
};

/** Ids of tests whose names are made while they run. @param files - of all tests, for a runner that names none */
const findMadeNames = (workspace: string, tests: readonly TestCase[], files: readonly string[]): readonly string[] => {
  const texts = new Map<string, string>();
  const read = (file: string): string => {
    const text = texts.get(file) ?? readText(join(workspace, file)) ?? '';
    texts.set(file, text);
    return text;
  };
  const made: string[] = [];
  for (const test of tests) {
    const { file, name, inside } = test;
    // An example has the name of what it describes.
    if (inside === true && !isScript(file)) continue;
    const text = (file === '' ? files : [file]).map(read).join('\n');
    if (!name.split(' > ').every((part) => text.includes(part))) made.push(testId(test));
  }
  return made;
};

const isScript = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path);

// Whether the suite passes in a copy of the workspace (rule 2.10): with the sources, and without code that only this
// folder has. A copy in which the sources from before the run are not green either shows nothing.

/** Ignored code that is left out; `undefined` where the time of the start is not known. */
export const buildsOfRun = async ({
  config: { tests },
  folders,
}: Pick<RunContext, 'config' | 'folders'>): Promise<Without | undefined> => {
  // The ledger began with the run; its text could be older.
  const since = (await stat(folders.ledger).catch(() => null))?.birthtimeMs ?? 0;
  const made = tests.suites.flatMap(({ before }) => before?.makes ?? []);
  return since === 0 ? undefined : { since, named: [...tests.writes, ...made] };
};
