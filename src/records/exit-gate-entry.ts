/** The log entry of spec 000 for each decision: whether its gate passed or blocked, with the numbers, and which part decided. */
import type { Decision } from '../../gates/decide.ts';
import type { IterationRecord } from '../../gates/iteration.ts';
import { countIn } from '../../gates/metrics.ts';
import type { Config } from '../project/config/config.ts';

/** The numbers that spec 000 logs. */
export interface ExitGateEntry {
  /** Passed where the phase is exited. */
  readonly event: 'exit_gate_passed' | 'exit_gate_blocked';
  /** Patterns and evidence together. */
  readonly indicators: number;
  /** The metric of this name. */
  readonly completion_indicators: number;
  /** The metric of this name. */
  readonly evidence_indicators: number;
  /** 0 when an override lifted it, or the phase counts no indicators. */
  readonly threshold: number;
  /** The agent's explicit signal. */
  readonly explicit: boolean;
  /**
   * `exit_gate`: its own numbers. `other_clauses`: its numbers would pass the phase, but the floor or the rest of the
   * gate did not.
   */
  readonly decided_by: 'exit_gate' | 'other_clauses';
}

/**
 * Null where the config has no exit gate, or one that is switched off. It passes exactly when the phase is exited. A
 * phase that counts no indicators has none, with a threshold of 0.
 */
export const describeExitGate = (
  gate: Config['exit_gate'],
  { metrics, signal }: IterationRecord,
  { can_exit }: Pick<Decision, 'can_exit'>,
): ExitGateEntry | null => {
  if (gate?.enabled !== true) return null;
  const completion_indicators = countIn(metrics, 'completion_indicators');
  const evidence_indicators = countIn(metrics, 'evidence_indicators');
  const threshold = countIn(metrics, 'indicator_threshold');
  const total = completion_indicators + evidence_indicators;
  const explicit = signal.value === true;
  return {
    event: can_exit ? 'exit_gate_passed' : 'exit_gate_blocked',
    indicators: total,
    completion_indicators,
    evidence_indicators,
    threshold,
    explicit,
    decided_by: !can_exit && explicit && total >= threshold ? 'other_clauses' : 'exit_gate',
  };
};
