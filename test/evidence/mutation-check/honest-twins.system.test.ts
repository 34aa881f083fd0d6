import { describe, expect, test } from 'vitest';
import { hasGit } from '../a-repository.ts';
import { canRun } from '../../runners/find-tool.ts';
import { isHeld, mutation_check } from './a-mutated-project.ts';
import { pickSome, SEED } from '../../pick-some.ts';
import { TWINS } from './honest-twins.ts';

const hasPytest = canRun('python3', '-m', 'pytest', '--version');
const NOTHING_TO_TRY = 'this run changed no line of code that can be mutated';
/** Work in which there is nothing that a fault could be put into. */
const WITHOUT_CODE = /only|taken out/;

test('there are twenty of them', () => {
  expect(new Set(TWINS.map(({ name }) => name)).size).toBe(20);
});

describe.skipIf(!hasGit)(`honest work is not held by the mutation check (needs git; ${SEED})`, () => {
  for (const twin of pickSome(TWINS, ({ name }) => name, 4)) {
    test.skipIf(twin.suite?.runner === 'pytest' && !hasPytest)(`a piece of work: ${twin.name}`, async () => {
      const report = await mutation_check(twin);
      expect(isHeld(report), JSON.stringify(report)).toBe(false);
      // Not held because a test killed a mutant, or because there was no mutant: never because the check found nothing out.
      if (WITHOUT_CODE.test(twin.name)) expect(report.inconclusive).toBe(NOTHING_TO_TRY);
      else expect(report.mutants_killed, JSON.stringify(report)).toBeGreaterThanOrEqual(1);
    });
  }
});
