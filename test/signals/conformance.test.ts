import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type SignalCase, signalOfCase } from '../../src/signals/signal-of-case.ts';

interface Scenario extends SignalCase {
  readonly id: string;
  readonly expected: { readonly gate_2: boolean | null; readonly diagnostic?: string };
}

// Ours, and as its README describes it.
const parseScenario: (line: string) => Scenario = JSON.parse;

const read = (name: string): readonly (readonly [string, Scenario])[] =>
  readFileSync(new URL(`../doctor/conformance/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => parseScenario(line))
    .map((scenario) => [scenario.id, scenario] as const);

const scenarios = read('scenarios.jsonl');
/** Their hint is not about the signal, or is less than what can be told. */
const OTHERS: ReadonlySet<string> = new Set([
  'none-006-operator-forces',
  'none-009-three-idle-iterations',
  'apm2-016-single-quotes',
]);

describe('gate 2 of a conformance scenario', () => {
  test.each([...scenarios, ...read('signals.jsonl')])('is met: %s', (_id, scenario) => {
    const { value, reason } = signalOfCase(scenario);
    const { gate_2, diagnostic } = scenario.expected;
    expect(value).toBe(gate_2);
    // The hint of a scenario that says yes is about gate 1.
    const expected = value === true || diagnostic === undefined || OTHERS.has(scenario.id) ? reason : diagnostic;
    expect(reason).toBe(expected);
  });

  test('is asked in every dialect and envelope', () => {
    const counts: Record<string, number> = {};
    for (const [, { dialect }] of scenarios) counts[dialect] = (counts[dialect] ?? 0) + 1;
    expect(counts).toEqual({ prp: 28, ralph: 46, cub: 7, doyaken: 6, apm2: 11, 'claude-json': 17, none: 4 });
  });

  test('is null under every dialect that it is not written in', () => {
    const yes = scenarios.filter(
      ([, { expected, dialect, context }]) =>
        expected.gate_2 === true && dialect !== 'claude-json' && context?.repeat_before === undefined,
    );
    for (const [id, scenario] of yes) {
      for (const dialect of ['prp', 'ralph', 'cub', 'doyaken', 'apm2', 'claude-json'] as const) {
        const { value } = signalOfCase({ ...scenario, dialect });
        expect(value, `${id} as ${dialect}`).toBe(dialect === scenario.dialect ? true : null);
      }
    }
  });
});
