/** Compares four test runs around a change: which tests fail without it and pass with it, and which pass as before. */
import { mentionOf } from '../evidence/criteria.ts';
import type { ChangedTest } from '../evidence/changing/judge-change.ts';
import { testId } from '../runners/is-green.ts';
import type { TestCase, TestRun } from '../runners/test-run.ts';
import { type Claim, claim, type Proof } from './claim.ts';

interface ChangeRuns {
  readonly base: TestRun;
  readonly before: TestRun;
  readonly after: readonly [TestRun, TestRun];
  /** Earlier tests that commits of the change name as changed. @default none */
  readonly changed?: readonly Pick<ChangedTest, 'test' | 'because' | 'what'>[];
}

type Without = 'failed' | 'not loaded' | 'passed' | 'skipped';

/** Three claims: `fail-to-pass`, `pass-to-pass`, `whole-suite`. */
export const judgeChange = ({ base, before, after: [first, second], changed = [] }: ChangeRuns): Proof => {
  const old = statesOf(base);
  const without = statesOf(before);
  const [one, other] = [statesOf(first), statesOf(second)];
  const after = new Map([...new Set([...one.keys(), ...other.keys()])].map((id) => [id, joinStates(id, one, other)]));
  const passing = [...after].filter(([, state]) => state === 'passed').map(([id]) => id);
  const ways = new Map(passing.map((id) => [id, wayWithout(id, without)]));
  const failToPass = passing
    .filter((id) => {
      const way = ways.get(id);
      // An old test that fails only because new ones beside it do not compile shows nothing.
      return way === 'failed' || (way === 'not loaded' && old.get(id) !== 'passed');
    })
    .sort();
  const oldPassing = [...old].filter(([, state]) => state === 'passed').map(([id]) => id);
  const removed = changed.filter(({ test, what }) => what === 'removed' && !after.has(test));
  const isReplaced = (id: string): boolean =>
    removed.some(({ test, because }) => {
      const fresh = failToPass.filter((each) => !old.has(each) && mentionOf(because)(each)).length;
      return test === id && fresh >= removed.filter((each) => each.because === because).length;
    });
  const replaced = oldPassing.filter(isReplaced);
  const broken = oldPassing.filter((id) => after.get(id) !== 'passed' && !replaced.includes(id)).sort();
  const weak = changed.filter(({ test, what }) => what === 'edited' && !failToPass.includes(test));
  const fresh = [...after.keys()].filter((id) => !old.has(id));
  const freshBroken = fresh.filter((id) => after.get(id) !== 'passed').sort();
  const unloaded = failToPass.filter((id) => ways.get(id) === 'not loaded');
  const idle = fresh.filter((id) => ways.get(id) === 'passed').sort();
  const stillFailing = [...old].filter(([id, state]) => state === 'failed' && after.get(id) !== 'passed');
  const ignored = new Set([...old].filter(([, state]) => state !== 'passed').map(([id]) => id));

  const claims: readonly Claim[] = [
    claim(
      'fail-to-pass',
      `${count(failToPass.length, 'test fails', 'tests fail')} without the change, and ${failToPass.length === 1 ? 'passes' : 'pass'} with it twice`,
      [
        ...(failToPass.length === 0
          ? ['no test fails without the change and passes with it: nothing shows its purpose']
          : []),
        ...freshBroken.map((id) => `new, and ${after.get(id) ?? 'missing'} with the change: ${id}`),
      ],
    ),
    claim(
      'pass-to-pass',
      `${count(oldPassing.length - replaced.length, 'test that passed before the change passes', 'tests that passed before the change pass')} with it twice`,
      [
        ...findUnmeasured(base).map((problem) => `before the change: ${problem}`),
        ...weak.map(
          ({ test, because }) => `named as changed by ${because}, and it does not fail without the change: ${test}`,
        ),
        ...broken.map((id) => `passed before, and ${after.get(id) ?? 'missing'} with the change: ${id}`),
      ],
    ),
    claim('whole-suite', 'the suite passes with the change, twice', [
      ...findUnwell(first, ignored).map((problem) => `first run: ${problem}`),
      ...findUnwell(second, ignored).map((problem) => `second run: ${problem}`),
    ]),
  ];
  return {
    holds: claims.every(({ holds }) => holds),
    claims,
    notes: [
      ...(replaced.length === 0
        ? []
        : [`These were removed, and a new test of their criterion is in their place: ${list(replaced)}.`]),
      ...(unloaded.length === 0
        ? []
        : [`These do not load without the change, instead of failing: ${list(unloaded)}.`]),
      ...(idle.length === 0
        ? []
        : [`These are new, but pass without the change, so they show nothing about it: ${list(idle)}.`]),
      ...(stillFailing.length === 0
        ? []
        : [
            `These failed before the change and do not pass with it, so they are excluded: ${list(stillFailing.map(([id]) => id))}.`,
          ]),
    ],
    tests: {
      fail_to_pass: failToPass,
      pass_to_pass: oldPassing.filter((id) => !broken.includes(id) && !replaced.includes(id)).sort(),
      failed: [...new Set([...broken, ...freshBroken])].sort(),
    },
  };
};

type State = TestCase['state'] | 'flaky';

/** If tests share an id, the worst result counts. */
const statesOf = ({ tests }: TestRun): Map<string, State> => {
  const states = new Map<string, State>();
  for (const test of tests) {
    const id = testId(test);
    const known = states.get(id);
    states.set(id, known === undefined || RANK[test.state] > RANK[known] ? test.state : known);
  }
  return states;
};

const RANK = { passed: 0, skipped: 1, failed: 2, flaky: 3 } as const satisfies Record<State, number>;

const joinStates = (id: string, one: ReadonlyMap<string, State>, other: ReadonlyMap<string, State>): State => {
  const [first, second] = [one.get(id), other.get(id)];
  return first !== undefined && first === second ? first : 'flaky';
};

/** A test that is missing from a report was prevented: its file did not load, or the suite crashed. */
const wayWithout = (id: string, without: ReadonlyMap<string, State>): Without => {
  const state = without.get(id);
  if (state === 'failed' || state === 'flaky') return 'failed';
  return state ?? 'not loaded';
};

const findUnmeasured = (run: TestRun): readonly string[] =>
  run.report_fresh && run.report_complete ? [] : ['its report is incomplete', ...run.problems];

/** The failures of a test run itself. `ignored`: tests that did not pass before either. */
const findUnwell = (run: TestRun, ignored: ReadonlySet<string>): readonly string[] => {
  const hasKnownFailure = run.tests.some((test) => test.state === 'failed' && ignored.has(testId(test)));
  return [
    ...findUnmeasured(run),
    ...run.load_failures.map(({ file }) => `${file} does not load`),
    ...run.unhandled_errors.map((message) => `an error outside any test: ${firstLine(message)}`),
    ...(run.exit_code === 0 || run.exit_code === null || hasKnownFailure ? [] : [`exit code ${run.exit_code}`]),
  ];
};

const MAX_LISTED = 10;

const list = (ids: readonly string[]): string =>
  ids.length <= MAX_LISTED
    ? ids.join(', ')
    : `${ids.slice(0, MAX_LISTED).join(', ')} and ${ids.length - MAX_LISTED} more`;

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
