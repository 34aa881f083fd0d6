/**
 * The ten situations in which somebody opens the page: the records of each, and the command that its page has to recommend.
 */
import { createIteration } from '../../gates/create-iteration.ts';
import type { IterationRecord } from '../../gates/iteration.ts';
import { finding } from '../../src/evidence/findings/findings.ts';
import type { PageList, PageRecord } from '../../src/page/page-data.ts';
import { anIterationOf, at } from './a-run.ts';
import { A_LIST, aTask } from './a-task-list.ts';

export interface Situation {
  readonly name: string;
  readonly records: readonly PageRecord[];
  /** Whether a loop is active. */
  readonly going?: true;
  readonly list?: PageList;
  /** The sentences of the first screen, in order: the cause, then the clause. */
  readonly says: readonly (string | RegExp)[];
  /** The recommended command; null where nothing is to be typed. */
  readonly command: string | null;
}

const RED = anIterationOf({ phase: 'RED', iteration: 1, minute: 0, passing: 0, failing: 4, word: true });
const GREEN = anIterationOf({ iteration: 2, minute: 4, passing: 4, failing: 0, word: true });

const EXIT = { frozen: {}, tests: [], failing: [], tree: '7c9a1b2f4e6d' };

const begin = (phase: string, iteration: number, minute: number): PageRecord => ({
  type: 'turn.started',
  at: at(minute),
  data: { phase, iteration, attempt: 1, nonce_hash: null },
});

const end = (
  minute: number,
  status: 'completed' | 'stuck' | 'needs_human' | 'interrupted',
  why: string,
  exit_code: number,
): readonly PageRecord[] => [
  ...(status === 'needs_human' || status === 'stuck'
    ? [{ type: 'chart.halted', at: at(minute), data: { phase: 'GREEN', why, status } } as const]
    : []),
  { type: 'run.ended', at: at(minute), data: { status, why, exit_code } },
];

/** With these findings and clauses. */
const heldBy = (
  minute: number,
  record: Partial<IterationRecord>,
  made: Partial<Parameters<typeof anIterationOf>[0]> = {},
) => anIterationOf({ iteration: 1, minute, passing: 4, failing: 0, word: true, record, ...made });

const FAILING = [
  {
    file: 'test/parse.test.js',
    name: 'AC-1: a price has two digits',
    message: "Expected values to be strictly equal:\n\n'1.5' !== '1.50'\n\nexpected: '1.50'\nactual: '1.5'",
  },
  {
    file: 'test/parse.test.js',
    name: 'AC-2: an empty text is no price',
    message: 'Expected values to be strictly equal:\n\n0 !== null\n\nexpected: null\nactual: 0',
  },
];

const TAMPERED = [
  finding('tampering.changed', { path: 'test/parse.test.js' }),
  finding('tampering.way_out', {
    command: 'dualgate accept test/parse.test.js -m "why"',
    beyond: [],
    more: 0,
    reopen: 'dualgate reopen "test/parse.test.js > AC-1: a price has two digits" -m "why"',
  }),
];

/** Forty of three thousand. */
const MANY = Array.from({ length: 40 }, (_, n) => ({
  file: `test/prices/currency-${(n % 8) + 1}.test.js`,
  name: `AC-${n + 1}: currency ${n + 1} has its own digits`,
  message: `Expected values to be strictly equal:\n\n'${n}.5' !== '${n}.50'`,
}));

const running: Situation = {
  name: 'running',
  going: true,
  records: [begin('RED', 1, 0)],
  says: ['RED 1'],
  command: null,
};

const heldWithClauses: Situation = {
  name: 'held',
  records: [
    ...RED,
    ...heldBy(1, { failing: FAILING }, { passing: 2, failing: 2 }),
    ...heldBy(2, { failing: FAILING }, { iteration: 2, passing: 2, failing: 2 }),
    ...end(3, 'stuck', 'Exit gate not passing: 2 of 2 iterations used', 1),
  ],
  says: [/2 of 4 tests fail/, /tests_failing == 0/],
  command: 'dualgate resume',
};

const tampered: Situation = {
  name: 'integrity',
  records: [
    ...RED,
    ...heldBy(1, { findings: TAMPERED }, { metrics: { tests_intact: false } }),
    ...heldBy(2, { findings: TAMPERED }, { iteration: 2, metrics: { tests_intact: false } }),
    ...end(3, 'needs_human', 'The agent is blocked: the test of AC-1 is wrong', 4),
  ],
  says: ['test/parse.test.js was changed after it was frozen', /tests_intact == true/],
  command: 'dualgate accept',
};

const manyFailing: Situation = {
  name: 'failing',
  going: true,
  records: [...RED, ...heldBy(1, { failing: MANY }, { passing: 2_960, failing: 40 }), begin('GREEN', 2, 4)],
  says: [/40 of 3000 tests fail/, /tests_failing == 0/],
  command: 'dualgate guide "TEXT"',
};

const asked = createIteration({ phase: 'GREEN', iteration: 2, exit_signal: true, at: at(3), metrics: {} });
const approval: Situation = {
  name: 'approval',
  going: true,
  records: [
    ...RED,
    ...heldBy(1, { failing: FAILING }, { passing: 2, failing: 2 }),
    ...GREEN.slice(0, -2),
    {
      type: 'approval.asked',
      at: at(5),
      data: { record: { ...asked, tree: { before: 'a', after: '7c9a1b2f4e6d0123', head: null } }, exit: EXIT },
    },
  ],
  says: ['A person has to approve GREEN 2'],
  command: 'dualgate approve 7c9a1b2f4e6d --code CODE',
};

const OPEN = {
  phase: 'GREEN',
  from: 'CLOSED',
  to: 'OPEN',
  why: 'no progress in 3 iterations',
  no_progress: 3,
  same_error: 0,
  failed_turns: 0,
  no_exit: 0,
  openings: 1,
  open_until: '2100-01-01T00:00:00.000Z',
  exhausted: false,
} as const;

const cooling: Situation = {
  name: 'cooling',
  going: true,
  records: [
    ...RED,
    ...[1, 2, 3].flatMap((n) =>
      heldBy(n, { failing: FAILING, without_progress: n, progress: n === 1 }, { iteration: n, passing: 2, failing: 2 }),
    ),
    { type: 'breaker.changed', at: at(4), data: OPEN },
  ],
  says: [/2 of 4 tests fail/, /tests_failing == 0/],
  command: 'dualgate guide "TEXT"',
};

const skip: PageRecord = {
  type: 'operator.skipped',
  at: at(4),
  data: { phase: 'GREEN', by: 'ann', reason: 'the supplier fixes its test tomorrow', exit: EXIT },
};
const forced: Situation = {
  name: 'forced',
  records: [
    ...RED,
    ...heldBy(1, { failing: FAILING }, { passing: 2, failing: 2 }),
    skip,
    { type: 'phase.exited', at: at(4), data: { phase: 'GREEN', iteration: 1, forced_exit: true } },
    begin('REFACTOR', 1, 5),
    ...end(6, 'interrupted', 'Interrupted by SIGINT', 3),
  ],
  says: ['GREEN forced by ann: the supplier fixes its test tomorrow'],
  command: 'dualgate resume',
};

const completed: Situation = {
  name: 'completed',
  records: [
    ...RED,
    ...heldBy(1, { failing: FAILING }, { passing: 2, failing: 2 }),
    ...GREEN,
    ...(['REFACTOR', 'DOCUMENT'] as const).flatMap((phase, n) =>
      anIterationOf({
        phase,
        iteration: 1,
        minute: 6 + n,
        passing: 4,
        failing: 0,
        word: true,
        metrics: {
          refactoring_complete: true,
          docs_generated: 3,
          required_docs_count: 3,
          all_diagrams_valid: true,
          has_adr: true,
          has_c4_diagrams: true,
        },
      }),
    ),
    ...end(9, 'completed', 'Every phase was exited by both of its gates', 0),
  ],
  says: ['Every phase was exited by both of its gates'],
  command: 'dualgate report',
};

const list: Situation = {
  name: 'list',
  records: heldWithClauses.records,
  list: {
    ...A_LIST,
    status: 'running',
    why: '',
    done_before: [],
    tasks: [
      aTask('specs/done.md', { is: 'done', run: 'run-2', branch: 'dualgate/done' }),
      aTask('specs/export.md', { is: 'done', run: 'run-3', branch: 'dualgate/export' }),
      aTask('specs/login.md', { is: 'going', run: 'run-4' }),
      aTask('specs/long.md', {
        is: 'aside',
        run: 'run-1',
        aside: {
          status: 'needs_human',
          why: 'The agent is blocked: there is no key for the login server',
          again: false,
        },
        branch: 'dualgate/long',
        resume: 'dualgate resume specs/long.md',
      }),
    ],
  },
  says: ['2 of 4 done · 1 needs you · 1 running', /2 of 4 tests fail/],
  command: 'dualgate resume specs/long.md',
};

const interrupted: Situation = {
  name: 'interrupted',
  records: [
    ...RED,
    ...heldBy(1, { failing: FAILING }, { passing: 2, failing: 2 }),
    ...end(2, 'interrupted', 'Interrupted by SIGINT', 3),
    { type: 'run.resumed', at: at(60), data: { tree: 'a', ended: [] } },
    ...heldBy(61, { failing: FAILING, iterations_used: 1 }, { iteration: 2, passing: 2, failing: 2 }),
    begin('GREEN', 3, 62),
    ...end(63, 'interrupted', 'Interrupted by SIGTERM', 3),
  ],
  says: [/2 of 4 tests fail/, /tests_failing == 0/],
  command: 'dualgate resume',
};

export const SITUATIONS: readonly Situation[] = [
  running,
  heldWithClauses,
  tampered,
  manyFailing,
  approval,
  cooling,
  forced,
  completed,
  list,
  interrupted,
];
