/**
 * The indicators of completion of spec 000, as metrics of an iteration: patterns in the agent's own message, and evidence
 * that is measured. They are an addition to the floor; none of them stands for a signal (RULES 1.2).
 *
 * @module
 */
import { chooseEvidence, countIndicators, lookAtEvidence } from '../../../gates/indicators.ts';
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { Indicators, Signal, Turn } from '../../../gates/iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import type { Config } from '../../config/config.ts';
import { findPatterns } from '../../signals/patterns/find-patterns.ts';
import { asksForMetric } from './describe-checks.ts';
import type { Facts } from '../run-site.ts';

export interface IndicatorsQuestion {
  readonly config: Pick<Config, 'exit_gate'>;
  readonly gate: CompiledGate;
  readonly facts: Pick<Facts, 'transcript' | 'heard' | 'prompt'>;
  readonly turn: Turn;
  readonly signal: Signal;
  /** What is measured of tests, checks and git. */
  readonly known: Metrics;
  /** Whether every criterion has a passing test, or its box is ticked. */
  readonly criteriaAddressed: boolean;
  /** An operator's, of the run; null: the config's. */
  readonly threshold: number | null;
}

export interface IndicatorsMeasured {
  readonly metrics: Metrics;
  /** Nothing where the phase asks for none. */
  readonly indicators?: Indicators;
  /** For people and for the next prompt. */
  readonly notes: readonly string[];
}

/** Whether the phase has an exit gate of spec 000. */
const asksForIndicators = (gate: CompiledGate): boolean =>
  asksForMetric(gate, 'completion_indicators') || asksForMetric(gate, 'evidence_indicators');

/** Whether the phase counts a clean work tree among its evidence. */
export const asksForCleanGit = ({ exit_gate: config }: Pick<Config, 'exit_gate'>, gate: CompiledGate): boolean =>
  config?.evidence_checks.clean_git === true && asksForMetric(gate, 'evidence_indicators');

/** What is looked for in the agent's message; nothing where the phase asks for none. */
export const patternsOf = ({ exit_gate: config }: Pick<Config, 'exit_gate'>, gate: CompiledGate): readonly string[] =>
  config?.enabled === true && asksForIndicators(gate) ? config.patterns : [];

export const measureIndicators = async (question: IndicatorsQuestion): Promise<IndicatorsMeasured> => {
  const { config, gate, signal } = question;
  if (config.exit_gate === null || !asksForIndicators(gate)) return { metrics: {}, notes: [] };
  const { enabled, indicator_threshold, evidence_checks: wanted, allow_agent_override: mayLift } = config.exit_gate;
  if (!enabled) return { metrics: SWITCHED_OFF, notes: [] };
  const patterns = await findSaid(question, config.exit_gate.patterns);
  const evidence = asksForMetric(gate, 'evidence_indicators')
    ? chooseEvidence(lookAtEvidence(question.known, question.criteriaAddressed), wanted)
    : {};
  const threshold = question.threshold ?? indicator_threshold;
  const lifted = mayLift && signal.value === true && signal.told?.override === true;
  const missing = Object.keys(evidence).filter((name) => evidence[name] !== true);
  const there = Object.keys(evidence).length - missing.length;
  const isShort = !lifted && patterns.length + there < threshold;
  return {
    metrics: countIndicators({ patterns, evidence, threshold: lifted ? 0 : threshold }),
    indicators: { patterns, evidence, threshold, ...(lifted ? { lifted } : {}) },
    notes: [
      ...(missing.length === 0 ? [] : [`Evidence of completion that is not there: ${missing.join(', ')}.`]),
      ...(isShort ? [describeWords(patterns, config.exit_gate.patterns)] : []),
      ...(lifted
        ? [`EXIT_OVERRIDE lifted the indicator threshold of ${threshold}, as the config allows; nothing else.`]
        : []),
    ],
  };
};

/** Nothing is asked. */
const SWITCHED_OFF = { completion_indicators: 0, evidence_indicators: 0, indicator_threshold: 0 } as const;

const MAX_NAMED = 10;

/** What an honest agent can say when it is so: parroting it opens nothing. */
const describeWords = (found: readonly string[], all: readonly string[]): string => {
  const others = all.filter((pattern) => !found.includes(pattern));
  const named = others.slice(0, MAX_NAMED).map((pattern) => `/${pattern}/`);
  const rest = others.length > MAX_NAMED ? ` and ${others.length - MAX_NAMED} more` : '';
  return others.length === 0
    ? 'Every pattern of completion was found in the message.'
    : `Patterns of completion that the message does not have: ${named.join(', ')}${rest}.`;
};

/** A turn that did not end well has said nothing (RULES 3.2). The transcript is read where nobody listened. */
const findSaid = async (
  { facts: { heard, transcript, prompt = '' }, turn }: IndicatorsQuestion,
  patterns: readonly string[],
): Promise<readonly string[]> => {
  if (turn.exit_code !== 0) return [];
  return heard?.patterns ?? (transcript === null ? [] : findPatterns(transcript, patterns, prompt));
};
