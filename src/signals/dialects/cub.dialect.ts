/**
 * The lines of spec 000: EXIT_STATUS, EXIT_REASON and REMAINING_WORK, one after another. They have no marker: the block is
 * the run of its own keys, and the nonce stands last, so that a run that was cut lacks it.
 *
 * @module
 */
import { runOf } from '../block-form.ts';
import type { Dialect } from '../dialect.ts';
import { fieldsCarryNonce, judgeFields } from '../judge-fields.ts';
import { atStart } from '../needle.ts';

/** Keys without which it is no block. */
const OPENING = ['EXIT_STATUS', 'EXIT_REASON', 'EXIT_CONFIDENCE', 'EXIT_OVERRIDE', 'REMAINING_WORK'] as const;
/** Keys that may stand among them. */
const OTHERS = ['STATUS', 'PHASE', 'ITERATION', 'NONCE', 'REFACTORING_COMPLETE', 'TESTS_STATUS', 'BLOCKERS'] as const;

export const cub: Dialect = {
  name: 'cub',
  needles: ['EXIT_', ...OTHERS, 'REMAINING_WORK'].map(atStart),
  forms: [runOf(OPENING, OTHERS)],
  judge: (block, binding) =>
    judgeFields(block, binding, { dialect: 'cub', key: 'EXIT_STATUS', yes: 'complete', no: 'continue' }),
  carriesNonce: fieldsCarryNonce,
  template: ({ phase, iteration, nonce, refactoring }) => [
    'EXIT_STATUS: {COMPLETE|CONTINUE}',
    'EXIT_REASON: <one line>',
    'REMAINING_WORK: <none, or what is left, on one line>',
    ...(refactoring === true ? ['REFACTORING_COMPLETE: true | false'] : []),
    `PHASE: ${phase}`,
    `ITERATION: ${iteration}`,
    ...(nonce === null ? [] : [`NONCE: ${nonce}`]),
  ],
  words: {
    yes: 'EXIT_STATUS: COMPLETE with REMAINING_WORK: none',
    no: 'EXIT_STATUS: CONTINUE',
    blocked: 'EXIT_STATUS: CONTINUE with a line STATUS: BLOCKED directly below it and the reason as EXIT_REASON',
  },
};
