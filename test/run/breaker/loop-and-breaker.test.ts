import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IterationRecord, TurnOutcome } from '../../../gates/iteration.ts';
import { decide } from '../../../gates/decide.ts';
import type { BreakerRules } from '../../../machines/index.ts';
import { coolBreaker } from '../../../src/loop/limits.ts';
import { decideIteration } from '../../../src/loop/decide.ts';
import { prepareTurn } from '../../../src/loop/prepare.ts';
import { recordDiscardedTurn } from '../../../src/loop/discarded-turn.ts';
import { asWorkRecord, type LedgerData } from '../../../src/records/records.ts';
import { UNSTARTED } from '../../../src/records/fold/work-state.ts';
import { foldWork } from '../../../src/records/fold/fold-sums.ts';
import { anIteration, aSignal } from '../../gates/an-iteration.ts';
import { aMeasured } from '../../loop/a-measured.ts';
import { aMemoryContext } from './a-memory-context.ts';

const MINUTE = 60_000;
const PREPARED = { phase: 'RED', iteration: 1, attempt: 1, green_runs_wanted: 0, max_runs: 5 };
const red = (spoil: Parameters<typeof anIteration>[2] = {}) =>
  anIteration('RED', { tests_failing: 5, tests_passing: 1 }, { signal: aSignal(null), progress: false, ...spoil });
const ended = (outcome: TurnOutcome, ms = 1) => ({ outcome, exit_code: 1, ms });
type Context = ReturnType<typeof aMemoryContext>;
const crash = ({ context }: Context) => recordDiscardedTurn(context, { ...PREPARED, turn: ended('crashed') });
const decideOn = (context: Context['context'], record: IterationRecord) => decideIteration(context, aMeasured(record));
const openIt = async (rules: Partial<BreakerRules> = {}, limits = {}): Promise<Context> => {
  const it = aMemoryContext(rules, limits);
  for (let i = 0; i < 3; i += 1) await decideOn(it.context, red());
  return it;
};
const changesOf = ({ events }: Context) =>
  events.flatMap((each) => (each.type === 'breaker.changed' ? [`${each.from} ${each.to}`] : []));

describe('an open breaker', () => {
  test('prevents the next iteration visibly, for its recorded time', async () => {
    const { context, events } = await openIt();
    expect(await prepareTurn(context)).toEqual({ wait: { for: 'breaker', until: '2026-01-13T03:05:00.000Z' } });
    expect(events.at(-1)).toEqual({
      type: 'waiting',
      phase: 'RED',
      iteration: 2,
      attempt: 1,
      for: 'breaker',
      until: '2026-01-13T03:05:00.000Z',
      why: 'Exit gate not passing: 3 iterations without progress',
    });
  });

  test('is waited for no longer than a cooldown when the clock was set back by a day', async () => {
    const { context, clock } = await openIt();
    clock.at -= 24 * 60 * MINUTE;
    expect(await prepareTurn(context)).toEqual({ wait: { for: 'breaker', until: '2026-01-12T03:05:00.000Z' } });
  });

  test('is half open for one trial after that, and again open when the trial does no better', async () => {
    const it = await openIt();
    coolBreaker(it.context);
    await decideOn(it.context, red());
    expect(changesOf(it)).toEqual(['CLOSED HALF_OPEN', 'HALF_OPEN OPEN', 'OPEN HALF_OPEN', 'HALF_OPEN OPEN']);
  });

  test('ends the run as stuck once its reopenings are used up, and not before', async () => {
    const it = await openIt({ reopenings: 1 });
    coolBreaker(it.context);
    const why =
      'Exit gate not passing: 3 iterations without progress, and 1 trial iteration after a cooldown did no better';
    expect(await decideOn(it.context, red())).toEqual({ end: { status: 'stuck', why } });
    expect(it.journal.state().sums.position.state).toBe('halted');
    // The next request gets the same answer, without another turn.
    expect(await prepareTurn(it.context)).toEqual({ end: { status: 'stuck', why } });
  });

  test('is not waited for beyond the minutes of the run', async () => {
    const { context } = await openIt({ cooldown_ms: 500 * MINUTE });
    expect(await prepareTurn(context)).toEqual({
      end: {
        status: 'stuck',
        why: 'Exit gate not passing: 3 iterations without progress; the wait would last until 2026-01-13T11:20:00.000Z, but limits.max_minutes of the phase end 2026-01-13T07:00:00.000Z',
      },
    });
  });

  test('is closed by an operator who resets it during the cooldown, and no cooldown opens a trial then', async () => {
    const it = await openIt();
    it.journal.write('operator.reset', { phase: 'RED', by: 'ann', reason: 'go on' });
    const records = it.ledger.records.length;
    coolBreaker(it.context);
    expect([it.journal.state().breaker.state, it.ledger.records.length]).toEqual(['CLOSED', records]);
  });

  test('comes after a need for human input, and after gates that agree', async () => {
    const blocked = aSignal(false, { status: 'BLOCKED', blockers: ['no key'] });
    const it = aMemoryContext({ reopenings: 0 });
    await decideOn(it.context, red());
    await decideOn(it.context, red());
    expect(await decideOn(it.context, red({ signal: blocked }))).toMatchObject({
      end: { status: 'needs_human', why: 'The agent is blocked: no key' },
    });
    const last = aMemoryContext({ reopenings: 0 });
    await decideOn(last.context, red());
    await decideOn(last.context, red());
    expect(await decideOn(last.context, anIteration('RED', {}, { progress: false, iterations_used: 10 }))).toEqual({
      go: null,
    });
    expect([last.journal.phase(), last.journal.state().breaker.state]).toEqual(['GREEN', 'CLOSED']);
  });
});

describe('an agent that crashes', () => {
  test('is retried after growing pauses, opens the breaker, and ends the run when that is exhausted', () => {
    const it = aMemoryContext({ reopenings: 0 });
    expect([crash(it), crash(it), crash(it)]).toEqual([
      { go: { for: 'retry', until: '2026-01-13T03:00:05.000Z' } },
      { go: { for: 'retry', until: '2026-01-13T03:00:10.000Z' } },
      { end: { status: 'stuck', why: 'The agent crashed (exit code 1) and changed nothing, 3 times in a row' } },
    ]);
    expect(changesOf(it)).toEqual(['CLOSED HALF_OPEN', 'HALF_OPEN OPEN']);
  });

  test('ends the run with the number of its trials, where there was one after a cooldown', () => {
    const it = aMemoryContext({ reopenings: 1 });
    for (let n = 0; n < 3; n += 1) crash(it);
    coolBreaker(it.context);
    const course = crash(it);
    expect('end' in course ? course.end.why : '').toMatch(
      /^The agent crashed \(exit code 1\) and changed nothing\. .* 1 trial iteration after a cooldown did no better$/,
    );
  });

  test('cannot avoid the count by crashing over changed files, nor by timing out without changes', async () => {
    const it = aMemoryContext();
    crash(it);
    const course = await decideOn(it.context, red({ progress: true, turn: ended('crashed') }));
    expect(course).toEqual({ go: { for: 'retry', until: '2026-01-13T03:00:10.000Z' } });
    await decideOn(it.context, red({ turn: ended('timed_out') }));
    expect(it.journal.state().breaker).toMatchObject({ state: 'OPEN', tripped: { cause: 'failed_turns', count: 3 } });
  });

  test('is waited for by the open breaker alone, and by no retry before it', async () => {
    const it = aMemoryContext();
    crash(it);
    crash(it);
    it.events.length = 0;
    expect(await decideOn(it.context, red({ turn: ended('timed_out') }))).toEqual({ go: null });
    expect(it.events.filter(({ type }) => type === 'waiting')).toEqual([]);
  });

  test('is not confused with one whose turn took too long and changed something', async () => {
    const it = aMemoryContext();
    for (let i = 0; i < 5; i += 1) await decideOn(it.context, red({ progress: true, turn: ended('timed_out') }));
    expect(it.journal.state().breaker).toMatchObject({ state: 'CLOSED', failed_turns: 0 });
  });
});

describe('before a turn', () => {
  const TURN: LedgerData['turn.ended'] = { phase: 'RED', iteration: 1, attempt: 1, turn: ended('ok'), transcript: 't' };
  const usage = (cost_usd: number) => ({ input_tokens: 1, output_tokens: 1, cost_usd });

  test('a limit that is reached ends the run as stuck, with its key and value', async () => {
    const { context, journal, events } = aMemoryContext({}, { cost: 1 });
    journal.write('turn.ended', { ...TURN, turn: { ...ended('ok'), usage: usage(1.25) } });
    events.length = 0;
    const why = 'The run cost $1.25; its budget is $1.00 (limits.cost)';
    expect(await prepareTurn(context)).toEqual({ end: { status: 'stuck', why } });
    expect(events).toEqual([{ type: 'needs.human', why }]);
  });

  test('is not avoided by an envelope that gives money back', async () => {
    const { context, journal } = aMemoryContext({}, { cost: 1 });
    for (const cost of [1.25, -10])
      journal.write('turn.ended', { ...TURN, turn: { ...ended('ok'), usage: usage(cost) } });
    expect(await prepareTurn(context)).toMatchObject({ end: { status: 'stuck' } });
  });

  test('money and tokens count again from a resume, the turns of the hour do not', async () => {
    const { context, journal } = aMemoryContext({}, { cost: 1, calls_per_hour: 1 });
    journal.write('turn.ended', { ...TURN, turn: { ...ended('ok'), usage: usage(1.25) } });
    journal.write('run.resumed', { tree: 'a1', ended: [] });
    expect(await prepareTurn(context)).toEqual({ wait: { for: 'calls', until: '2026-01-13T04:00:00.000Z' } });
  });

  test('a call has to be left for the review of the turn too', async () => {
    const { context, journal } = aMemoryContext({}, { calls_per_hour: 2 });
    journal.write('turn.ended', { ...TURN, turn: { ...ended('ok'), usage: usage(1.25) } });
    const review = { command: ['a-reviewer'] } as unknown as NonNullable<typeof context.config.review>;
    expect(await prepareTurn({ ...context, config: { ...context.config, review } })).toEqual({
      wait: { for: 'calls', until: '2026-01-13T04:00:00.000Z' },
    });
  });
});

describe('a deadlock', () => {
  test('needs human input after three premature signals in a row, before the breaker opens', async () => {
    const it = aMemoryContext({ reopenings: 0 });
    const premature = () =>
      decideOn(it.context, red({ signal: aSignal(true), deadlocks: it.journal.state().deadlocks }));
    expect([await premature(), await premature()]).toEqual([{ go: null }, { go: null }]);
    expect(await premature()).toMatchObject({
      end: {
        status: 'needs_human',
        why: 'The agent signalled in 3 iterations in a row that it is done, but gate 1 is not satisfied: tests_passing == 0 and 1 more',
      },
    });
  });

  test('is forgotten after one iteration with another signal', async () => {
    const it = aMemoryContext();
    const say = (value: boolean | null) =>
      decideOn(it.context, red({ progress: true, signal: aSignal(value), deadlocks: it.journal.state().deadlocks }));
    for (const value of [true, true, false, true, true]) expect(await say(value)).toEqual({ go: null });
    expect(it.journal.state().deadlocks).toEqual({ premature: 2, silent: 0 });
  });
});

describe('the ledger', () => {
  const LIES = { phase: 'RED', from: 'OPEN', to: 'CLOSED', why: null, no_progress: 0, same_error: 0 } as const;

  test('folds to the live breaker, whatever a record claims about it', () => {
    const aStep = fc.oneof(
      fc.record({
        progress: fc.boolean(),
        without_progress: fc.constantFrom(0, -7, 99),
        failing_fingerprint: fc.constantFrom(null, 'f1', 'f2'),
        turn: fc.constantFrom(ended('ok'), ended('crashed'), ended('timed_out')),
      }),
      fc.constantFrom('crash', 'cool', 'reset', 'lie', 'resume'),
    );
    let opened = 0;
    fc.assert(
      fc.property(fc.array(aStep, { maxLength: 25 }), (steps) => {
        const { context, journal, ledger } = aMemoryContext();
        const [gate] = context.gates;
        if (gate === undefined) throw new Error('no gate');
        for (const step of steps) {
          if (step === 'crash')
            journal.write('turn.discarded', { phase: 'RED', iteration: 1, attempt: 1, outcome: 'crashed', why: '' });
          else if (step === 'cool') coolBreaker(context);
          else if (step === 'reset') journal.write('operator.reset', { phase: 'RED', by: 'ann', reason: 'x' });
          else if (step === 'resume') journal.write('run.resumed', { tree: 'a', ended: [] });
          else if (step === 'lie')
            journal.write('breaker.changed', {
              ...LIES,
              failed_turns: 0,
              no_exit: 0,
              openings: 0,
              open_until: null,
              exhausted: false,
            });
          else {
            const record = red(step);
            journal.write('iteration.decided', { record, decision: decide(gate, record) });
          }
          if (journal.state().breaker.state === 'OPEN') opened += 1;
        }
        const folded = ledger.records.map(asWorkRecord).reduce(foldWork, UNSTARTED);
        expect(folded.breaker).toEqual(journal.state().breaker);
      }),
      { numRuns: 60 },
    );
    expect(opened).toBeGreaterThan(0);
  });

  test('with a record of a closed breaker does not close it', async () => {
    const { journal } = await openIt();
    journal.write('breaker.changed', {
      ...LIES,
      failed_turns: 0,
      no_exit: 0,
      openings: 0,
      open_until: null,
      exhausted: false,
    });
    expect(journal.state().breaker).toMatchObject({ state: 'OPEN', open_until: '2026-01-13T03:05:00.000Z' });
  });
});
