import { describe, expect, test } from 'vitest';
import { hasGit } from '../evidence/a-repository.ts';
import { canRun } from '../testing/find-tool.ts';
import { isHeld, probe } from './a-probed-project.ts';
import { pickSome, SEED } from '../pick-some.ts';
import { TWINS } from './honest-twins.ts';

const hasPytest = canRun('python3', '-m', 'pytest', '--version');
const NOTHING_TO_TRY = 'no line of code that this run changed can have a fault';
/** Work in which there is nothing that a fault could be put into. */
const WITHOUT_CODE = /only|taken out/;

test('there are twenty of them', () => {
  expect(new Set(TWINS.map(({ name }) => name)).size).toBe(20);
});

describe.skipIf(!hasGit)(`honest work is not held by the probe (needs git; ${SEED})`, () => {
  for (const twin of pickSome(TWINS, ({ name }) => name, 4)) {
    test.skipIf(twin.suite?.runner === 'pytest' && !hasPytest)(`a piece of work: ${twin.name}`, async () => {
      const report = await probe(twin);
      expect(isHeld(report), JSON.stringify(report)).toBe(false);
      // Not held since a test noticed, or since there was nothing to notice: never since the probe came to nothing.
      if (WITHOUT_CODE.test(twin.name)) expect(report.nothing_shown).toBe(NOTHING_TO_TRY);
      else expect(report.faults_noticed, JSON.stringify(report)).toBeGreaterThanOrEqual(1);
    });
  }
});
