/** Events that are said in other words than their examples in test/cli/reference/event-schemas.ts. */
import { type RunEventBody, SIGNAL } from '../../cli/render/an-event.ts';

const AT = { phase: 'GREEN', iteration: 2 } as const;
const BY = { phase: 'GREEN', by: 'ada', reason: 'no tests needed' } as const;
const UNTIL = new Date(2026, 0, 2, 3, 12).toISOString();
const CHANGE = {
  type: 'breaker.changed',
  phase: 'GREEN',
  from: 'CLOSED',
  to: 'OPEN',
  why: 'Exit gate not passing: 3 iterations without progress',
  no_progress: 3,
  same_error: 1,
  failed_turns: 0,
  no_exit: 3,
  openings: 1,
  open_until: UNTIL,
  exhausted: false,
} as const;
const MUTANT = { type: 'mutant.tested', ...AT, path: 'src/a.js', line: 3, kind: 'operator', before: '+' } as const;
const CHECKED = {
  type: 'mutation_check.ended',
  ...AT,
  mutants_tested: 5,
  mutants_killed: 4,
  unproven: [],
  inconclusive: null,
  ms: 4_120,
} as const;
const REVIEWED = {
  type: 'review.ended',
  ...AT,
  reviewer: 'codex',
  outcome: 'approved',
  why: '',
  findings: [],
  turn: { outcome: 'ok', exit_code: 0, ms: 4_120 },
} as const;
const EXIT_GATE = {
  ...AT,
  indicators: 3,
  completion_indicators: 1,
  evidence_indicators: 2,
  threshold: 2,
  explicit: true,
} as const;
const TESTS = { type: 'tests.ended', ...AT, green: false, ms: 900, exit_code: 1, problems: [] } as const;
const counts = (suite_passing: number, suite_failing: number, suite_skipped: number) => ({
  suite_passing,
  suite_failing,
  suite_skipped,
});
const SESSION = { type: 'session.completed', session_id: 's', actor_id: 'a', ...AT, attempt: 1 } as const;

export const VARIANTS: readonly RunEventBody[] = [
  { type: 'run.started', phases: ['RED', 'GREEN'], phase: 'GREEN', resumed: true, folder: '/a b' },
  { type: 'run.resumed', automatic: true },
  { type: 'baseline.ended', passing: 0, skipped: 0, known_failing: 0 },
  { type: 'iteration.started', ...AT, attempt: 2, removed_transcripts: { turns: 1, bytes: 1_048_576 } },
  { type: 'phase.exited', ...AT, forced_exit: true },
  { type: 'work.committed', phase: null, branch: 'dualgate/r', commit: 'c0ffeec0ffee', subject: 'Begin' },
  { type: 'run.ended', status: 'needs_human', why: 'The agent is blocked: no key', exit_code: 4 },
  { type: 'run.ended', status: 'interrupted', why: 'Interrupted', exit_code: 3 },
  ...(['provider', 'breaker', 'retry', 'calls', 'approval'] as const).map(
    (reason): RunEventBody => ({ type: 'waiting', ...AT, attempt: 1, for: reason, until: UNTIL, why: 'why' }),
  ),
  CHANGE,
  { ...CHANGE, exhausted: true },
  { ...CHANGE, from: 'OPEN', to: 'HALF_OPEN', cooled_down: true, open_until: null },
  { ...CHANGE, to: 'HALF_OPEN', no_progress: 2, same_error: 2, failed_turns: 1 },
  { ...CHANGE, from: 'HALF_OPEN', to: 'CLOSED', no_progress: 0 },
  { type: 'signal.read', ...AT, signal: { ...SIGNAL, source: 'command', line: null } },
  {
    type: 'signal.read',
    ...AT,
    signal: {
      ...SIGNAL,
      value: false,
      reason: 'contradiction',
      detail: "unsupported version: expected '1.x', got '2'",
      told: { progress_percent: 40, confidence: 'high', override: true },
      blockers: ['no key', 'no network'],
    },
  },
  { type: 'signal.read', ...AT, signal: { ...SIGNAL, told: { progress_percent: 100, override: false } } },
  { ...SESSION, phase_completed: 'IMPLEMENTATION', exit_reason: 'completed', next_work_phase: 'CI_PENDING' },
  {
    ...SESSION,
    phase_completed: 'DRAFT',
    exit_reason: 'completed',
    next_work_phase: null,
    pr_url: 'https://example.org/1',
    evidence_bundle_ref: 'e.yaml',
    forced_exits: ['RED'],
  },
  { ...TESTS, ...counts(4, 0, 0) },
  { ...TESTS, ...counts(1, 2, 3), problems: ['one file did not load: b.test.js'] },
  { ...TESTS, ...counts(0, 0, 0), part: 'criteria', exit_code: null },
  { ...TESTS, ...counts(40, 2, 1), existing: counts(40, 0, 1) },
  { ...TESTS, ...counts(1, 1, 0), existing: counts(1, 0, 0) },
  {
    type: 'check.ended',
    ...AT,
    check: 'lint',
    ms: 900,
    exit_code: 1,
    ok: false,
    because: 'exit code 1',
    said: ['1', '2', '3', '4', '5', '6'],
  },
  { ...MUTANT, after: '-', end: 'survived', why: null },
  { ...MUTANT, after: '', end: 'survived', why: null },
  ...(['killed', 'not_applicable', 'out_of_budget'] as const).map(
    (end): RunEventBody => ({ ...MUTANT, after: '-', end, why: 'a.test.js > adds' }),
  ),
  CHECKED,
  { ...CHECKED, mutants_tested: 1, unproven: [{ path: 'a.js', line: 1, lines: 2 }] },
  { ...CHECKED, inconclusive: 'it is not green' },
  { ...REVIEWED, outcome: 'no_verdict', why: 'it printed nothing' },
  {
    ...REVIEWED,
    outcome: 'findings',
    why: 'it both approves and names findings',
    findings: [
      { path: 'src/a.js', line: 3, problem: 'is faked' },
      { path: 'src/b.js', line: null, problem: 'is missing' },
    ],
  },
  { ...EXIT_GATE, type: 'exit_gate_passed', decided_by: 'exit_gate' },
  { ...EXIT_GATE, type: 'exit_gate_blocked', decided_by: 'other_clauses' },
  { ...EXIT_GATE, type: 'exit_gate_passed', decided_by: 'exit_gate', threshold: 0 },
  {
    type: 'completion.scored',
    ...AT,
    confidence: {
      score: 25,
      threshold: 70,
      parts: { block: 0, phase_complete: 0, files_modified: 15, task_done: 0, keywords: 10, tests_status: 0 },
      keywords: ['done'],
      basis: 'keywords',
      low_claims: 1,
    },
    verdict: { outcome: 'held', decided_by: 'score' },
    warnings: [],
  },
  { type: 'operator.reopened', ...BY, file: 'a.test.js' },
  { type: 'operator.accepted', ...BY, files: ['a.js'], tests: ['a.js > one'], writes: ['out/**'] },
];
