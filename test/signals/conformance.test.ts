import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Signal } from '../../gates/iteration.ts';
import { readSignal } from '../../src/signals/signal-reader.ts';
import { silenceSignal } from '../../src/signals/silence-signal.ts';

interface Scenario {
  readonly id: string;
  readonly phase: string;
  readonly dialect: string;
  readonly transcript: string;
  readonly context?: {
    readonly iteration?: number;
    readonly nonce?: string;
    readonly agent_exit_code?: number;
    readonly timed_out?: boolean;
    readonly repeat_before?: { readonly line: string; readonly count: number };
  };
  readonly expected: { readonly gate_2: boolean | null; readonly diagnostic?: string };
}

// Ours, and as its README describes it.
const parseScenario: (line: string) => Scenario = JSON.parse;

const scenarios = readFileSync(new URL('../conformance/scenarios.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => parseScenario(line));

const answer = ({ phase, context = {} }: Scenario, transcript: string): Signal => {
  if (context.timed_out === true) return silenceSignal('timed_out');
  if ((context.agent_exit_code ?? 0) !== 0) return silenceSignal('crashed');
  const { iteration = 1, nonce = null, repeat_before: before } = context;
  const log = before === undefined ? '' : `${before.line}\n`.repeat(before.count);
  return readSignal(log + transcript, { phase, iteration, nonce, tests: phase === 'RED' ? 'must_fail' : 'must_pass' });
};

/** The two dialects share their markers' form, but not their key for tests, and RALPH has a YAML form besides. */
const toPrp = (transcript: string): string =>
  transcript
    .replaceAll('RALPH_STATUS---', 'PRP_PHASE_STATUS---')
    .replaceAll('TESTS_STATUS: FAILING', 'TESTS:\n  FAILING: 1')
    .replaceAll('TESTS_STATUS: PASSING', 'TESTS:\n  FAILING: 0');

describe('gate 2 of a conformance scenario', () => {
  const native = scenarios.filter(
    ({ dialect, transcript }) => dialect === 'prp' || (dialect === 'none' && !transcript.includes('RALPH')),
  );

  test.each(native.map((scenario) => [scenario.id, scenario] as const))('is met: %s', (_id, scenario) => {
    expect(answer(scenario, scenario.transcript).value).toBe(scenario.expected.gate_2);
  });

  const translated = scenarios.filter(({ id, dialect }) => dialect === 'ralph' && id !== 'ralph-054-yaml-header-form');

  test.each(translated.map((scenario) => [scenario.id, scenario] as const))(
    'is met when the RALPH block is told as a PRP block: %s',
    (_id, scenario) => {
      const { value, reason } = answer(scenario, toPrp(scenario.transcript));
      const { gate_2, diagnostic } = scenario.expected;
      expect(value).toBe(gate_2);
      // The hint of a scenario that says yes or no is about gate 1.
      expect(reason).toBe(value === null ? diagnostic : reason);
    },
  );

  const foreign = scenarios.filter(({ dialect }) => dialect !== 'prp' && dialect !== 'none');

  test('is null under PRP for every other dialect as it stands', () => {
    expect(
      foreign.filter((scenario) => answer(scenario, scenario.transcript).value !== null).map(({ id }) => id),
    ).toEqual([]);
    expect([native.length, translated.length, foreign.length]).toEqual([32, 45, 87]);
  });
});
