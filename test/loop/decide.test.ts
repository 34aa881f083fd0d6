import { describe, expect, test } from 'vitest';
import { compileGates } from '../../gates/compile-gates.ts';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { bindGates, type BreakerRules, createTddMachine, DEFAULT_BREAKER_RULES } from '../../machines/index.ts';
import { createMemoryLedger } from '../../src/ledger/ledger.ts';
import { decideIteration } from '../../src/loop/decide.ts';
import { type Journal, openJournal } from '../../src/records/journal.ts';
import type { RunEventBody } from '../../src/records/run-events.ts';
import type { RunContext } from '../../src/loop/run-context.ts';
import { anIteration, aSignal } from '../gates/an-iteration.ts';
import { aMeasured } from './a-measured.ts';
import { aStart } from '../records/a-start.ts';

const config = { phases: DEFAULT_PHASES };

const startWith = (journal: Journal, breaker: BreakerRules): void =>
  journal.write('run.started', aStart({ config: null, breaker }));

/** A site without files: a journal in memory, and what a decision looks at. */
const aContext = (rules: BreakerRules | null = null) => {
  const now = () => new Date('2026-01-13T10:30:00Z');
  const ledger = createMemoryLedger({ now });
  const events: RunEventBody[] = [];
  const order: string[] = [];
  const emit = (event: RunEventBody) => {
    events.push(event);
    order.push(event.type);
  };
  const journal = openJournal({
    machine: createTddMachine(config).provide(bindGates(config)),
    phases: DEFAULT_PHASES.map(({ phase }) => phase),
    ledger: () => ledger,
    onRecord: ({ type }) => order.push(`ledger ${type}`),
    emit,
  });
  if (rules !== null) startWith(journal, rules);
  order.length = 0;
  events.length = 0;
  const context = {
    run: 'a-run',
    config: { ...config, signals: { dialect: 'prp', require_nonce: true, phase_map: {} } },
    gates: compileGates(config),
    journal,
    emit,
    until: null,
  } as unknown as RunContext;
  return { context, ledger, events, order };
};

describe('a decision of the loop', () => {
  test('is on the disk before any event is emitted', async () => {
    const { context, order } = aContext();
    expect(await decideIteration(context, aMeasured(anIteration('RED')))).toEqual({ go: null });
    expect(order).toEqual([
      'ledger iteration.decided',
      'signal.read',
      'iteration.decided',
      'ledger phase.exited',
      'phase.exited',
    ]);
  });

  test('is refused for a record of another run, and nothing is written', async () => {
    const { context, ledger } = aContext();
    await expect(decideIteration(context, aMeasured(anIteration('RED', {}, { run: 'b-run' })))).rejects.toThrow(
      'Cannot decide a record of the run b-run: this is a-run.',
    );
    expect(ledger.records).toEqual([]);
  });

  test('halts for a person when the agent is blocked', async () => {
    const { context, order } = aContext();
    const signal = aSignal(false, { status: 'BLOCKED', blockers: ['no key'] });
    expect(await decideIteration(context, aMeasured(anIteration('RED', {}, { signal })))).toEqual({
      end: { status: 'needs_human', why: 'The agent is blocked: no key' },
    });
    expect(order.slice(-2)).toEqual(['ledger chart.halted', 'needs.human']);
    expect(context.journal.state().sums.position.state).toBe('halted');
  });

  const NOTHING_MOVES = anIteration(
    'RED',
    { tests_failing: 5, tests_passing: 1 },
    { progress: false, signal: aSignal(null) },
  );

  test('opens the breaker when nothing changes any more, and the loop waits', async () => {
    const { context, order, events } = aContext();
    const courses = [1, 2, 3].map(() => decideIteration(context, aMeasured(NOTHING_MOVES)));
    expect(await Promise.all(courses)).toEqual([{ go: null }, { go: null }, { go: null }]);
    expect(order.slice(-4)).toEqual(['iteration.decided', 'phase.held', 'ledger breaker.changed', 'breaker.changed']);
    expect(events.flatMap((each) => (each.type === 'breaker.changed' ? [[each.from, each.to, each.why]] : []))).toEqual(
      [
        ['CLOSED', 'HALF_OPEN', null],
        ['HALF_OPEN', 'OPEN', 'Exit gate not passing: 3 iterations without progress'],
      ],
    );
    expect(context.journal.state().sums.position.state).toBe('working');
  });

  test('ends the run as stuck when the breaker has no trial left', async () => {
    const { context, order } = aContext({ ...DEFAULT_BREAKER_RULES, reopenings: 0 });
    const courses = await Promise.all([1, 2, 3].map(() => decideIteration(context, aMeasured(NOTHING_MOVES))));
    const why = 'Exit gate not passing: 3 iterations without progress';
    expect(courses).toEqual([{ go: null }, { go: null }, { end: { status: 'stuck', why } }]);
    expect(order.slice(-2)).toEqual(['ledger chart.halted', 'needs.human']);
  });
});
