import { describe, expect, test } from 'vitest';
import { compileGates } from '../../gates/compile-gates.ts';
import { decide } from '../../gates/decide.ts';
import { parseConfig } from '../../src/read-config/parse-config.ts';
import { describeSession } from '../../src/loop/record-session.ts';
import { findEndedSession } from '../../src/records/session-completed.ts';
import type { CommandSignal } from '../../src/signals/command/command-signal.ts';
import { createExitSignal, type ExitSignalParts } from '../../src/signals/systems/apm2/parse-exit-signal.ts';
import { nextWorkPhase } from '../../machines/work-item.refusals.ts';
import { mergeChannels } from '../../src/signals/merge-channels.ts';
import { readSignal } from '../../src/signals/signal-reader.ts';
import { anIteration, type DefaultPhase } from '../gates/an-iteration.ts';

const configOf = (signals: string) =>
  parseConfig(`work: { spec: s.md }\nagent: { use: codex }\ntests: { command: vitest run }\nsignals: ${signals}\n`, {
    path: '/w/dualgate.yaml',
    readFile: () => '',
  });
const APM2 = configOf('{ dialect: apm2 }');
const SEVERAL = configOf('{ dialect: apm2, phase_map: { RED: DRAFT, DOCUMENT: READY_FOR_REVIEW } }');

interface Turn {
  readonly phase?: DefaultPhase;
  /** Output of the agent. */
  readonly block?: Omit<ExitSignalParts, 'phase_completed'>;
  readonly words?: readonly CommandSignal[];
  readonly metrics?: Parameters<typeof anIteration>[1];
  readonly config?: typeof APM2;
  readonly forced?: readonly string[];
  readonly session?: string;
}

/** Result of a turn: of its signals on both channels, decided by the gates of the config. */
const sessionOf = ({ phase = 'DOCUMENT', block, words = [], metrics = {}, config = APM2, forced, session }: Turn) => {
  const workPhase = config.signals.phase_map[phase] ?? 'IMPLEMENTATION';
  const said = block === undefined ? '' : JSON.stringify(createExitSignal({ phase_completed: workPhase, ...block }));
  const tests = phase === 'RED' ? ('must_fail' as const) : ('must_pass' as const);
  const binding = { phase, iteration: 1, nonce: null, tests, workPhase };
  const signal = mergeChannels(words, readSignal(said, binding, { dialect: 'apm2' }));
  const record = anIteration(phase, metrics, { run: 'r1', signal });
  const gate = compileGates(config).find((each) => each.phase.phase === phase);
  if (gate === undefined) throw new Error(`there is no ${phase}`);
  const turn = session === undefined ? record.turn : { ...record.turn, session };
  const ended = findEndedSession({ ...record, turn }, decide(gate, record));
  return ended === null ? null : describeSession(ended, config, forced);
};
const say = (word: CommandSignal['word'], parts: Partial<CommandSignal> = {}): CommandSignal => ({
  word,
  reason: 'because',
  refactoring_complete: false,
  ...parts,
});
const COMPLETED = { exit_reason: 'completed' } as const;

describe('a completed session', () => {
  test('is recorded by a valid exit signal in the last phase of the work phase', () => {
    const block = { ...COMPLETED, pr_url: 'https://example.org/pr/1', notes: 'all there' };
    expect(sessionOf({ block, session: 's-7' })).toEqual({
      session_id: 's-7',
      actor_id: 'codex',
      phase: 'DOCUMENT',
      iteration: 1,
      attempt: 1,
      phase_completed: 'IMPLEMENTATION',
      exit_reason: 'completed',
      pr_url: 'https://example.org/pr/1',
      notes: 'all there',
      next_work_phase: 'CI_PENDING',
    });
  });

  test('is the same by the signal command, with what its options name', () => {
    const named = { pr_url: 'https://example.org/pr/1', evidence_bundle_ref: 'evidence/w.yaml' };
    expect(sessionOf({ words: [say('exit', named)] })).toMatchObject({
      session_id: 'r1/document-1-1',
      phase_completed: 'IMPLEMENTATION',
      exit_reason: 'completed',
      ...named,
      notes: 'because',
      next_work_phase: 'CI_PENDING',
    });
    expect(sessionOf({ block: { ...COMPLETED, ...named }, words: [say('exit')] })).toMatchObject(named);
  });

  test('is none in a phase before others of its work phase', () => {
    const left = (config: typeof APM2) =>
      (['RED', 'GREEN', 'REFACTOR', 'DOCUMENT'] as const).map(
        (phase) => sessionOf({ phase, config, block: COMPLETED })?.phase_completed ?? null,
      );
    expect(left(APM2)).toEqual([null, null, null, 'IMPLEMENTATION']);
    expect(left(SEVERAL)).toEqual(['DRAFT', null, 'IMPLEMENTATION', 'READY_FOR_REVIEW']);
  });

  test('is none while the gate holds, for a yes by either channel', () => {
    const metrics = { tests_failing: 1 };
    expect(sessionOf({ block: COMPLETED, metrics })).toBeNull();
    expect(sessionOf({ words: [say('exit')], metrics })).toBeNull();
  });

  test('is blocked, or ended by an error, in any phase, by the signal that halts the run', () => {
    const phase = 'GREEN';
    expect(sessionOf({ phase, block: { exit_reason: 'error', notes: 'no compiler' } })).toMatchObject({
      exit_reason: 'error',
      notes: 'no compiler',
      next_work_phase: 'BLOCKED',
    });
    const silent = sessionOf({ phase, block: { exit_reason: 'blocked' } });
    expect([silent?.exit_reason, silent?.notes]).toEqual(['blocked', undefined]);
    expect(sessionOf({ phase, words: [say('blocked')] })).toMatchObject({ exit_reason: 'blocked', notes: 'because' });
    expect(sessionOf({ phase, words: [say('blocked', { error: true })] })).toMatchObject({ exit_reason: 'error' });
  });

  test('is the one that needs human input where the channels disagree', () => {
    const block = { exit_reason: 'error', notes: 'no compiler' } as const;
    expect(sessionOf({ block, words: [say('exit')] })).toMatchObject({ exit_reason: 'error', notes: 'no compiler' });
    expect(sessionOf({ block: COMPLETED, words: [say('blocked')] })).toMatchObject({
      exit_reason: 'blocked',
      notes: 'because',
    });
  });

  test('names the phases of its work phase that an operator forced, and no others', () => {
    const forced = ['RED', 'GREEN'];
    expect(sessionOf({ block: COMPLETED, forced })?.forced_exits).toEqual(['RED', 'GREEN']);
    expect(sessionOf({ phase: 'REFACTOR', config: SEVERAL, block: COMPLETED, forced })?.forced_exits).toEqual([
      'GREEN',
    ]);
    expect(sessionOf({ config: SEVERAL, block: COMPLETED, forced })?.forced_exits).toBeUndefined();
  });

  test('is none in a run that speaks another dialect', () => {
    expect(sessionOf({ words: [say('exit')], config: configOf('{ dialect: prp }') })).toBeNull();
    expect(sessionOf({ words: [say('blocked')], config: configOf('{ dialect: prp }') })).toBeNull();
  });

  test('is followed by the work phase that spec 003 names', () => {
    expect(
      (['IMPLEMENTATION', 'CI_PENDING', 'READY_FOR_REVIEW', 'REVIEW', 'READY_FOR_MERGE', 'COMPLETED'] as const).map(
        (phase) => nextWorkPhase(phase, 'completed'),
      ),
    ).toEqual(['CI_PENDING', 'READY_FOR_REVIEW', 'REVIEW', 'READY_FOR_MERGE', 'COMPLETED', null]);
    expect([nextWorkPhase('REVIEW', 'blocked'), nextWorkPhase('DRAFT', 'error')]).toEqual(['BLOCKED', 'BLOCKED']);
  });
});
