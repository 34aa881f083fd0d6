/** A case as the record of one iteration: the only thing that a gate will see. */
import { type Config, parseConfig } from '../../read-config/parse-config.ts';
import { NATIVE } from '../../signals/systems/dialects.ts';
import type { ConfigPresetName } from '../../signals/systems/systems.ts';
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import { countIn, type Metrics } from '../../../gates/metrics.ts';
import { indicatesCompletion, scoreConfidence, measureApproach } from '../../../gates/confidence.ts';
import { type Confidence, chooseEvidence, countIndicators, lookAtEvidence } from '../../../gates/indicators.ts';
import type { IterationRecord, Signal, Turn } from '../../../gates/iteration.ts';
import { signalOfCase } from '../../signals/signal-of-case.ts';
import { type ConformanceCase, measureCase } from './measure-case.ts';
import { createKeywordFinder, createPatternFinder } from '../../signals/patterns/find-keywords.ts';
import { continueRow, countDeadlocks } from '../../../gates/deadlocks.ts';

/** The required keys of a config that no case depends on. */
const REST = [
  'work: { spec: spec.md }',
  'agent: { command: agent }',
  'tests: { command: npx vitest run }',
  'mutation_check: false',
];

const read = new Map<ConfigPresetName, Config>();

/** @param preset - the native system where a case names none */
export const configOfCase = (preset: ConfigPresetName = NATIVE): Config => {
  const known = read.get(preset) ?? parseConfig([`preset: ${preset}`, ...REST].join('\n'), { path: 'case', readFile });
  read.set(preset, known);
  return known;
};

const readFile = (path: string): never => {
  throw new RangeError(`a preset cannot name a file (got ${path})`);
};

/** A case has no clock. */
export const AT = '1970-01-01T00:00:00.000Z';

/** The record that the loop would write; it is kept in memory. @param gate - of the phase of the case */
export const recordCase = (asked: ConformanceCase, gate: CompiledGate): IterationRecord => {
  const { phase, context } = asked;
  const iteration = context.iteration ?? 1;
  const progress = context.progress ?? true;
  const signal = readCaseSignal(asked, iteration);
  const score = scoreCase(asked, signal);
  const measured = measureCase(asked);
  const record: IterationRecord = {
    run: 'conformance',
    phase,
    iteration,
    attempt: 1,
    started_at: AT,
    ended_at: AT,
    metrics: Object.freeze({
      ...(score === null ? {} : metricsOfScore(score)),
      ...countCase(asked, signal, measured),
      ...measured,
    }),
    signal,
    turn: turnOf(context),
    tree: { before: 'before', after: progress ? 'after' : 'before', head: null },
    without_progress: progress ? 0 : 1,
    progress,
    iterations_used: iteration,
    ...(score === null ? {} : { confidence: score }),
    failing: [],
    findings: [],
  };
  return Object.freeze({ ...record, ...continueCase(asked, record, gate) });
};

const readCaseSignal = (
  { phase, dialect, transcript, context, metrics }: ConformanceCase,
  iteration: number,
): Signal => {
  const { nonce, agent_exit_code, timed_out, repeat_before, config } = context;
  return signalOfCase({
    phase,
    dialect,
    transcript,
    existingTests: metrics.existing?.tests_passing,
    context: {
      iteration,
      ...(nonce === undefined ? {} : { nonce }),
      ...(agent_exit_code === undefined ? {} : { agent_exit_code }),
      ...(timed_out === undefined ? {} : { timed_out }),
      ...(repeat_before === undefined ? {} : { repeat_before }),
      ...(config?.phase_map === undefined ? {} : { config: { phase_map: config.phase_map } }),
    },
  });
};

const metricsOfScore = (score: Confidence): Metrics => ({
  confidence: score.score,
  confidence_threshold: score.threshold,
  completion_indicated: indicatesCompletion(score),
});

const turnOf = ({ timed_out, agent_exit_code = 0 }: ConformanceCase['context']): Turn => ({
  outcome: timed_out === true ? 'timed_out' : agent_exit_code === 0 ? 'ok' : 'crashed',
  exit_code: agent_exit_code,
  ms: 0,
});

/** `null` where the preset scores nothing. */
const scoreCase = ({ preset, transcript, metrics }: ConformanceCase, signal: Signal): Confidence | null => {
  const { confidence } = configOfCase(preset);
  if (confidence === null) return null;
  const finder = createKeywordFinder(confidence.keywords, '');
  finder.write(Buffer.from(transcript));
  const changed = ['files_created', 'files_modified', 'files_deleted'].some((name) => Number(metrics[name] ?? 0) > 0);
  return scoreConfidence({
    signal,
    sourcesChanged: changed,
    taskDone: metrics.task_done === true,
    keywords: signal.reason === 'agent_failed' || signal.reason === 'agent_timed_out' ? [] : finder.end(),
    threshold: confidence.threshold,
    lowClaimsBefore: 0,
  });
};

/** Nothing where the preset counts none. @param known - what is measured of tests and checks */
const countCase = (
  { preset, transcript, metrics }: Pick<ConformanceCase, 'preset' | 'transcript' | 'metrics'>,
  signal: Signal,
  known: Metrics,
): Metrics => {
  const { exit_gate: gate } = configOfCase(preset);
  if (gate === null) return {};
  const finder = createPatternFinder(gate.patterns, '');
  // A turn that did not end well has said nothing (rule 3.2).
  if (signal.reason !== 'agent_failed' && signal.reason !== 'agent_timed_out')
    for (const line of transcript.split('\n')) finder.see(line);
  const { criteria_count: count = 0 } = known;
  const isAddressed =
    known['criteria_passing'] === undefined
      ? metrics['criteria_passing'] !== null
      : countIn(known, 'criteria_passing') >= count;
  return countIndicators({
    patterns: finder.found(),
    evidence: chooseEvidence(lookAtEvidence(known, isAddressed), gate.evidence_checks),
    threshold: gate.indicator_threshold,
  });
};

/** The deadlocks of a case. An earlier iteration measured what the case measured, where it does not say otherwise. */
const continueCase = (
  asked: ConformanceCase,
  record: IterationRecord,
  gate: CompiledGate,
): Pick<IterationRecord, 'deadlocks' | 'nearest'> => {
  const { phase, history, context } = asked;
  const measuredOf = (metrics: Metrics) => ({
    failing: failingOf(metrics),
    nearest: measureApproach(gate, { ...record, metrics }),
  });
  const before = history.reduce<Parameters<typeof continueRow>[0]>((row, earlier, i) => {
    if ((earlier.phase ?? phase) !== phase || earlier.can_exit === true) return null;
    const iteration = Math.max(1, record.iteration - history.length + i);
    const metrics = { ...asked.metrics, ...earlier.metrics };
    const measured = measuredOf(measureCase({ metrics, history: [], context: { ...context, iteration } }));
    const { deadlocks, nearest } = continueRow(row, measured);
    const counted = countDeadlocks(
      {
        signal: { ...record.signal, value: earlier.gate_2 ?? null },
        turn: ENDED_WELL,
        ...(deadlocks && { deadlocks }),
      },
      { gate_1: verdictOf(earlier.gate_1), gate_2: verdictOf(earlier.gate_2) },
    );
    return { ...measured, nearest, deadlocks: counted };
  }, null);
  return continueRow(before, measuredOf(record.metrics));
};

const verdictOf = (satisfied: boolean | null | undefined) => ({ satisfied: satisfied === true, unmet: [] });

const ENDED_WELL = { outcome: 'ok', exit_code: 0, ms: 0 } as const;

/** A case does not name its tests: whatever fails is the same. */
const failingOf = ({ tests_failing, suite_load_failures, unhandled_errors, ...checks }: Metrics): string | null => {
  const counts = [tests_failing, suite_load_failures, unhandled_errors];
  const isRed = counts.some((count) => (count ?? 0) > 0);
  return isRed || [checks.build_ok, checks.types_ok, checks.lint_ok].includes(false) ? 'something' : null;
};
