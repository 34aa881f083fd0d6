/** The help of the operator commands. */
import {
  type CommandHelp,
  GATES_NOTE,
  REASON_OPTION,
  RUN_OPTION,
  OPERATOR_OPTIONS,
  OPERATOR_NOTE,
  NOT_TAKEN,
} from '../command.ts';

export const skipHelp: CommandHelp = {
  operands: '[PHASE]',
  maxOperands: 1,
  options: { ...REASON_OPTION, ...RUN_OPTION, ...OPERATOR_OPTIONS },
  notes: [
    GATES_NOTE,
    OPERATOR_NOTE,
    'Only the current phase can be skipped; it is the default of PHASE.',
    'Refused (exit code 77) if both gates are satisfied before the command takes effect.',
    'Every report of the run shows the forced exit.',
  ],
  examples: ['dualgate skip DOCUMENT -m "the docs are in another repository"'],
  exits: { 0: 'the phase has ended (forced exit)', ...NOT_TAKEN },
};

export const approveHelp: CommandHelp = {
  operands: '[SOURCES]',
  maxOperands: 1,
  options: {
    code: { type: 'string', value: 'CODE', help: 'the one-time code of the wait; required' },
    ...RUN_OPTION,
    ...OPERATOR_OPTIONS,
  },
  notes: [
    'For people, not for the agent. For a phase with confirm: true, which waits when both gates agree.',
    'CODE is shown in the terminal and the events of the run, on its page, and in the message of',
    'notify.needs_human, and kept nowhere. dualgate resume in your terminal shows a new one.',
    'SOURCES are the first characters of the fingerprint of the measured sources.',
    'With SOURCES, only this measurement is approved: a newer one is refused.',
    'If the sources have changed since, the next iteration measures them and asks again.',
    'Satisfies no gate. To continue a stopped run, also run dualgate resume.',
  ],
  examples: ['dualgate approve --code 4KQ7-M2XA-9TRD-HW5C', 'dualgate approve 3f2a9c1b4d5e --code 4KQ7-M2XA-9TRD-HW5C'],
  exits: { 0: 'the exit is approved', ...NOT_TAKEN },
};

export const reopenHelp: CommandHelp = {
  operands: 'TEST',
  maxOperands: 1,
  options: { ...REASON_OPTION, ...RUN_OPTION, ...OPERATOR_OPTIONS },
  notes: [
    'For a frozen test with a wrong expectation. TEST is a test file, or "FILE > NAME" for one test.',
    OPERATOR_NOTE,
    'You or the agent edit the lines of one test; its name and all other tests stay as they are.',
    'The next iteration runs the edited test on the code before this phase: it must fail there.',
    'Then it is frozen again; any other edit holds the phase. Reports show who reopened it, and why.',
  ],
  examples: ['dualgate reopen "test/cart.test.js > AC-2: adds tax" -m "the tax is 19 %"'],
  exits: { 0: 'the test can be edited', ...NOT_TAKEN },
};

export const rejectHelp: CommandHelp = {
  operands: '[SOURCES]',
  maxOperands: 1,
  options: { ...REASON_OPTION, ...RUN_OPTION, ...OPERATOR_OPTIONS },
  notes: [
    'For people, not for the agent. For a phase with confirm: true, which waits when both gates agree.',
    'Holds the phase. The next prompt of the agent contains the reason.',
    'SOURCES are the first characters of the fingerprint of the measured sources.',
    'To continue a stopped run, also run dualgate resume.',
  ],
  examples: ['dualgate reject -m "name the function as in the spec"'],
  exits: { 0: 'the phase is held', ...NOT_TAKEN },
};

export const rollbackHelp: CommandHelp = {
  operands: 'PHASE',
  maxOperands: 1,
  options: { ...REASON_OPTION, ...RUN_OPTION, ...OPERATOR_OPTIONS },
  notes: [
    OPERATOR_NOTE,
    'The phase after PHASE starts again. Needs `commits: true` in the config.',
    'Keeps the discarded work in a commit, and prints its name. Reports show the rollback.',
  ],
  examples: ['dualgate rollback RED -m "the tests miss a criterion"'],
  exits: { 0: 'branch and files are as at the end of PHASE', ...NOT_TAKEN },
};

export const resetHelp: CommandHelp = {
  options: { ...REASON_OPTION, ...RUN_OPTION, ...OPERATOR_OPTIONS },
  notes: [
    OPERATOR_NOTE,
    'Resets the counters of iterations, minutes, cost, tokens and provider limits.',
    'Closes the circuit breaker, which stops a run without progress. Satisfies no gate.',
    'To continue a stopped run, also run dualgate resume.',
  ],
  examples: ['dualgate reset -m "the test server is up again"'],
  exits: { 0: 'the counters are 0', ...NOT_TAKEN },
};

export const guideHelp: CommandHelp = {
  operands: 'TEXT',
  maxOperands: 1,
  options: { ...RUN_OPTION, ...OPERATOR_OPTIONS },
  notes: [
    OPERATOR_NOTE,
    'Every prompt of the phase contains TEXT, not only the next one. With -, reads TEXT from stdin.',
  ],
  examples: ['dualgate guide "Keep the public API; the parser is in src/parse."'],
  exits: { 0: 'the next prompt contains TEXT', ...NOT_TAKEN },
};

export const abortHelp: CommandHelp = {
  options: { ...REASON_OPTION, ...RUN_OPTION, ...OPERATOR_OPTIONS },
  notes: [OPERATOR_NOTE, 'An aborted run cannot be resumed. Its files and commits stay.'],
  examples: ['dualgate abort -m "the spec is wrong"'],
  exits: { 0: 'the run is aborted', ...NOT_TAKEN },
};

export const acceptHelp: CommandHelp = {
  operands: '[FILE...]',
  maxOperands: Number.POSITIVE_INFINITY,
  options: {
    tests: { type: 'boolean', help: 'accept that tests are missing: those that the last iteration did not find' },
    writes: { type: 'boolean', help: 'FILE is a glob of files that the suite writes; they no longer count as sources' },
    all: { type: 'boolean', help: 'accept all listed changes, except renames, which need no approval' },
    ...REASON_OPTION,
    ...RUN_OPTION,
    ...OPERATOR_OPTIONS,
  },
  notes: [
    'Frozen files, such as the spec and the tests, must not change during a run (docs/concepts.md).',
    'Without FILE, --tests or --all, lists the changes and accepts nothing.',
    OPERATOR_NOTE,
    'Refuses a file that changes again before the command takes effect.',
  ],
  examples: ['dualgate accept', 'dualgate accept test/cart.test.js -m "the spec changed"'],
  exits: { 0: 'accepted, or listed', ...NOT_TAKEN },
};
