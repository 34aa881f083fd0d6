/** The indicators of completion of spec 000. None of them replaces a signal (rule 1.2). */
import { chooseEvidence, countIndicators, lookAtEvidence } from '../../../gates/indicators.ts';
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { Finding, Indicators, WaitingCriteria } from '../../../gates/iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import type { Config } from '../../project/config/config.ts';
import { cut, finding } from '../findings/findings.ts';
import { findBroken, type Freeze, nameFrozen } from '../integrity/freeze.ts';
import { findPatterns } from '../../signals/patterns/find-keywords.ts';
import { asksForMetric, type Measure, findSaid, type Question } from './measure.ts';
import { METRICS_OF } from './metrics-of-measures.ts';
import { readSpecFiles } from './read-spec-criteria.ts';

export interface IndicatorsQuestion extends Pick<Question, 'gate' | 'said' | 'turn' | 'signal'> {
  readonly config: Pick<Config, 'exit_gate'>;
  /** The measurements of tests, checks and git. */
  readonly known: Metrics;
  /** Whether every criterion has a passing test, or its box is ticked. */
  readonly criteriaAddressed: boolean;
  /** An operator's, of the run; null: the config's. */
  readonly threshold: number | null;
}

interface IndicatorsMeasured {
  readonly metrics: Metrics;
  /** Nothing where the phase asks for none. */
  readonly indicators?: Indicators;
  readonly findings: readonly Finding[];
}

/** Whether the phase has an exit gate of spec 000. */
const asksForIndicators = (gate: CompiledGate): boolean =>
  asksForMetric(gate, 'completion_indicators') || asksForMetric(gate, 'evidence_indicators');

/** The patterns to find in the agent's message; none where the phase asks for none. */
export const patternsOf = ({ exit_gate: config }: Pick<Config, 'exit_gate'>, gate: CompiledGate): readonly string[] =>
  config?.enabled === true && asksForIndicators(gate) ? config.patterns : [];

/** The agent's message, and the option that may lift the threshold, are no progress. */
export const exitGate = {
  after: 'last_look',
  metrics: METRICS_OF.exitGate,
  measure: async (question) => {
    const { config, found, run } = question;
    const { metrics, findings, ...indicators } = await measureIndicators({
      ...question,
      criteriaAddressed: await areCriteriaAddressed(config, run.frozen, found.coverage ?? null),
      threshold: run.threshold,
    });
    return { metrics, findings, found: indicators };
  },
} as const satisfies Measure;

export const measureIndicators = async (question: IndicatorsQuestion): Promise<IndicatorsMeasured> => {
  const { config, gate, signal } = question;
  if (config.exit_gate === null || !asksForIndicators(gate)) return { metrics: {}, findings: [] };
  const { enabled, indicator_threshold, evidence_checks: wanted, allow_agent_override: mayLift } = config.exit_gate;
  if (!enabled) return { metrics: SWITCHED_OFF, findings: [] };
  const patterns = await findSaid(question, 'patterns', config.exit_gate.patterns, findPatterns);
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
    findings: [
      ...(missing.length === 0 ? [] : [finding('completion.evidence_missing', { names: missing })]),
      ...(isShort ? [findingOfPatterns(patterns, config.exit_gate.patterns)] : []),
      ...(lifted ? [finding('completion.threshold_lifted', { threshold })] : []),
    ],
  };
};

const SWITCHED_OFF = { completion_indicators: 0, evidence_indicators: 0, indicator_threshold: 0 } as const;

/** Names the missing patterns. An agent that only repeats them satisfies no gate. */
const findingOfPatterns = (found: readonly string[], all: readonly string[]): Finding => {
  const { paths: patterns, more } = cut(all.filter((pattern) => !found.includes(pattern)));
  return finding('completion.patterns_missing', { patterns, more });
};

/** Each has a passing test, or its box is ticked in the frozen spec (rule 2.7). @param waiting - null after a part */
export const areCriteriaAddressed = async (
  { folder, work }: Pick<Config, 'folder' | 'work'>,
  frozen: Freeze,
  waiting: WaitingCriteria | null,
): Promise<boolean> => {
  if (waiting === null) return false;
  const open = new Set([...waiting.without_test, ...waiting.without_passing]);
  const specs = await readSpecFiles({ folder, work });
  for (const { path, criteria } of specs) {
    const name = nameFrozen(folder, path);
    const held = frozen[name];
    const isOwn = held !== undefined && (await findBroken(folder, { [name]: held })).length === 0;
    if (!criteria.every(({ id, ticked }) => (ticked && isOwn) || (id !== null && !open.has(id)))) return false;
  }
  return specs.some(({ criteria }) => criteria.length > 0);
};
