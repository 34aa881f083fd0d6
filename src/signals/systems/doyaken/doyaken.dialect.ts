/** The block of spec 002: indented lines below `DOYAKEN_STATUS:`. The nonce is last, so that a cut block lacks it. */
import { indentedBelow, anywhere } from '../../blocks/block-form.ts';
import { type Dialect, fieldsOfIteration, joinLines } from '../dialect.ts';
import { readAsFields } from '../../blocks/judge-fields.ts';

const HEADER = 'DOYAKEN_STATUS:';

export const doyaken: Dialect = {
  name: 'doyaken',
  source: 'of spec 002',
  needles: [anywhere(HEADER)],
  forms: [indentedBelow(HEADER)],
  signs: [HEADER],
  ...readAsFields({ dialect: 'doyaken', key: 'PHASE_COMPLETE', yes: 'true', no: 'false' }),
  template: ({ phase, iteration, nonce, refactoring }) => [
    HEADER,
    '  PHASE_COMPLETE: true/false',
    '  FILES_MODIFIED: <count>',
    '  TESTS_STATUS: pass/fail/skip/unknown',
    '  CONFIDENCE: high/medium/low',
    '  REMAINING_WORK: <brief description or "none">',
    ...(refactoring === true ? ['  REFACTORING_COMPLETE: true/false'] : []),
    `  PHASE: ${phase}`,
    `  ITERATION: ${iteration}`,
    ...(nonce === null ? [] : [`  NONCE: ${nonce}`]),
  ],
  writeBlock: (block) =>
    joinLines([
      HEADER,
      `  PHASE_COMPLETE: ${block.isDone}`,
      '  CONFIDENCE: high',
      `  REMAINING_WORK: ${block.isDone ? 'none' : 'the rest of the phase'}`,
      ...fieldsOfIteration(block).map((line) => `  ${line}`),
    ]),
  words: {
    yes: 'PHASE_COMPLETE: true with REMAINING_WORK: none',
    no: 'PHASE_COMPLETE: false',
    blocked: 'PHASE_COMPLETE: false with a line STATUS: BLOCKED among the others and the reason as REMAINING_WORK',
    untested: 'TESTS_STATUS: unknown',
  },
};
