import { beforeEach, describe, expect, test } from 'vitest';
import { hasGit } from '../evidence/a-repository.ts';
import { readRun } from '../../src/view/read-run.ts';
import type { RunStatus } from '../../src/view/run-status.ts';
import { inTurn } from '../pick-some.ts';
import { playCounted, PROJECTS, TAP } from './a-counted-feature.ts';
import { withAnchorsAside } from './a-workspace.ts';

const slow = inTurn(5, test);

/** A suite of 12 s, in `npm run check:full`. */
const SECONDS = process.env['DUALGATE_TRIALS'] === undefined ? 0 : 12;
const SEVEN = ['baseline', 'baseline', 'RED', 'GREEN', 'GREEN', 'REFACTOR', 'DOCUMENT'];

const sumOf = (runs: RunStatus['suite_runs'], isPart: boolean): number =>
  runs.filter(({ part }) => (part === true) === isPart).reduce((sum, each) => sum + each.runs, 0);

describe.skipIf(!hasGit)('the runs of a suite (needs git)', { timeout: 900_000 }, () => {
  beforeEach(withAnchorsAside);

  for (const project of PROJECTS)
    slow.skipIf(!project.isThere)(`${project.name}: an honest feature costs seven whole ones`, async () => {
      for (const seconds of new Set([0, SECONDS])) {
        const { status, whole, parts, config } = await playCounted(project, seconds);
        const shown = (await readRun(config)).status;
        expect([sumOf(shown.suite_runs, false), sumOf(shown.suite_runs, true)]).toEqual([whole.length, parts.length]);
        expect([status, whole]).toEqual(['completed', SEVEN]);
        // The counter-check in two copies; the mutation check: five mutants, and without one before and after.
        expect(parts.filter((phase) => phase === 'GREEN').length).toBeGreaterThanOrEqual(9);
      }
    });

  slow('tap: no part can be asked alone, so that checks cost whole runs', async () => {
    const { status, whole, parts, config } = await playCounted(TAP);
    const { suite_runs } = (await readRun(config)).status;
    expect(suite_runs.map((each) => [each.for, each.part])).toEqual(
      ['baseline', 'tests', 'test_names', 'counter_check', 'mutation_check'].map((purpose) => [purpose, undefined]),
    );
    expect(sumOf(suite_runs, false)).toBe(whole.length);
    expect([status, parts]).toEqual(['completed', []]);
    const checked = (phase: string, most: number) => {
      const runs = whole.filter((each) => each === phase).length;
      expect([phase, runs > 1 && runs <= most]).toEqual([phase, true]);
    };
    // As many as they need, and in each check of mutants five and one without them.
    checked('GREEN', 2 + 1 + 6 + 1);
    checked('REFACTOR', 1 + 6 + 1);
    expect(whole.filter((phase) => phase !== 'GREEN' && phase !== 'REFACTOR')).toEqual([
      'baseline',
      'baseline',
      // Once more for the names that are made while the tests run.
      'RED',
      'RED',
      'DOCUMENT',
    ]);
  });
});
