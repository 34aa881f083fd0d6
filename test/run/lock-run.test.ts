import { describe, expect, test } from 'vitest';
import { compileGates } from '../../gates/compile-gates.ts';
import { decide } from '../../gates/decide.ts';
import type { IterationRecord } from '../../gates/iteration.ts';
import { bindGates, createTddMachine } from '../../machines/index.ts';
import { parseConfig } from '../../src/read-config/parse-config.ts';
import { createMemoryLedger } from '../../src/ledger/ledger.ts';
import { closeOpenEnds } from '../../src/run/lock-run.ts';
import { foldLedger } from '../records/fold-ledger.ts';
import { openJournal } from '../../src/records/journal.ts';
import type { RunEventBody } from '../../src/records/run-events.ts';
import { createExitSignal } from '../../src/signals/systems/apm2/parse-exit-signal.ts';
import type { ExitReason } from '../../machines/work-item.refusals.ts';
import { mergeChannels } from '../../src/signals/merge-channels.ts';
import { readSignal } from '../../src/signals/signal-reader.ts';
import { anIteration } from '../gates/an-iteration.ts';
import { LEDGER_FORMAT } from '../../src/ledger/format.ts';
import { anchorFolder, readAnchor } from '../../src/ledger/anchor.ts';
import { aRun, AT, lastOf, RUN, TURN } from './a-checkpointed-run.ts';
import type { LedgerData } from '../../src/records/records.ts';

const config = parseConfig(
  'preset: apm2\nwork: { spec: s.md }\nagent: { command: my-agent --print }\ntests: { command: vitest run }\nsignals: { phase_map: { RED: DRAFT } }\n',
  { path: '/w/dualgate.yaml', readFile: () => '' },
);
const machine = createTddMachine(config).provide(bindGates(config));
const phases = config.phases.map(({ phase }) => phase);
const BINDING = { phase: 'RED', iteration: 1, nonce: null, tests: 'must_fail', workPhase: 'DRAFT' } as const;
const wordOf = (exit_reason: ExitReason) =>
  readSignal(JSON.stringify(createExitSignal({ phase_completed: 'DRAFT', exit_reason })), BINDING, { dialect: 'apm2' });
const signal = wordOf('completed');
const BY_COMMAND = mergeChannels(
  [{ word: 'exit', reason: 'because', refactoring_complete: false }],
  readSignal('', BINDING, { dialect: 'apm2' }),
);

/** A run whose loop wrote this decision on RED, and was killed. */
const killedAfter = (record: IterationRecord) => {
  const ledger = createMemoryLedger({ now: () => new Date('2026-01-02T03:04:05Z') });
  const open = (emit: (body: RunEventBody) => void = () => {}) =>
    openJournal({
      machine,
      phases,
      ledger: () => ledger,
      past: foldLedger(phases, ledger.records),
      onRecord: () => {},
      emit,
    });
  const journal = open();
  const [gate] = compileGates(config);
  if (gate === undefined) throw new Error('there is no phase');
  const decision = decide(gate, record);
  const exit = { frozen: {}, tests: [], failing: [], tree: 't' };
  journal.write('iteration.decided', { record, decision, ...(decision.can_exit ? { exit } : {}) });
  journal.close();
  return { open, typesBehind: () => ledger.records.slice(1).map(({ type }) => type), ledger };
};

describe('a run that was killed right after a decision, when it resumes', () => {
  test('records the session that the agent ended in it, then the exit, each once', () => {
    const { open, typesBehind, ledger } = killedAfter(anIteration('RED', {}, { run: 'r1', signal }));
    const events: RunEventBody[] = [];
    for (let time = 1; time <= 2; time += 1) {
      const journal = open((each) => events.push(each));
      closeOpenEnds({ config, journal });
      journal.close();
    }
    expect(typesBehind()).toEqual(['session.completed', 'phase.exited']);
    expect(events.map(({ type }) => type)).toEqual(['session.completed', 'phase.exited']);
    expect(ledger.records[1]?.data).toEqual({
      v: LEDGER_FORMAT,
      session_id: 'r1/red-1-1',
      actor_id: 'my-agent',
      phase: 'RED',
      iteration: 1,
      attempt: 1,
      phase_completed: 'DRAFT',
      exit_reason: 'completed',
      next_work_phase: null,
    });
  });

  test('records it too where the agent used the signal command, or is blocked', () => {
    for (const [each, exit_reason] of [
      [BY_COMMAND, 'completed'],
      [wordOf('error'), 'error'],
    ] as const) {
      const { open, ledger } = killedAfter(anIteration('RED', {}, { run: 'r1', signal: each }));
      closeOpenEnds({ config, journal: open() });
      expect(ledger.records[1]).toMatchObject({ type: 'session.completed', data: { exit_reason } });
    }
  });

  test('records it at no later time: with the exit or the halt, the session was recorded, or there was none', () => {
    const { open, typesBehind } = killedAfter(anIteration('RED', {}, { run: 'r1', signal }));
    open().write('phase.exited', { phase: 'RED', iteration: 1, forced_exit: false });
    closeOpenEnds({ config, journal: open() });
    expect(typesBehind()).toEqual(['phase.exited']);
    const halted = killedAfter(anIteration('RED', {}, { run: 'r1', signal: wordOf('blocked') }));
    halted.open().write('chart.halted', { phase: 'RED', why: 'blocked', status: 'needs_human' });
    closeOpenEnds({ config, journal: halted.open() });
    expect(halted.typesBehind()).toEqual(['chart.halted']);
  });

  test('records none before another phase of the same work phase', () => {
    const same = { ...config, signals: { ...config.signals, phase_map: {} } };
    const { open, typesBehind } = killedAfter(anIteration('RED', {}, { run: 'r1', signal }));
    closeOpenEnds({ config: same, journal: open() });
    expect(typesBehind()).toEqual(['phase.exited']);
  });

  test('records no session where the agent ended none', () => {
    const { open, typesBehind } = killedAfter(anIteration('RED', { tests_failing: 0 }));
    closeOpenEnds({ config, journal: open() });
    expect(typesBehind()).toEqual([]);
  });
});

describe('the head of the ledger is kept outside the workspace', () => {
  const BY = { by: 'ann', reason: 'it is time' };
  const exit = { frozen: {}, tests: [], failing: [], tree: 'a'.repeat(64) };

  test.each<{ readonly [T in keyof LedgerData]: readonly [T, LedgerData[T]] }[keyof LedgerData]>([
    ['phase.exited', { phase: 'RED', iteration: 1, forced_exit: false }],
    ['operator.skipped', { phase: 'RED', ...BY, exit }],
    ['operator.reset', { phase: 'RED', ...BY }],
    ['operator.accepted', { phase: 'RED', ...BY, files: {}, tests: ['a > one'] }],
    ['operator.reopened', { phase: 'RED', ...BY, file: 'a', test: 'a > one' }],
    ['operator.aborted', BY],
    ['run.ended', { status: 'interrupted', why: 'Interrupted', exit_code: 3 }],
  ])('at %s, and not at every turn', async (type, data) => {
    const { ledger, write, first } = await aRun();
    const seqAnchored = () => readAnchor(anchorFolder(process.env), RUN)?.seq;
    write(first, ['turn.ended', { ...AT, turn: TURN, transcript: 't' }]);
    expect(seqAnchored()).toBe(0);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a pair of one kind
    write([type, data] as Parameters<typeof write>[0]);
    expect([seqAnchored(), lastOf(ledger).type]).toEqual([2, type]);
  });
});
