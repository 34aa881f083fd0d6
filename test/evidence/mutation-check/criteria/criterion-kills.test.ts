import { expect, test } from 'vitest';
import { watchCriteria } from '../../../../src/evidence/mutation-check/criterion-kills.ts';
import type { Mutant } from '../../../../src/evidence/mutation-check/mutant.ts';
import { aTestRun, failed, passed } from '../../../runners/a-test-run.ts';

const MUTANT: Mutant = { path: 'a.js', line: 1, kind: 'body', from: 0, to: 1, before: '1', after: '2' };
const ID = 'test.js > AC-1: rows';

test('a row that fails kills for its criterion, although a later row of the same name passes', () => {
  const kills = watchCriteria([{ id: 'AC-1', tests: new Set([ID]) }]);
  const row = { file: 'test.js' };
  kills.watch(MUTANT).look(
    aTestRun([
      { ...failed('AC-1: rows'), ...row },
      { ...passed('AC-1: rows'), ...row },
    ]),
    new Set([ID]),
  );
  expect(kills.answerOf('AC-1', MUTANT)).toBe('killed');
});
