/**
 * Why the phase is held, for people; pure.
 *
 * @module
 */
import type { RunStatus } from '../../view/run-status.ts';
import { plain } from './text/paint.ts';

/** The reason, the clauses that are not met, and what was found besides. @param said - why the run ended, which stands above: it is not said twice */
export const renderHeld = (held: RunStatus['held'], said = ''): readonly string[] =>
  held === null
    ? []
    : [
        said.includes(held.reason) ? 'held:' : `held: ${plain(held.reason)}`,
        ...held.unmet.map((clause) => `  - ${plain(clause)}`),
        ...held.findings.map(({ text }) => `  ! ${plain(text)}`),
      ];
