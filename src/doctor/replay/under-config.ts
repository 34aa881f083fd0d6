/** A recorded iteration as counted under another config. A pattern that was not searched then is unknown. Pure. */
import { listUnmet, looksAt } from '../../../gates/verdict.ts';
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { Decision } from '../../../gates/decide.ts';
import type { IterationRecord, Indicators } from '../../../gates/iteration.ts';
import { CONFIDENCE_WEIGHTS, indicatesCompletion } from '../../../gates/confidence.ts';
import { type Confidence, chooseEvidence, countIndicators, lookAtEvidence } from '../../../gates/indicators.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import type { ReplayConfig } from '../../records/recorded-config.ts';

/** Metric → why its recorded value does not apply here. */
type Unmeasured = ReadonlyMap<string, string>;

/** @param then - the gate of the phase in the config of the run; null where that has no such phase */
export const findUnmeasured = (
  gate: CompiledGate,
  then: CompiledGate | null,
  { metrics }: Pick<IterationRecord, 'metrics'>,
): Unmeasured => {
  const asked = askedBy(gate);
  const askedThen = then === null ? new Set<string>() : askedBy(then);
  const unmeasured = new Map<string, string>();
  // A metric that the run asked for and that is absent could not be measured; that is the same here.
  for (const name of asked)
    if (!Object.hasOwn(metrics, name) && !askedThen.has(name)) unmeasured.set(name, `${name} was not measured`);
  if (then !== null && then.phase.tests !== gate.phase.tests)
    for (const name of asked)
      if (name.startsWith('tests_'))
        unmeasured.set(name, `${name} was counted for a phase whose tests ${then.phase.tests}`);
  const runs = metrics.consecutive_green_runs ?? 0;
  if (then !== null && gate.greenRunsWanted > then.greenRunsWanted && runs >= then.greenRunsWanted)
    unmeasured.set('consecutive_green_runs', `the suite was green ${runs} times and did not run again`);
  return unmeasured;
};

/** Why the other decision is unknown; empty where it is known. */
export const whyUnknown = (decision: Decision, gate: CompiledGate, unmeasured: Unmeasured): readonly string[] => {
  const asked = askedBy(gate);
  const named = [...unmeasured].filter(([name]) => asked.has(name));
  if (decision.can_exit) return once(named.map(([, why]) => why));
  const clauses = listUnmet(decision);
  const names = named.map(([name]) => name);
  // One clause that is not met by the recorded measurement holds, whatever the others are.
  const isOpen = clauses.every((clause) => looksAt(clause, names));
  return isOpen
    ? once(named.flatMap(([name, why]) => (clauses.some((clause) => looksAt(clause, [name])) ? [why] : [])))
    : [];
};

/** One reason may apply to several metrics. */
const once = (reasons: readonly string[]): readonly string[] => [...new Set(reasons)];

const askedBy = ({ gate_1, gate_2, floor }: CompiledGate): ReadonlySet<string> =>
  new Set(
    [gate_1, gate_2, ...floor.map(({ condition }) => condition)].flatMap(({ metrics }) => metrics).filter(isMetric),
  );

const isMetric = (name: string): boolean => name !== 'exit_signal';

interface UnderConfig {
  readonly record: IterationRecord;
  readonly unmeasured: Unmeasured;
}

interface Counted {
  readonly metrics: Metrics;
  readonly unmeasured: readonly (readonly [metric: string, why: string])[];
}

const NOTHING: Counted = { metrics: {}, unmeasured: [] };

/** @param configs.own - that of the run @param threshold - an operator's, which overrides any config; null: none */
export const countUnder = (
  record: IterationRecord,
  { asked, own }: { readonly asked: ReplayConfig; readonly own: ReplayConfig },
  threshold: number | null,
): UnderConfig => {
  const indicators = countWords(record, asked.exit_gate ?? null, own.exit_gate ?? null, threshold);
  const score = scoreAnew(record.confidence, asked.confidence ?? null, own.confidence ?? null);
  const metrics = { ...record.metrics, ...configured(asked), ...indicators.metrics, ...score.metrics };
  return { record: { ...record, metrics }, unmeasured: new Map([...indicators.unmeasured, ...score.unmeasured]) };
};

const configured = ({ limits, documents }: ReplayConfig): Metrics => ({
  ...(limits?.max_refactor_iterations === undefined ? {} : { max_refactor_iterations: limits.max_refactor_iterations }),
  ...(documents === undefined ? {} : { required_docs_count: documents.required_docs_count }),
});

type ExitGate = ReplayConfig['exit_gate'];

const countWords = (
  { indicators, signal, metrics }: IterationRecord,
  asked: ExitGate | null,
  own: ExitGate | null,
  operators: number | null,
): Counted => {
  if (asked == null) return NOTHING;
  if (!asked.enabled) return { metrics: countIndicators({ patterns: [], evidence: {}, threshold: 0 }), unmeasured: [] };
  const lifted = asked.allow_agent_override && signal.value === true && signal.told?.override === true;
  const threshold = lifted ? 0 : (operators ?? asked.indicator_threshold);
  if (indicators === undefined) {
    const why = 'nothing was counted then';
    const unmeasured = [['completion_indicators', why] as const, ['evidence_indicators', why] as const];
    return { metrics: { indicator_threshold: threshold }, unmeasured };
  }
  const patterns = asked.patterns.filter((pattern) => indicators.patterns.includes(pattern));
  const unsought = asked.patterns.filter((pattern) => own?.patterns.includes(pattern) !== true);
  const { evidence, unseen } = evidenceFor(asked.evidence_checks, indicators, metrics);
  return {
    metrics: countIndicators({ patterns, evidence, threshold }),
    unmeasured: [
      ...unsought.map((pattern) => ['completion_indicators', `/${pattern}/ was not searched`] as const),
      ...unseen.map((name) => ['evidence_indicators', `the evidence ${name} was not checked`] as const),
    ],
  };
};

/** The recorded result of each check that the other config counts; from its metrics, where it was not counted then. */
const evidenceFor = (
  wanted: NonNullable<ExitGate>['evidence_checks'],
  { evidence: then }: Indicators,
  metrics: Metrics,
): { readonly evidence: Readonly<Record<string, boolean>>; readonly unseen: readonly string[] } => {
  const seen = chooseEvidence(lookAtEvidence(metrics, false), wanted);
  const isKnown = (name: string) =>
    Object.hasOwn(then, name) ||
    name === 'tests' ||
    (name === 'build' && metrics.build_ok !== undefined) ||
    (name === 'clean_git' && metrics.git_clean !== undefined);
  return {
    evidence: Object.fromEntries(Object.entries(seen).map(([name, holds]) => [name, then[name] ?? holds])),
    unseen: Object.keys(seen).filter((name) => !isKnown(name)),
  };
};

type Score = ReplayConfig['confidence'];

const scoreAnew = (then: Confidence | undefined, asked: Score | null, own: Score | null): Counted => {
  if (asked == null) return NOTHING;
  const { threshold } = asked;
  if (then === undefined) return { metrics: { confidence_threshold: threshold }, unmeasured: [] };
  const found = asked.keywords.filter((keyword) => then.keywords.includes(keyword));
  const unsought = asked.keywords.filter((keyword) => own?.keywords.includes(keyword) !== true);
  const keywords = found.length > 0 ? CONFIDENCE_WEIGHTS.keywords : 0;
  const elsewhere = asked.done.join('\n') === own?.done.join('\n') ? [] : ['the done folders were different then'];
  // Each counts once, however many there are.
  const unknown = [...(found.length > 0 ? [] : unsought.map((each) => `/${each}/ was not searched`)), ...elsewhere];
  const parts = { ...then.parts, keywords };
  return {
    metrics: {
      confidence: then.score - then.parts.keywords + keywords,
      confidence_threshold: threshold,
      completion_indicated: indicatesCompletion({ parts }),
    },
    unmeasured: unknown.flatMap((why) => [['confidence', why] as const, ['completion_indicated', why] as const]),
  };
};
