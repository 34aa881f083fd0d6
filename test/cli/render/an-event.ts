/** Events of a run, one a second, for the tests of renderers. */
import { aFinding } from '../../evidence/findings/a-finding.ts';
import type { Signal, Turn } from '../../../gates/iteration.ts';
import type { RunEvent } from '../../../src/index.ts';

type Without<T> = T extends unknown ? Omit<T, 'v' | 'at' | 'run'> : never;
export type RunEventBody = Without<RunEvent>;

export const RUN = '20260102-030405-abcdef';

/** @param second - after 2026-01-02T03:04:00 of the reader's clock, so that times of day are the same everywhere */
export const eventAt = (second: number, body: RunEventBody): RunEvent => {
  const at = new Date(new Date(2026, 0, 2, 3, 4).getTime() + second * 1_000).toISOString();
  return { v: 4, at, run: RUN, ...body };
};

const TURN: Turn = { outcome: 'ok', exit_code: 0, ms: 4_000 };
/** A positive exit signal. */
export const SIGNAL: Signal = {
  value: true,
  source: 'block',
  dialect: 'prp',
  line: 3,
  reason: 'explicit_true',
  status: 'COMPLETE',
  blockers: [],
  refactoring_complete: false,
};
const RED = { phase: 'RED', iteration: 1 };
const GREEN = { phase: 'GREEN', iteration: 1 };
const GREEN_2 = { phase: 'GREEN', iteration: 2 };
const none = { suite_passing: 0, suite_failing: 0, suite_skipped: 0 };
const ended = { exit_code: 1, ms: 900, problems: [], green: false };

/** Two phases: GREEN is held once by a failing test, with a note that contains a control sequence. */
export const A_RUN: readonly RunEvent[] = [
  eventAt(0, { type: 'run.started', phases: ['RED', 'GREEN'], phase: 'RED', resumed: false, folder: '/project' }),
  eventAt(0, { type: 'baseline.started' }),
  eventAt(1, { type: 'tests.ended', ...none, ...ended, green: true, exit_code: 0 }),
  eventAt(2, { type: 'phase.entered', phase: 'RED', purpose: 'A failing test for each criterion' }),
  eventAt(2, { type: 'iteration.started', ...RED, attempt: 1 }),
  eventAt(3, { type: 'agent.output', ...RED, stream: 'stdout', text: '\u001B[2Jhello\n' }),
  eventAt(6, { type: 'turn.ended', ...RED, attempt: 1, turn: TURN, transcript: 'transcripts/red-1-1.stdout' }),
  eventAt(7, { type: 'test.failed', ...RED, ...none, suite_failing: 1, file: 'a.test.js', name: 'one is one' }),
  eventAt(7, { type: 'tests.ended', ...RED, ...ended, ...none, suite_failing: 1 }),
  eventAt(7, { type: 'signal.read', ...RED, signal: SIGNAL }),
  eventAt(7, { type: 'phase.exited', ...RED, forced_exit: false }),
  eventAt(8, { type: 'phase.entered', phase: 'GREEN', purpose: 'All tests pass' }),
  eventAt(8, { type: 'iteration.started', ...GREEN, attempt: 1 }),
  eventAt(9, {
    type: 'turn.discarded',
    ...GREEN,
    attempt: 1,
    outcome: 'crashed',
    why: 'The agent crashed (exit code 9) and changed nothing',
  }),
  eventAt(9, { type: 'iteration.started', ...GREEN, attempt: 2 }),
  eventAt(70, {
    type: 'turn.ended',
    ...GREEN,
    attempt: 2,
    turn: {
      outcome: 'timed_out',
      which: 'idle',
      exit_code: null,
      ms: 61_000,
      left_running: ['4711 node \u001B[Aserver.js'],
    },
    transcript: 'transcripts/green-1-2.stdout',
  }),
  eventAt(71, {
    type: 'tests.ended',
    ...GREEN,
    ...none,
    ...ended,
    suite_failing: 1,
    problems: ['one file did not load:\r\nb.test.js'],
  }),
  eventAt(71, {
    type: 'signal.read',
    ...GREEN,
    signal: { ...SIGNAL, value: null, line: null, reason: 'signal_missing', status: null, source: null },
  }),
  eventAt(72, {
    type: 'phase.held',
    ...GREEN,
    reason: 'Neither gate is satisfied',
    unmet: ['tests_failing == 0: got 1, expected 0'],
    findings: [aFinding('\u001B[1A\u001B[2K✓ GREEN\n\u202Eevil')],
    failing: [
      {
        file: 'test/a.test.js',
        name: 'adds',
        message: 'Expected values to be equal:\n\n  \u001B[31m1\u001B[39m !== 2',
      },
    ],
    failing_count: 3,
  }),
  eventAt(72, { type: 'iteration.started', ...GREEN_2, attempt: 1 }),
  eventAt(80, {
    type: 'turn.ended',
    ...GREEN_2,
    attempt: 1,
    turn: {
      ...TURN,
      usage: { input_tokens: 12_345, output_tokens: 2_100, cost_usd: 0.0812 },
      denials: ['Bash(\u001B[2Jgit push)'],
    },
    transcript: 'transcripts/green-2-1.said',
  }),
  eventAt(81, { type: 'test.passed', ...GREEN_2, ...none, suite_passing: 1, file: 'a.test.js', name: 'one is one' }),
  eventAt(81, { type: 'tests.ended', ...GREEN_2, ...none, ...ended, suite_passing: 1, exit_code: 0, green: true }),
  eventAt(82, { type: 'tests.ended', ...GREEN_2, ...none, ...ended, suite_passing: 1, exit_code: 0, green: true }),
  eventAt(82, { type: 'signal.read', ...GREEN_2, signal: SIGNAL }),
  eventAt(83, { type: 'phase.exited', ...GREEN_2, forced_exit: false }),
  eventAt(83, {
    type: 'run.ended',
    status: 'completed',
    why: 'Every phase was exited by both of its gates',
    exit_code: 0,
    usage: { input_tokens: 1_250_000, output_tokens: 950, cost_usd: null },
  }),
];
