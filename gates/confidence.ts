/** The confidence of spec 002, from 0 to 100. No score satisfies a gate (rule 1.2). */
import type { CompiledGate } from './compile-gates.ts';
import type { IterationRecord, Nearest, Signal } from './iteration.ts';
import { decide, type Decision } from './decide.ts';
import type { Confidence, ConfidencePart } from './indicators.ts';
import { looksAt, type Unmet } from './verdict.ts';

// How near an iteration came to gate 1: a premature signal while the work moves, or while it does not (rule 4.5).

/** The agent's own statements have no distance. That of `iteration`, which rises by itself, counts if nothing else is unmet. */
export const measureApproach = (gate: CompiledGate, record: IterationRecord): Nearest => {
  const { unmet } = decide(gate, record).gate_1;
  const [only, ...others] = unmet.map(({ clause }) => clause);
  const waitsFor = others.length === 0 ? only : undefined;
  const nearest = new Map<string, number>();
  const judges = [gate.gate_1, ...gate.floor.map(({ condition }) => condition)];
  for (const { clause, distances } of judges.flatMap((judge) => judge.measure?.(record.metrics) ?? []))
    for (const { comparison, metrics, distance } of distances)
      if (
        metrics.every((name) => gate.metrics[name]?.progress === true || (name === 'iteration' && clause === waitsFor))
      )
        nearest.set(comparison, Math.max(distance, nearest.get(comparison) ?? 0));
  return Object.fromEntries(nearest);
};

/** The points of spec 002; 100 in total. */
export const CONFIDENCE_WEIGHTS = {
  /** A status block that is readable, or that lacks only its nonce; or a signal of the signal command. */
  block: 30,
  phase_complete: 20,
  /** The sources changed since the phase began, as measured. */
  files_modified: 15,
  /** The task file is in its done folder, unchanged, and nowhere else. */
  task_done: 20,
  /** The prose of the message has a completion keyword. */
  keywords: 10,
  /** The block says TESTS_STATUS: pass, which is a claim. */
  tests_status: 5,
} as const satisfies Readonly<Record<ConfidencePart, number>>;

/** A claim with a lower score has low confidence. */
const LOW_CONFIDENCE = 50;
/** So many claims of low confidence in a row need a review. */
export const REVIEW_AFTER = 3;

export interface ConfidenceFacts {
  readonly signal: Pick<Signal, 'value' | 'told'> & Partial<Pick<Signal, 'reason'>>;
  readonly sourcesChanged: boolean;
  readonly taskDone: boolean;
  readonly keywords: readonly string[];
  readonly threshold: number;
  /** Claims of low confidence in a row, up to the iteration before. */
  readonly lowClaimsBefore: number;
}

export const scoreConfidence = (facts: ConfidenceFacts): Confidence => {
  const { signal, keywords, threshold } = facts;
  const lacksNonce = signal.value === null && signal.reason === 'nonce_missing';
  const isGiven: Readonly<Record<ConfidencePart, boolean>> = {
    // A block as spec 002 prints it is present, but its content does not count.
    block: signal.value !== null || lacksNonce,
    phase_complete: signal.value === true,
    files_modified: facts.sourcesChanged,
    task_done: facts.taskDone,
    keywords: keywords.length > 0,
    tests_status: signal.value !== null && /^pass(?:ed|es|ing)?$/i.test(signal.told?.tests_status ?? ''),
  };
  const points = (part: ConfidencePart): number => (isGiven[part] ? CONFIDENCE_WEIGHTS[part] : 0);
  const parts = {
    block: points('block'),
    phase_complete: points('phase_complete'),
    files_modified: points('files_modified'),
    task_done: points('task_done'),
    keywords: points('keywords'),
    tests_status: points('tests_status'),
  };
  const score = Object.values(parts).reduce((sum, each) => sum + each, 0);
  const claims = isGiven.phase_complete || isGiven.keywords || isGiven.task_done;
  return {
    score,
    threshold,
    parts,
    keywords,
    basis: lacksNonce ? 'block_without_nonce' : isGiven.block ? 'block' : 'keywords',
    low_claims: claims && score < LOW_CONFIDENCE ? facts.lowClaimsBefore + 1 : 0,
  };
};

/** Spec 002's first condition: completion keywords, or the task file in its done folder. */
export const indicatesCompletion = ({ parts }: Pick<Confidence, 'parts'>): boolean =>
  parts.keywords > 0 || parts.task_done > 0;

/** The result of the score, in the order of spec 002; an interrupt or an open breaker takes precedence over any score. */
export interface CompletionVerdict {
  /** `review`: several claims of low confidence in a row. `none`: no sign of completion. */
  readonly outcome: 'complete' | 'review' | 'held' | 'none';
  /** `floor`: the score would pass the phase, and the measurement does not. `signal`: likewise, without a yes. */
  readonly decided_by: 'gates' | 'score' | 'floor' | 'signal';
}

const OF_SCORE = ['confidence', 'completion_indicated'];

export const judgeCompletion = (
  { score, threshold, low_claims, parts }: Confidence,
  { can_exit, gate_1, gate_2 }: Pick<Decision, 'can_exit' | 'gate_1' | 'gate_2'>,
): CompletionVerdict => {
  if (can_exit) return { outcome: 'complete', decided_by: 'gates' };
  const isOfScore = (unmet: Unmet) => looksAt(unmet, OF_SCORE);
  // A phase that asks for no score, such as RED, is not held by it.
  const isShort = score < threshold && gate_1.unmet.some(isOfScore);
  const isMeasured = !gate_1.unmet.every(isOfScore);
  const decided_by = isShort ? 'score' : isMeasured ? 'floor' : gate_2.satisfied ? 'score' : 'signal';
  if (low_claims >= REVIEW_AFTER) return { outcome: 'review', decided_by };
  const speaks = parts.phase_complete + parts.keywords + parts.task_done > 0;
  return { outcome: speaks ? 'held' : 'none', decided_by };
};
