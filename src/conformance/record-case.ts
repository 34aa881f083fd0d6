/**
 * A case as the record of one iteration: the only thing that a gate will see.
 *
 * @module
 */
import type { CompiledGate } from '../../gates/compile-gates.ts';
import type { Metrics } from '../../gates/metrics.ts';
import { indicatesCompletion } from '../../gates/confidence.ts';
import type { Confidence, IterationRecord, Signal, Turn } from '../../gates/iteration.ts';
import { signalOfCase } from '../signals/signal-of-case.ts';
import type { ConformanceCase } from './case-schema.ts';
import { countCase } from './count-case.ts';
import { measureCase } from './measure-case.ts';
import { continueCase } from './continue-case.ts';
import { scoreCase } from './score-case.ts';

/** A case has no clock. */
export const AT = '1970-01-01T00:00:00.000Z';

/** What the loop would have recorded; it is kept in memory. @param gate - of the case's phase */
export const recordCase = (asked: ConformanceCase, gate: CompiledGate): IterationRecord => {
  const { phase, context } = asked;
  const iteration = context.iteration ?? 1;
  const progress = context.progress ?? true;
  const signal = readWord(asked, iteration);
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
    allowance_used: iteration,
    ...(score === null ? {} : { confidence: score }),
    failing: [],
    notes: [],
  };
  return Object.freeze({ ...record, ...continueCase(asked, record, gate) });
};

const readWord = ({ phase, dialect, transcript, context, metrics }: ConformanceCase, iteration: number): Signal => {
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
