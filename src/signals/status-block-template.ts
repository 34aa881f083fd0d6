/**
 * The status block that the agent is asked to print. Quoted back as it stands it says nothing: its signal is a placeholder.
 *
 * @module
 */
import { PRP_MARKERS } from './prp.dialect.ts';

/** `refactoring`: the phase asks for REFACTORING_COMPLETE. */
export interface TemplateFacts {
  readonly phase: string;
  readonly iteration: number;
  /** `null`: none was issued. */
  readonly nonce: string | null;
  readonly refactoring?: boolean | undefined;
}

/** Only what the agent alone can know is left to fill in: numbers are measured (RULES 2.1). No line feed at the end. */
export const statusBlockTemplate = (facts: TemplateFacts): string =>
  [
    PRP_MARKERS.opens,
    `PHASE: ${facts.phase}`,
    `ITERATION: ${facts.iteration}`,
    ...(facts.nonce === null ? [] : [`NONCE: ${facts.nonce}`]),
    'STATUS: IN_PROGRESS | BLOCKED | COMPLETE',
    'BLOCKERS:',
    '  - none',
    ...(facts.refactoring === true ? ['REFACTORING_COMPLETE: true | false'] : []),
    'EXIT_SIGNAL: true | false',
    'RECOMMENDATION: <one line: the next action>',
    PRP_MARKERS.closes,
  ].join('\n');
