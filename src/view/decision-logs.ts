/**
 * The logs that a specification requires beside the status blocks: a view for each, of the decisions of its preset.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import type { RunFolders } from '../records/run-folders.ts';
import type { WorkRecord } from '../records/records.ts';
import type { ExitGateEntry } from '../records/exit-gate-entry.ts';
import { CONFIDENCE_WEIGHTS, judgeCompletion } from '../../gates/confidence.ts';
import { warnOfConfidence } from '../findings/warn-of-confidence.ts';
import type { Decision } from '../../gates/decide.ts';
import type { IterationRecord } from '../../gates/iteration.ts';

export interface DecisionLog {
  readonly name: string;
  readonly path: string;
  /** The lines that the record adds to it; empty for none. */
  readonly render: (record: WorkRecord) => string;
}

/** The logs that the config needs. */
export const decisionLogsOf = (
  { exit_gate: gate, confidence }: Pick<Config, 'exit_gate' | 'confidence'>,
  { exitGateLog, confidenceLog }: Pick<RunFolders, 'exitGateLog' | 'confidenceLog'>,
): readonly DecisionLog[] => [
  ...(gate === null ? [] : [{ name: 'exit-gate.log', path: exitGateLog, render: renderGate }]),
  ...(confidence === null ? [] : [{ name: 'confidence.log', path: confidenceLog, render: renderScore }]),
];

const renderGate = (record: WorkRecord): string => {
  if (record.type !== 'iteration.decided' || record.data.exit_gate === undefined) return '';
  const { phase, iteration } = record.data.record;
  return `${renderExitGate(record.data.exit_gate, { phase, iteration, at: record.at })}\n`;
};

const renderScore = (record: WorkRecord): string =>
  record.type === 'iteration.decided' ? renderConfidence(record.data.record, record.data.decision) : '';

/** One line of `exit-gate.log`, in the words of spec 000. */
const renderExitGate = (
  { event, indicators, explicit, threshold, decided_by }: ExitGateEntry,
  { phase, iteration, at }: { readonly phase: string; readonly iteration: number; readonly at: string },
): string =>
  `${at} ${event} indicators=${indicators} explicit=${explicit} threshold=${threshold} phase=${phase} iteration=${iteration}${decided_by === 'exit_gate' ? '' : ` decided_by=${decided_by}`}`;

/** '' without a score. */
const renderConfidence = (
  { confidence, phase, iteration }: Pick<IterationRecord, 'confidence' | 'phase' | 'iteration'>,
  decision: Decision,
): string => {
  if (confidence === undefined) return '';
  const { score, threshold, parts, basis, keywords } = confidence;
  const { outcome, decided_by } = judgeCompletion(confidence, decision);
  const points = Object.entries(CONFIDENCE_WEIGHTS).map(
    ([part, weight]) => `${part}=${Reflect.get(parts, part)}/${weight}`,
  );
  const line = `${decision.timestamp} ${phase} ${iteration} confidence=${score} threshold=${threshold} basis=${basis} ${points.join(' ')} outcome=${outcome} decided_by=${decided_by}`;
  const found = keywords.length === 0 ? [] : [`keywords: ${keywords.join(', ')}`];
  return `${[line, ...[...found, ...warnOfConfidence(confidence).map(({ text }) => text)].map((each) => `  ${each}`)].join('\n')}\n`;
};
