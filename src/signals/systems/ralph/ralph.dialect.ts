/** The block of ralph-claude-code, between `---RALPH_STATUS---` and its end, or indented below `RALPH_STATUS:`. */
import { between, type BlockMarkers, indentedBelow, anywhere } from '../../blocks/block-form.ts';
import { type Dialect, fieldsOfIteration, joinLines } from '../dialect.ts';
import { readAsFields } from '../../blocks/judge-fields.ts';

const RALPH_MARKERS = {
  opens: '---RALPH_STATUS---',
  closes: '---END_RALPH_STATUS---',
} as const satisfies BlockMarkers;
const HEADER = 'RALPH_STATUS:';

export const ralph: Dialect = {
  name: 'ralph',
  source: 'of ralph-claude-code',
  needles: [anywhere('RALPH_STATUS')],
  forms: [between(RALPH_MARKERS), indentedBelow(HEADER)],
  signs: [RALPH_MARKERS.opens, HEADER],
  ...readAsFields({ dialect: 'ralph', key: 'EXIT_SIGNAL', yes: 'true', no: 'false' }),
  template: ({ phase, iteration, nonce, refactoring }) => [
    RALPH_MARKERS.opens,
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
    RALPH_MARKERS.closes,
  ],
  writeBlock: (block) =>
    joinLines([
      RALPH_MARKERS.opens,
      `STATUS: ${block.isDone ? 'COMPLETE' : 'IN_PROGRESS'}`,
      'WORK_TYPE: IMPLEMENTATION',
      `EXIT_SIGNAL: ${block.isDone}`,
      `RECOMMENDATION: ${block.isDone ? 'Exit the phase.' : 'Continue the phase.'}`,
      ...fieldsOfIteration(block),
      RALPH_MARKERS.closes,
    ]),
  words: {
    yes: 'EXIT_SIGNAL: true with STATUS: COMPLETE',
    no: 'EXIT_SIGNAL: false with STATUS: IN_PROGRESS',
    blocked: 'EXIT_SIGNAL: false with STATUS: BLOCKED and the reason as RECOMMENDATION',
    untested: 'TESTS_STATUS: NOT_RUN',
  },
};
