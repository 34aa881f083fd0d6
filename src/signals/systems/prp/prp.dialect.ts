/** The native status block: `---PRP_PHASE_STATUS---` and its closing marker, of spec 001. */
import { between, anywhere } from '../../blocks/block-form.ts';
import type { Dialect } from '../dialect.ts';
import { PRP_MARKERS, writeStatusBlock } from './write-status-block.ts';
import { readAsFields } from '../../blocks/judge-fields.ts';

export const prp: Dialect = {
  name: 'prp',
  source: 'that of spec 001',
  needles: [anywhere('PRP_PHASE_STATUS')],
  forms: [between(PRP_MARKERS)],
  signs: [PRP_MARKERS.opens],
  ...readAsFields({ dialect: 'prp', key: 'EXIT_SIGNAL', yes: 'true', no: 'false' }),
  // Only what the agent alone can know is left to fill in: numbers are measured (rule 2.1).
  template: ({ phase, iteration, nonce, refactoring }) => [
    PRP_MARKERS.opens,
    `PHASE: ${phase}`,
    `ITERATION: ${iteration}`,
    ...(nonce === null ? [] : [`NONCE: ${nonce}`]),
    'STATUS: IN_PROGRESS | BLOCKED | COMPLETE',
    'BLOCKERS:',
    '  - none',
    ...(refactoring === true ? ['REFACTORING_COMPLETE: true | false'] : []),
    'EXIT_SIGNAL: true | false',
    'RECOMMENDATION: <one line: the next action>',
    PRP_MARKERS.closes,
  ],
  writeBlock: ({ phase, iteration, nonce, now, isDone, refactoringComplete }) =>
    writeStatusBlock({
      timestamp: now,
      phase,
      status: isDone ? 'COMPLETE' : 'IN_PROGRESS',
      iteration,
      progressPercent: isDone ? 100 : 50,
      tests: null,
      files: null,
      circuitBreaker: { state: 'CLOSED', noProgressCount: 0 },
      dualGate: { gate1: isDone, gate1Detail: 'as far as I can see', gate2: isDone, canExit: isDone },
      blockers: [],
      exitSignal: isDone,
      recommendation: isDone ? 'Exit the phase.' : 'Continue the phase.',
      nonce,
      refactoringComplete,
    }),
  words: {
    yes: 'EXIT_SIGNAL: true with STATUS: COMPLETE',
    no: 'EXIT_SIGNAL: false with STATUS: IN_PROGRESS',
    blocked: 'EXIT_SIGNAL: false with STATUS: BLOCKED and the reason under BLOCKERS',
  },
};
