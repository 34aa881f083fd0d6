import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { InspectionEvent, SnapshotFrom } from 'xstate';
import { compileGates } from '../../gates/compile-gates.ts';
import { decide } from '../../gates/decide.ts';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { bindGates, createTddMachine } from '../../machines/index.ts';
import { createMemoryLedger } from '../../src/ledger/ledger.ts';
import type { LedgerRecord } from '../../src/ledger/ledger-record.ts';
import { foldLedger } from '../records/fold-ledger.ts';
import { type Journal, openJournal } from '../../src/records/journal.ts';
import { anIteration, aSignal, type DefaultPhase } from '../gates/an-iteration.ts';
import { aStart } from '../records/a-start.ts';

const config = { phases: DEFAULT_PHASES };
const machine = createTddMachine(config).provide(bindGates(config));
const gates = compileGates(config);
const phases = DEFAULT_PHASES.map(({ phase }) => phase);
const BY = { by: 'ann', reason: 'why not' } as const;
const START = aStart({
  config_hash: 'c0',
  baseline: { passing: ['a > old'], skipped: [], known_failing: [] },
  frozen: { 'spec.md': 's0' },
  criteria: 1,
  criterion_ids: ['AC-1'],
  tree: 't0',
  branch: { name: 'b', base: 'b0', tree: 'g0', git_dir: 'd', author: { name: 'Bea', email: 'bea@example.org' } },
});

/** One thing that may happen to a run whose work is not over. */
type Step = (journal: Journal, phase: DefaultPhase, n: number) => void;

const exitOf = (n: number) => ({
  frozen: { [`f${n}`]: 'x' },
  tests: ['a > old'],
  failing: [],
  tree: `t${n}`,
  git_tree: `g${n}`,
});

const decided =
  (spoil: Parameters<typeof anIteration>[1], rest: Parameters<typeof anIteration>[2] = {}, more: object = {}): Step =>
  (journal, phase, n) => {
    // The loop decides nothing on work that is halted.
    if (journal.state().sums.position.state === 'halted') return journal.write('operator.resumed', { by: 'ann' });
    const { iteration, discarded, iterationsUsed } = journal.state();
    const gate = gates.find((each) => each.phase.phase === phase);
    if (gate === undefined) throw new Error(`Cannot decide ${phase}: there is no such gate.`);
    const at = { iteration: iteration + 1, attempt: discarded + 1, iterations_used: iterationsUsed + 1 };
    const record = anIteration(phase, spoil, { ...at, tree: { before: 'a1', after: `t${n}`, head: null }, ...rest });
    const decision = decide(gate, record);
    journal.write('iteration.decided', {
      record,
      decision,
      ...more,
      ...(decision.can_exit ? { exit: exitOf(n) } : {}),
    });
  };

const STEPS: Readonly<Record<string, Step>> = {
  leave: decided({}),
  hold: decided({ tree_stable: false }),
  halt: decided({ tree_stable: false }, { without_progress: 9 }),
  blocked: decided({}, { signal: aSignal(false, { status: 'BLOCKED', blockers: ['no key'] }) }),
  start: (journal, phase, n) => {
    const { iteration, discarded } = journal.state();
    journal.write('turn.started', { phase, iteration: iteration + 1, attempt: discarded + 1, nonce_hash: `n${n}` });
  },
  turn: (journal, phase, n) => {
    const usage = { input_tokens: n, output_tokens: 1, cost_usd: null };
    const turn = { outcome: n % 3 === 0 ? 'crashed' : 'ok', exit_code: 0, ms: 1, session: `s${n}`, usage } as const;
    journal.write('turn.ended', { phase, iteration: 1, attempt: 1, turn, transcript: 't' });
  },
  review: (journal, phase, n) => {
    const usage = { input_tokens: n, output_tokens: 1, cost_usd: 0.5 };
    journal.write('review.ended', {
      phase,
      iteration: 1,
      attempt: 1,
      tree: `t${n % 3}`,
      reviewer: 'claude',
      outcome: (['approved', 'findings', 'no_verdict'] as const)[n % 3] ?? 'approved',
      why: '',
      findings: [],
      turn: { outcome: 'ok', exit_code: 0, ms: 1, usage },
      transcript: 't',
    });
  },
  void: (journal, phase, n) => {
    const outcome = (['crashed', 'rate_limited', 'cut_off', 'no_test_ran'] as const)[n % 4] ?? 'crashed';
    journal.write('turn.discarded', { phase, iteration: 1, attempt: 1, outcome, why: 'why' });
  },
  left: (journal, phase) => journal.write('phase.exited', { phase, iteration: 1, forced_exit: false }),
  committed: (journal, phase, n) =>
    journal.write('work.committed', { phase, commit: `c${n}`, parent: 'p', tree: 't', record: n }),
  halted: (journal, phase) => journal.write('chart.halted', { phase, why: 'why', status: 'stuck' }),
  ending: (journal) => journal.write('run.ended', { status: 'interrupted', why: 'Interrupted', exit_code: 3 }),
  resumed: (journal) => journal.write('run.resumed', { tree: 't', ended: [] }),
  'let go on': (journal) => journal.write('operator.resumed', { by: 'ann' }),
  reset: (journal, phase) => journal.write('operator.reset', { phase, ...BY }),
  accepted: (journal, phase) => journal.write('operator.accepted', { phase, ...BY, files: {}, tests: ['a > old'] }),
  reopened: (journal, phase) => journal.write('operator.reopened', { phase, ...BY, file: 'a', test: 'a > old' }),
  edited: decided({ tree_stable: false }, {}, { reopened: { file: 'a', test: 'a > old', frozen: 'f' } }),
  guided: (journal, phase) => journal.write('operator.guided', { phase, by: 'ann', text: 'look' }),
  asked: (journal, phase, n) => {
    const { iteration, discarded } = journal.state();
    const at = { iteration: iteration + 1, attempt: discarded + 1 };
    const record = anIteration(phase, {}, { ...at, tree: { before: 'a1', after: `t${n}`, head: null } });
    journal.write('approval.asked', { record, exit: exitOf(n) });
  },
  approved: (journal, phase, n) =>
    journal.write('operator.approved', { phase, iteration: 1, attempt: 1, tree: `t${n}`, by: 'ann' }),
  rejected: (journal, phase, n) =>
    journal.write('operator.rejected', { phase, iteration: 1, attempt: 1, tree: `t${n}`, ...BY }),
  skipped: (journal, phase, n) => journal.write('operator.skipped', { phase, ...BY, exit: exitOf(n) }),
  'rolled back': (journal, _phase, n) => {
    const [back] = Object.keys(journal.state().exits);
    if (back !== undefined)
      journal.write('operator.rolled_back', { phase: back, ...BY, commit: `c${n}`, kept: 'refs/kept' });
  },
  aborted: (journal) => journal.write('operator.aborted', BY),
};

/** The work continues more often than it ends. */
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('leave', 'hold', 'begin', 'turn', 'discarded', 'resumed') },
    { weight: 2, arbitrary: fc.constantFrom(...Object.keys(STEPS).filter((name) => name !== 'aborted')) },
    { weight: 1, arbitrary: fc.constantFrom('aborted', 'leave', 'hold', 'hold', 'discarded', 'begin') },
  ),
  { minLength: 1, maxLength: 24 },
);

const stateOf = (journal: Journal) => ({
  state: journal.state(),
  phase: journal.phase(),
  chart: CHARTS.get(journal)?.(),
  uncommitted: journal.uncommitted(),
});

/** The state of a journal's live chart, and the one that it would return to from a halt. */
const CHARTS = new WeakMap<Journal, () => unknown>();

const open = (ledger: ReturnType<typeof createMemoryLedger>, records: readonly LedgerRecord[], onRecord = () => {}) => {
  let chart: SnapshotFrom<typeof machine> | null = null;
  const inspect = (event: InspectionEvent) => {
    if (event.type === '@xstate.snapshot' && 'historyValue' in event.snapshot) chart = event.snapshot as typeof chart;
  };
  const past = foldLedger(phases, records);
  const journal = openJournal({ machine, phases, ledger: () => ledger, past, onRecord, inspect });
  CHARTS.set(journal, () => {
    if (chart === null) throw new Error('The chart was never seen.');
    return [
      chart.value,
      chart.value === 'needsHuman'
        ? Object.values(chart.historyValue)
            .flat()
            .map(({ id }) => id)
        : [],
    ];
  });
  return journal;
};

test('a run that is killed after any record has the same state as alive: state, chart, and due commit', () => {
  let tried = 0;
  let left = 0;
  fc.assert(
    fc.property(steps, (names) => {
      let clock = Date.parse('2026-01-13T10:00:00Z');
      const ledger = createMemoryLedger({ now: () => new Date((clock += 1_000)) });
      const live = open(ledger, []);
      live.write('run.started', START);
      for (const [n, name] of names.entries()) {
        const phase = live.phase();
        if (phase === null) break;
        STEPS[name]?.(live, phase as DefaultPhase, n);
        tried += 1;
        if (name === 'leave') left += 1;
        const restored = open(ledger, ledger.records);
        expect(stateOf(restored)).toEqual(stateOf(live));
        restored.close();
      }
      live.close();
    }),
  );
  // A generator that never gets anywhere shows nothing.
  expect(left / tried).toBeGreaterThan(0.05);
});
