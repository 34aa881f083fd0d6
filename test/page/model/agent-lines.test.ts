import { describe, expect, test } from 'vitest';
import { agentNow, saySilence, countStream } from '../../../src/page/model/agent-lines.ts';
import { statusOf } from '../a-run.ts';

const AT = '2026-01-13T10:00:00.000Z';
const later = (seconds: number): number => Date.parse(AT) + seconds * 1_000;

const { step = null } = statusOf([
  { type: 'turn.started', at: AT, data: { phase: 'GREEN', iteration: 1, attempt: 1, nonce_hash: null } },
]);

const agent = { phase: 'GREEN', iteration: 1, lines: ['I think.'], at: AT };
const mute = { ...agent, lines: [] };

describe('what is said of a silent agent', () => {
  test('nothing while it prints; after half a minute for how long it is silent', () => {
    const say = (seconds: number) => saySilence(agent, { step, live: null }, later(seconds));
    expect([say(0), say(29), say(30), say(125)]).toEqual(['', '', 'silent for 30 s', 'silent for 2 min 5 s']);
  });

  test('of one that printed nothing, that it did not', () => {
    const say = (seconds: number) => saySilence(mute, { step, live: null }, later(seconds));
    expect([say(0), say(125)]).toEqual(['nothing printed yet', 'nothing printed for 2 min 5 s']);
  });

  test('nothing while its tests run', () => {
    const tested = step === null ? null : { ...step, doing: 'tests' as const };
    expect([agent, mute].map((each) => saySilence(each, { step: tested, live: null }, later(125)))).toEqual([
      '',
      'it printed nothing',
    ]);
  });

  test('its lines are those of the active iteration', () => {
    expect([
      agentNow(agent, { step }),
      agentNow({ ...agent, iteration: 2 }, { step }),
      agentNow(agent, { step: null }),
    ]).toEqual([agent, null, null]);
  });
});

const counts = (suite_passing: number, suite_failing = 0) => ({ suite_passing, suite_failing, suite_skipped: 0 });
const stream = (counted: ReturnType<typeof counts> | null, expected: number) =>
  countStream({ counts: counted, isRunning: true, runs: 0, expected });

describe('a test run that streams in', () => {
  test('says how many of the expected tests there are', () => {
    expect([stream(null, 3_000), stream(counts(1_124), 3_000)]).toEqual([
      null,
      { share: 1_124 / 3_000, isGreen: true, says: '1,124 of 3,000' },
    ]);
  });

  test('is no green one after a test failed; new tests are no more than all', () => {
    expect(stream(counts(3, 1), 2)).toEqual({ share: 1, isGreen: false, says: '4 of 4' });
  });

  test('has no share while nobody knows how many tests there are', () => {
    expect(stream(counts(12), 0)).toEqual({ share: 0, isGreen: true, says: '12 tests so far' });
  });
});
