import { describe, expect, test } from 'vitest';
import { CONFIG_PRESET_NAMES } from '../../../src/signals/systems/systems.ts';
import { answerCase } from '../../../src/doctor/conformance/answer-case.ts';
import { compareAnswer } from '../../../src/doctor/conformance/answer-cases.ts';
import { casesOf } from './a-case.ts';

const OWN = casesOf('own.jsonl');

describe('a case of a preset', () => {
  test.each(OWN.map((asked) => [asked.id, asked] as const))('is met: %s', (_id, asked) => {
    const { answer, unmet } = answerCase(asked);
    const { expected = {} } = asked;
    expect(compareAnswer(answer, expected), unmet.join('\n')).toEqual([]);
    expect(answer.diagnostic).toBe(expected['diagnostic'] ?? answer.diagnostic);
  });

  test('stands for and against each of the gates', () => {
    const counts = Object.fromEntries(
      CONFIG_PRESET_NAMES.map((preset) => {
        const cases = OWN.filter((each) => each.preset === preset);
        const leaving = cases.filter(({ expected }) => expected?.can_exit === true).length;
        return [preset, { leaving, holding: cases.length - leaving }];
      }),
    );
    expect(counts).toEqual({
      prp: { leaving: 1, holding: 4 },
      doyaken: { leaving: 4, holding: 13 },
      apm2: { leaving: 1, holding: 4 },
      cub: { leaving: 2, holding: 4 },
      ralph: { leaving: 1, holding: 2 },
      gsd: { leaving: 1, holding: 3 },
    });
  });
});
