import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundExtract } from '../../../src/agents/bound-extract.ts';
import { nextCallAt, NO_SPENDING, type Spending, spendTurn } from '../../../src/records/fold/spending.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-01-13T03:00:00.000Z');
const at = (minute: number) => new Date(START + minute * MINUTE).toISOString();
const turn = (cost_usd: number | null, tokens = 1) => ({
  outcome: 'ok' as const,
  exit_code: 0,
  ms: 0,
  usage: { input_tokens: tokens, output_tokens: tokens, cost_usd },
});
const calls = (...minutes: readonly number[]): Spending =>
  minutes.reduce((exhausted, minute) => spendTurn(exhausted, turn(null), at(minute)), NO_SPENDING);
const waitOf = (exhausted: Spending, perHour: number, minute: number): number | null => {
  const until = nextCallAt(exhausted, perHour, START + minute * MINUTE);
  return until === null ? null : (until.getTime() - START) / MINUTE;
};

describe('the usage of turns', () => {
  test('adds up, money to a millionth', () => {
    const exhausted = [0.1, 0.2, null].reduce<Spending>(
      (sum, cost) => spendTurn(sum, turn(cost, 5), at(0)),
      NO_SPENDING,
    );
    expect(exhausted).toMatchObject({ cost: 0.3, tokens: 30 });
  });
  test('never becomes less, whatever an envelope says', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.double(), fc.double())), (turns) => {
        let exhausted = NO_SPENDING;
        for (const [cost, tokens] of turns) {
          const next = spendTurn(exhausted, turn(cost, tokens), at(0));
          expect(next.cost >= exhausted.cost && next.tokens >= exhausted.tokens).toBe(true);
          exhausted = next;
        }
      }),
    );
  });
  test('is unknown from numbers that are invalid', () => {
    const reported = (input_tokens: number, cost_usd: number) =>
      boundExtract({
        said: null,
        error: null,
        denials: [],
        session: null,
        usage: { input_tokens, output_tokens: 2, cost_usd },
      }).usage;
    const none = { input_tokens: 0, output_tokens: 2, cost_usd: null };
    expect([reported(-5, -1), reported(Number.NaN, Infinity), reported(1e300, 1e300)]).toEqual([none, none, none]);
    expect(reported(1.4, 0.123_456_78)).toEqual({ input_tokens: 1, output_tokens: 2, cost_usd: 0.123_457 });
  });
});

describe('the turns of an hour', () => {
  test('begin at once while there are fewer, and then when the oldest of them is an hour old', () => {
    const exhausted = calls(0, 10, 10, 30);
    expect([
      waitOf(exhausted, 5, 31),
      waitOf(exhausted, 4, 31),
      waitOf(exhausted, 3, 31),
      waitOf(exhausted, 1, 31),
    ]).toEqual([null, 61, 71, 91]);
    expect([waitOf(exhausted, 4, 60.9), waitOf(exhausted, 4, 61)]).toEqual([61, null]);
  });
  test('are kept in bounded space, however many there are', () => {
    const exhausted = calls(...Array.from({ length: 5_000 }, (_, i) => i / 7));
    expect(exhausted.calls.length).toBeLessThanOrEqual(62);
  });
  test('are waited for an hour at the most when the clock was set back, and not at all those of another day', () => {
    expect(waitOf(calls(50), 1, 10)).toBe(71);
    expect(waitOf(calls(24 * 60), 1, 10)).toBeNull();
  });
});
