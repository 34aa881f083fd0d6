/**
 * The indicators of the exit gate of spec 000 in an iteration, in a line and by name; pure.
 *
 * @module
 */
import type { Explained } from '../../view/explain/explain-iteration.ts';
import type { RunEvent } from '../../records/run-events.ts';
import { plain } from './text/paint.ts';

type ExitGateEvent = RunEvent & { readonly type: 'exit_gate_passed' | 'exit_gate_blocked' };

/** `indicators: 3 of 2 (1 in text, 2 in evidence)`; without a threshold: `3, none required`. */
export const renderExitGate = ({
  indicators,
  threshold,
  completion_indicators: said,
  evidence_indicators: there,
  decided_by,
}: ExitGateEvent): string =>
  `indicators: ${indicators}${threshold === 0 ? ', none required' : ` of ${threshold}`} (${said} in text, ${there} in evidence)${decided_by === 'exit_gate' ? '' : '; other clauses hold the phase'}`;

/** Each indicator by its name. */
export const renderIndicators = ({
  patterns,
  evidence,
  threshold,
  lifted,
}: NonNullable<Explained['record']['indicators']>): readonly string[] => [
  ...patterns.map((pattern) => `  - in its text: ${plain(pattern)}`),
  ...Object.entries(evidence).map(([name, holds]) => `  - ${name}: ${holds ? 'yes' : 'no'}`),
  `  ${patterns.length + Object.values(evidence).filter(Boolean).length} of ${threshold}${lifted === true ? ' (lifted by EXIT_OVERRIDE)' : ''}`,
];
