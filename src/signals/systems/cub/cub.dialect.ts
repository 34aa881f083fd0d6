/** The lines of spec 000: a run of its own keys, without a marker. The nonce is last, so that a cut run lacks it. */
import { runOf, anywhere, atStart } from '../../blocks/block-form.ts';
import { type Dialect, fieldsOfIteration, joinLines } from '../dialect.ts';
import { readAsFields } from '../../blocks/judge-fields.ts';

const OPENING = ['EXIT_STATUS', 'EXIT_REASON', 'EXIT_CONFIDENCE', 'EXIT_OVERRIDE', 'REMAINING_WORK'] as const;
const OTHERS = ['STATUS', 'PHASE', 'ITERATION', 'NONCE', 'REFACTORING_COMPLETE', 'TESTS_STATUS', 'BLOCKERS'] as const;
const SIGN = 'EXIT_STATUS:';

export const cub: Dialect = {
  name: 'cub',
  source: 'of spec 000 (`EXIT_STATUS`)',
  needles: [...['EXIT_', ...OTHERS, 'REMAINING_WORK'].map(atStart), anywhere(SIGN)],
  forms: [runOf(OPENING, OTHERS)],
  signs: [SIGN],
  ...readAsFields({ dialect: 'cub', key: 'EXIT_STATUS', yes: 'complete', no: 'continue' }),
  template: ({ phase, iteration, nonce, refactoring }) => [
    'EXIT_STATUS: {COMPLETE|CONTINUE}',
    'EXIT_REASON: <one line>',
    'REMAINING_WORK: <none, or what is left, on one line>',
    ...(refactoring === true ? ['REFACTORING_COMPLETE: true | false'] : []),
    `PHASE: ${phase}`,
    `ITERATION: ${iteration}`,
    ...(nonce === null ? [] : [`NONCE: ${nonce}`]),
  ],
  writeBlock: (block) =>
    joinLines([
      `EXIT_STATUS: ${block.isDone ? 'COMPLETE' : 'CONTINUE'}`,
      `EXIT_REASON: ${block.isDone ? 'All work is done.' : 'Some work remains.'}`,
      `REMAINING_WORK: ${block.isDone ? 'none' : 'the rest of the phase'}`,
      ...fieldsOfIteration(block),
    ]),
  protocol: [
    'Completion Protocol. When you believe the task is complete:',
    '',
    '1. Verify all acceptance criteria are met',
    '2. Ensure tests pass',
    '3. Confirm no remaining work',
    '4. Output your completion status as the last lines of your message',
  ],
  words: {
    yes: 'EXIT_STATUS: COMPLETE with REMAINING_WORK: none',
    no: 'EXIT_STATUS: CONTINUE',
    blocked: 'EXIT_STATUS: CONTINUE with a line STATUS: BLOCKED directly below it and the reason as EXIT_REASON',
  },
};
