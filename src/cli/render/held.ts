/**
 * Why the phase is held, for people; pure.
 *
 * @module
 */
import type { RunStatus } from '../../view/run-status.ts';
import { plain } from './text/paint.ts';

/** The reason, the unmet clauses, and the findings. @param said - why the run ended; it is not printed twice */
export const renderHeld = (held: RunStatus['held'], said = ''): readonly string[] =>
  held === null
    ? []
    : [
        said.includes(held.reason) ? 'held:' : `held: ${plain(held.reason)}`,
        ...held.unmet.map((clause) => `  - ${plain(clause)}`),
        ...held.findings.map(({ text }) => `  ! ${plain(text)}`),
      ];
