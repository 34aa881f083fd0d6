import { expect, test } from 'vitest';
import {
  AWAITED_SIGNAL,
  MISSING_SIGNAL,
  PREMATURE_SIGNAL,
  sayReason,
  warnOfMissing,
} from '../../gates/gate-warnings.ts';

test.each([
  [
    PREMATURE_SIGNAL,
    'Exit signal set but Gate 1 not satisfied: the agent says it is done, but the measurements do not confirm it',
  ],
  [
    MISSING_SIGNAL,
    'Gate 1 satisfied but no exit signal: the measurements allow the exit, but the agent does not say it is done',
  ],
  [
    AWAITED_SIGNAL,
    'Gate 1 satisfied so far but no exit signal: the agent does not say it is done, and the rest is measured when it does',
  ],
  ['Neither gate is satisfied', 'Neither gate is satisfied'],
])('the warning "%s" has its meaning behind it, where the words alone have none', (reason, said) => {
  expect(sayReason(reason)).toBe(said);
});

test('the signal is missing where gate 1 is satisfied, now or so far', () => {
  expect([MISSING_SIGNAL, AWAITED_SIGNAL, PREMATURE_SIGNAL, ''].map(warnOfMissing)).toEqual([
    MISSING_SIGNAL,
    AWAITED_SIGNAL,
    null,
    null,
  ]);
});
