import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { answerCase } from '../../../src/doctor/conformance/answer-case.ts';
import { compareAnswer } from '../../../src/doctor/conformance/answer-cases.ts';
import { answered, casesOf } from './a-case.ts';

const SCENARIOS = casesOf('scenarios.jsonl');

describe('a scenario', () => {
  test.each(SCENARIOS.map((asked) => [asked.id, asked] as const))('is met: %s', (_id, asked) => {
    const { answer, unmet } = answerCase(asked);
    expect(compareAnswer(answer, asked.expected ?? {}), unmet.join('\n')).toEqual([]);
  });

  test('says what it expects of both gates, and some of what comes next and of force', () => {
    expect(SCENARIOS).toHaveLength(119);
    const saying = (key: string) => SCENARIOS.filter(({ expected }) => expected?.[key] !== undefined).length;
    expect({ gate_1: saying('gate_1'), gate_2: saying('gate_2'), can_exit: saying('can_exit') }).toEqual({
      gate_1: 119,
      gate_2: 119,
      can_exit: 119,
    });
    expect({ next: saying('next'), forced: saying('forced') }).toEqual({ next: 6, forced: 1 });
  });

  test('gets the same answer however the file is cut', async () => {
    const text = readFileSync(new URL('scenarios.jsonl', import.meta.url), 'utf8');
    const whole = await answered(text);
    expect(whole.tally).toEqual({
      cases: 119,
      expecting: 119,
      differing: 0,
      false_exits: 0,
      false_holds: 0,
      bad_lines: 0,
    });
    expect(await answered(text, 7)).toEqual(whole);
  });
});
