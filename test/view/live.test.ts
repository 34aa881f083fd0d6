/** The current state of a run: the fold, and the few events from which a late reader folds the same. */
import { describe, expect, test } from 'vitest';
import { beginSentence } from '../../src/base/text/plain-line.ts';
import type { RunEvent } from '../../src/records/run-events.ts';
import { createCurrentEvents } from '../../src/run/feed/feed.ts';
import { foldLive, type Live, sayDoing } from '../../src/view/live.ts';
import { A_RUN, eventAt, type RunEventBody } from '../cli/render/an-event.ts';

const fold = (events: readonly RunEvent[]): Live | null => events.reduce<Live | null>(foldLive, null);

const GREEN = { phase: 'GREEN', iteration: 2 } as const;
const COUNTS = { suite_passing: 1, suite_failing: 0, suite_skipped: 0 };
const ENDED = { green: true, ms: 5, exit_code: 0, problems: [] } as const;
const CHECKED = { check: 'lint', ok: true, because: 'exit code 0', exit_code: 0, ms: 5, said: [] } as const;
const UNTIL = eventAt(900, { type: 'baseline.started' }).at;
const TURN = { outcome: 'ok', exit_code: 0, ms: 5 } as const;
const MUTANT = { path: 'a.js', line: 3, kind: 'operator', before: '+', after: '-', why: null } as const;

/** An iteration with every kind of step, and the step that each event begins. */
const STEPS: readonly (readonly [body: RunEventBody, said: string])[] = [
  [
    { type: 'run.started', phases: ['RED', 'GREEN'], phase: 'GREEN', resumed: false, folder: '/project' },
    'The run starts',
  ],
  [{ type: 'baseline.started' }, 'Baseline, the suite runs twice'],
  [{ type: 'test.passed', ...COUNTS, file: 'a', name: 'b' }, 'Baseline, test run 1'],
  [{ type: 'tests.ended', ...COUNTS, ...ENDED }, 'Baseline, test run 1'],
  [{ type: 'check.started', check: 'lint', command: 'npx lint' }, 'Baseline, check lint'],
  [{ type: 'check.ended', ...CHECKED }, 'Baseline, test run 1'],
  [{ type: 'phase.entered', phase: 'GREEN', purpose: 'x' }, 'The next step starts'],
  [{ type: 'iteration.started', ...GREEN, attempt: 1 }, 'The agent works · GREEN 2'],
  [{ type: 'turn.discarded', ...GREEN, attempt: 1, outcome: 'crashed', why: 'x' }, 'The next step starts · GREEN 2'],
  [
    { type: 'waiting', ...GREEN, attempt: 2, for: 'provider', until: UNTIL, why: 'x' },
    "For the provider's limit · GREEN 2",
  ],
  [{ type: 'iteration.started', ...GREEN, attempt: 2 }, 'The agent works, attempt 2 · GREEN 2'],
  [{ type: 'notice', text: 'x' }, 'The agent works, attempt 2 · GREEN 2'],
  [{ type: 'turn.ended', ...GREEN, attempt: 2, turn: TURN, transcript: 'x' }, 'The tests run · GREEN 2'],
  [{ type: 'test.passed', ...GREEN, ...COUNTS, file: 'a', name: 'b' }, 'Test run 1 · GREEN 2'],
  [{ type: 'tests.ended', ...GREEN, ...COUNTS, ...ENDED }, 'Test run 1 · GREEN 2'],
  [{ type: 'test.passed', ...GREEN, ...COUNTS, file: 'a', name: 'b' }, 'Test run 2 · GREEN 2'],
  [{ type: 'tests.ended', ...GREEN, ...COUNTS, ...ENDED }, 'Test run 2 · GREEN 2'],
  [{ type: 'check.started', ...GREEN, check: 'lint', command: 'npx lint' }, 'Check lint · GREEN 2'],
  [{ type: 'check.ended', ...GREEN, ...CHECKED }, 'The gates decide · GREEN 2'],
  [
    { type: 'mutation_check.started', ...GREEN, files: 1, mutants: 4, seed: 'x' },
    'Mutation check: 4 possible mutants · GREEN 2',
  ],
  [{ type: 'mutant.tested', ...GREEN, ...MUTANT, end: 'survived' }, 'Mutation check: a.js:3 survived · GREEN 2'],
  [{ type: 'review.started', ...GREEN, reviewer: 'codex' }, 'Review by codex · GREEN 2'],
  [
    { type: 'phase.held', ...GREEN, reason: 'x', unmet: ['a == 0'], findings: [], failing: [], failing_count: 0 },
    'The next step starts · GREEN 2',
  ],
  [{ type: 'phase.exited', ...GREEN, forced_exit: false }, 'The next step starts'],
  [{ type: 'operator.rolled_back', phase: 'RED', by: 'ann', reason: 'x', commit: 'c' }, 'The next step starts'],
  [{ type: 'run.ended', status: 'completed', why: 'x', exit_code: 0 }, 'The next step starts'],
];
/** With the iteration. */
const describeDoing = (live: Live | null): string => {
  const where =
    live === null || live.phase === null || live.iteration === 0 ? '' : ` · ${live.phase} ${live.iteration}`;
  return `${beginSentence(sayDoing(live))}${where}`;
};

const events = STEPS.map(([body], second) => eventAt(second, body));

describe('the current step of a run', () => {
  test('is said at each step', () => {
    expect(events.map((_, n) => describeDoing(fold(events.slice(0, n + 1))))).toEqual(STEPS.map(([, said]) => said));
    expect(sayDoing(null)).toBe('the next step starts');
  });

  test('has the wait and the last hold', () => {
    const waiting = fold(events.slice(0, STEPS.findIndex(([{ type }]) => type === 'waiting') + 1));
    expect(waiting?.wait).toEqual({ for: 'provider', until: UNTIL, why: 'x' });
    const held = fold(events.slice(0, STEPS.findIndex(([{ type }]) => type === 'phase.held') + 1));
    expect(held?.held).toBe('x');
  });

  test('is nothing before a run and after it', () => {
    expect([fold([]), fold(events.slice(-3)), fold(events)]).toEqual([null, null, null]);
  });
});

describe('the events for a late reader of a run', () => {
  test.each([
    ['with every step', events],
    ['of two phases', A_RUN],
  ])('give the same state at each step of a run %s', (_name, all) => {
    const current = createCurrentEvents();
    for (const [n, event] of all.entries()) {
      current.receive(event);
      expect(fold(current.list())).toEqual(fold(all.slice(0, n + 1)));
    }
    // The last one says how it ended.
    expect(current.list()).toEqual(all.slice(-1));
  });

  test('stay a handful after a thousand iterations, and all of them are needed', () => {
    const one = (iteration: number): readonly RunEventBody[] => [
      { type: 'iteration.started', phase: 'GREEN', iteration, attempt: 1 },
      { type: 'turn.ended', phase: 'GREEN', iteration, attempt: 1, turn: TURN, transcript: 'x' },
      ...Array.from(
        { length: 5 },
        () => ({ type: 'test.passed', phase: 'GREEN', iteration, ...COUNTS, file: 'a', name: 'b' }) as const,
      ),
      { type: 'tests.ended', phase: 'GREEN', iteration, ...COUNTS, ...ENDED },
    ];
    const many = [
      ...events.slice(0, 2),
      ...events.filter(({ type }) => type === 'phase.entered'),
      ...Array.from({ length: 1_000 }, (_, i) => one(i + 1).map((body) => eventAt(30 + i, body))).flat(),
    ];
    const current = createCurrentEvents();
    for (const event of many) current.receive(event);
    const kept = current.list();
    expect(kept.map(({ type }) => type)).toEqual(['run.started', 'phase.entered', 'iteration.started', 'tests.ended']);
    for (const event of kept) expect(fold(kept.filter((each) => each !== event))).not.toEqual(fold(kept));
  });
});
