/**
 * Why a suite cannot be the baseline of a run, and what to do: the same words in `doctor` and at the start of a run.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import { suitesOf } from '../config/suites-of.ts';
import { withoutOutput } from '../testing/empty-run.ts';
import type { TestRun } from '../testing/test-run.ts';
import { explainBroken } from '../testing/why-no-test/why-no-test.ts';
import { type DrawnBaseline, FAILING, isBroken, nameSome } from '../evidence/baseline.ts';

interface BaselineRefusal {
  /** The cause, a clause without a full stop; `null` if the suite reports completely, so that its tests are the problem. */
  readonly says: string | null;
  /** One line each, not bounded: the problems, and the last lines of the runner's output. */
  readonly details: readonly string[];
  /** The problems as sentences for one line, bounded. */
  readonly sentences: readonly string[];
  readonly fix: string;
}

/** @param runs - the runs that the baseline was drawn from, in their order. @returns `null` if it has no problem */
export const refuseBaseline = (
  runs: readonly TestRun[],
  { problems, failing }: DrawnBaseline,
  config: Pick<Config, 'tests' | 'folder'>,
): BaselineRefusal | null => {
  if (problems.length === 0) return null;
  const broken = runs.find(isBroken);
  const cause =
    broken === undefined ? null : explainBroken(broken, suitesOf(config), { workspace: config.folder, isBroken });
  // The cause may be one of them.
  const beside = problems.filter((problem) => cause?.says.includes(problem) !== true);
  const others = beside.filter((problem) => !problem.startsWith(FAILING));
  const fix =
    failing.length > 0 ? FIX.failing : others.some((each) => each.startsWith('flaky')) ? FIX.flaky : FIX.names;
  return {
    says: cause?.says ?? null,
    details: [...beside.map(withoutOutput), ...listOutput(broken)],
    sentences: [
      ...others.slice(0, MOST_NAMED),
      ...(others.length > MOST_NAMED ? [`And ${others.length - MOST_NAMED} more problems`] : []),
      ...(failing.length === 0 ? [] : [`${FAILING}${nameSome(failing)}`]),
    ],
    fix: cause?.fix ?? fix,
  };
};

const MOST_NAMED = 10;

const FIX = {
  failing:
    'Fix the suite, or list the tests that may fail under tests.known_failing: dualgate doctor --write-known-failing does it.',
  flaky: 'Fix the flaky tests, or list them under tests.known_failing.',
  names: 'Give each test a name of its own that is the same in every run.',
} as const;

const listOutput = (run: TestRun | undefined): readonly string[] =>
  (run?.suites ?? (run === undefined ? [] : [run])).flatMap(({ last_output: lines = [] }) =>
    lines.length === 0 ? [] : ['its last output:', ...lines.map((line) => `  ${line}`)],
  );
