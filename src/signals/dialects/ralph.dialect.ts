/**
 * The block of ralph-claude-code: between `---RALPH_STATUS---` and its closing marker, or indented below `RALPH_STATUS:`.
 *
 * @module
 */
import { between, type BlockMarkers, indentedBelow } from '../block/block-form.ts';
import type { Dialect } from '../dialect.ts';
import { fieldsCarryNonce, judgeFields } from '../block/judge-fields.ts';
import { anywhere } from '../patterns/needle.ts';

const MARKERS = {
  opens: '---RALPH_STATUS---',
  closes: '---END_RALPH_STATUS---',
} as const satisfies BlockMarkers;
const HEADER = 'RALPH_STATUS:';

export const ralph: Dialect = {
  name: 'ralph',
  needles: [anywhere('RALPH_STATUS')],
  forms: [between(MARKERS), indentedBelow(HEADER)],
  signs: [MARKERS.opens, HEADER],
  judge: (block, binding) =>
    judgeFields(block, binding, { dialect: 'ralph', key: 'EXIT_SIGNAL', yes: 'true', no: 'false' }),
  carriesNonce: fieldsCarryNonce,
  template: ({ phase, iteration, nonce, refactoring }) => [
    MARKERS.opens,
    'STATUS: IN_PROGRESS | COMPLETE | BLOCKED',
    'TASKS_COMPLETED_THIS_LOOP: <number>',
    'FILES_MODIFIED: <number>',
    'TESTS_STATUS: PASSING | FAILING | NOT_RUN',
    'WORK_TYPE: IMPLEMENTATION | TESTING | DOCUMENTATION | REFACTORING',
    ...(refactoring === true ? ['REFACTORING_COMPLETE: true | false'] : []),
    'EXIT_SIGNAL: true | false',
    'RECOMMENDATION: <one line: the next action>',
    `PHASE: ${phase}`,
    `ITERATION: ${iteration}`,
    ...(nonce === null ? [] : [`NONCE: ${nonce}`]),
    MARKERS.closes,
  ],
  words: {
    yes: 'EXIT_SIGNAL: true with STATUS: COMPLETE',
    no: 'EXIT_SIGNAL: false with STATUS: IN_PROGRESS',
    blocked: 'EXIT_SIGNAL: false with STATUS: BLOCKED and the reason as RECOMMENDATION',
  },
};
