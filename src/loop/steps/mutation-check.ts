/**
 * Probes the suite before a phase is left: when both gates agree over an iteration, small faults are put into a copy of
 * the code, and what the tests noticed goes into the same record. It is decided once more, with that.
 *
 * @module
 */
import { finding } from '../../findings/findings.ts';
import { createHash, randomBytes } from 'node:crypto';
import picomatch from 'picomatch';
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import { decide, type Decision } from '../../../gates/decide.ts';
import type { Finding, IterationRecord } from '../../../gates/iteration.ts';
import type { MetricName } from '../../../gates/metrics.ts';
import { listUnmet, looksAt } from '../../../gates/verdict.ts';
import { findMoved, type Fingerprint } from '../../sources/fingerprint.ts';
import { leftOut } from '../../evidence/inventory.ts';
import { findTestFilesOf } from '../../integrity/suite-files.ts';
import type { Config } from '../../config/shape-config.ts';
import { findingsOfProbe, type ProbeReport } from '../../probe/probe-report.ts';
import { probeSuite } from '../../probe/probe-suite.ts';
import { chooseCriteriaTests } from '../tests/criteria-first.ts';
import { findingsOfMoved } from '../../measures/tree.measure.ts';
import { findRepository } from '../find-repository.ts';
import { findTampering } from '../../measures/integrity.measure.ts';
import { lookAtSources } from '../look-at-sources.ts';
import { lastOf, type Measured, type Tested } from '../iteration.ts';
import type { TestRun } from '../../testing/test-run.ts';
import { gateOf, type RunSite } from '../run-site.ts';
import { sandboxOf } from '../sandbox-of.ts';

/**
 * What was measured as it came, where nothing is to be probed: a gate is not satisfied for another reason, tests have to fail in
 * this phase, or the same code with the same tests was probed before and no condition asks for what the probe measures.
 */
export const checkMutants = async (
  site: RunSite,
  { tested, measured }: { readonly tested: Pick<Tested, 'runs'>; readonly measured: Measured },
  signal?: AbortSignal,
): Promise<Measured> => {
  const { config, journal } = site;
  const { record } = measured;
  const gate = gateOf(site.gates, record.phase);
  if (config.probe === null || gate.phase.tests === 'must_fail') return measured;
  const decision = decide(gate, record);
  if (!agreeOtherwise(decision)) return { ...measured, record: withoutProbe(gate, record) };
  const { run, after: before } = lastOf(tested.runs);
  const subject = hashSubject(config, before);
  const state = journal.state();
  if (decision.can_exit && state.probed === subject) return measured;

  const report = await runProbe(site, record, { run, files: before.files, limits: config.probe, signal });
  // The look at the sources comes after all else that could move them (RULES 2.4).
  const last = await lookAtSources(config, state);
  const moved = findMoved(before, last);
  const { findings: tampering } = await findTampering(config.folder, state, run, last.files);
  const { metrics, tree, findings } = record;
  const checked: IterationRecord = Object.freeze({
    ...record,
    ended_at: site.now().toISOString(),
    tree: { ...tree, after: last.tree, head: last.head },
    metrics: Object.freeze({
      ...metrics,
      tree_stable: metrics.tree_stable === true && moved.length === 0,
      tests_intact: metrics.tests_intact === true && tampering.length === 0,
      faults_planted: report.faults_planted,
      faults_noticed: report.faults_noticed,
    }),
    findings: withoutRepeats([...findings, ...tampering, ...findingsOfMoved(moved), ...findingsOfProbe(report)]),
  });
  return { ...measured, record: checked, last, probe: { ...report, subject } };
};

const MEASURED_HERE: readonly MetricName[] = ['faults_planted', 'faults_noticed'];

/** Whether nothing is unmet but what the probe measures: a condition that asks for that cannot be met before. */
const agreeOtherwise = (decision: Decision): boolean =>
  listUnmet(decision).every((clause) => looksAt(clause, MEASURED_HERE));

/** A condition that waits for the probe is told that there was none. */
const withoutProbe = ({ gate_1, gate_2 }: CompiledGate, record: IterationRecord): IterationRecord =>
  [gate_1, gate_2].some((gate) => looksAt(gate, MEASURED_HERE))
    ? Object.freeze({ ...record, findings: [...record.findings, finding('faults.not_tried')] })
    : record;

/** What was frozen is looked at twice, and each breach is told once. */
const withoutRepeats = (findings: readonly Finding[]): readonly Finding[] => [
  ...new Map(findings.map((each) => [each.text, each])).values(),
];

interface Probed {
  readonly run: TestRun;
  readonly files: Fingerprint['files'];
  readonly limits: NonNullable<Config['probe']>;
  readonly signal: AbortSignal | undefined;
}

const runProbe = async (
  site: RunSite,
  { phase, iteration }: IterationRecord,
  { run, files, limits, signal }: Probed,
): Promise<ProbeReport> => {
  const { config, journal, announce, suites } = site;
  const { frozen, base, inventory } = journal.state();
  const tests = new Set(
    findTestFilesOf(
      config.tests.suites,
      files.keys(),
      run.tests.map(({ file }) => file),
    ),
  );
  const report = await probeSuite({
    workspace: config.folder,
    root: (await findRepository(config.folder)).root ?? config.folder,
    base,
    files: [...files.keys()],
    isTest: (path) => tests.has(path) || Object.hasOwn(frozen, path),
    suites,
    first: chooseCriteriaTests(site, phase, files)?.suites ?? [],
    ignored: leftOut(inventory),
    // Made now: whoever wrote the code could not know it.
    seed: randomBytes(8).toString('hex'),
    limits,
    mark: site.run,
    launch: (copy, suite) => sandboxOf('tests', { ...site, suite, reports: copy.reports, copy }),
    onNews: (news) => announce({ ...news, phase, iteration }),
    ...(signal === undefined ? {} : { signal }),
  });
  const { faults_planted, faults_noticed, unproven, nothing_shown, ms } = report;
  announce({ type: 'probe.ended', phase, iteration, faults_planted, faults_noticed, unproven, nothing_shown, ms });
  return report;
};

/** Documents are what the suite says nothing about. */
const hashSubject = ({ documents }: Config, { files }: Pick<Fingerprint, 'files'>): string => {
  const isDocument = picomatch([...documents.globs, '**/*.{md,mmd}'], { dot: true });
  const hash = createHash('sha256');
  for (const [path, word] of files) if (!isDocument(path)) hash.update(`${word}\t${path}\0`);
  return hash.digest('hex');
};
