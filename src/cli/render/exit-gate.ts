/**
 * What the exit gate of spec 000 counted in an iteration, in a line and by name; pure.
 *
 * @module
 */
import type { Explained } from '../../view/explain/explain-iteration.ts';
import type { RunEvent } from '../../records/run-events.ts';
import { plain } from './text/paint.ts';

type ExitGateEvent = RunEvent & { readonly type: 'exit_gate_passed' | 'exit_gate_blocked' };

/** `indicators: 3 of 2 (1 in words, 2 in evidence)`; of a threshold that was lifted, or is switched off: `3, none asked for`. */
export const renderExitGate = ({
  indicators,
  threshold,
  completion_indicators: said,
  evidence_indicators: there,
  decided_by,
}: ExitGateEvent): string =>
  `indicators: ${indicators}${threshold === 0 ? ', none asked for' : ` of ${threshold}`} (${said} in words, ${there} in evidence)${decided_by === 'exit_gate' ? '' : '; held by other clauses'}`;

/** What was found, by name. */
export const renderIndicators = ({
  patterns,
  evidence,
  threshold,
  lifted,
}: NonNullable<Explained['record']['indicators']>): readonly string[] => [
  ...patterns.map((pattern) => `  - in its words: ${plain(pattern)}`),
  ...Object.entries(evidence).map(([name, holds]) => `  - ${name}: ${holds ? 'yes' : 'no'}`),
  `  ${patterns.length + Object.values(evidence).filter(Boolean).length} of ${threshold}${lifted === true ? ', which EXIT_OVERRIDE lifted' : ''}`,
];
