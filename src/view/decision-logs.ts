/**
 * The logs that a specification asks for beside the status blocks: a view each, of what was decided by its preset.
 *
 * @module
 */
import type { Config } from '../config/config.ts';
import { renderConfidence } from './logs/confidence-log.ts';
import { renderExitGate } from './logs/exit-gate-log.ts';
import type { RunFolders } from '../records/run-folders.ts';
import type { WorkRecord } from '../records/work-record.ts';

export interface DecisionLog {
  readonly name: string;
  readonly path: string;
  /** What the record adds to it, whole lines; empty for nothing. */
  readonly render: (record: WorkRecord) => string;
}

/** Those that the config has something to say in. */
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
