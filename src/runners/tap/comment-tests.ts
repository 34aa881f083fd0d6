/**
 * Tests as tape prints them: a comment names a test, and the points behind it are its assertions. A test is one result,
 * however many assertions it has; a test that ends by an error and not at an assertion is an error outside of tests
 * too.
 */
import { isNamedHook } from '../report/suite-report.ts';
import type { TapPoint } from './tap-lines.ts';
import { type TestCase, boundMessage } from '../test-run.ts';

/** Named by its path within the level. */
export type LeveledTest = Pick<TestCase, 'state' | 'message'> & { readonly path: readonly string[] };

export interface PendingPoint {
  readonly point: TapPoint;
  /** Without the names of its parents. */
  readonly name: string;
  /** `null` without subtests. */
  subtests: readonly LeveledTest[] | null;
  /** Whether the subtests are the assertions of this test. */
  hasAssertions: boolean;
  /** Whether the plan of its subtests skips them. */
  isSkipped: boolean;
  isBlock: boolean;
  message: string;
  operator: string;
  at: string;
}

export interface TapLevel {
  plan: number | null;
  /** Its plan is `1..0 # SKIP`: its parent is skipped. */
  isSkipped: boolean;
  points: number;
  readonly numbers: Set<number>;
  /** How often a reason stands for a name: such points are told apart by their order. */
  readonly reasons: Map<string, number>;
  /** The comment since the last point. */
  comment: string | null;
  pending: PendingPoint | null;
  readonly tests: LeveledTest[];
  readonly problems: string[];
}

export const openLevel = (): TapLevel => ({
  plan: null,
  isSkipped: false,
  points: 0,
  numbers: new Set(),
  reasons: new Map(),
  comment: null,
  pending: null,
  tests: [],
  problems: [],
});

export const addPlan = (level: TapLevel, plan: Pick<TapLevel, 'isSkipped'> & { readonly tests: number }): void => {
  if (level.plan !== null) level.problems.push('the TAP stream has two plans');
  level.plan = plan.tests;
  level.isSkipped = plan.isSkipped;
};

/** Counts a point, in any order (TAP 14), and returns its number. A failed hook takes none: the next point repeats it. */
export const countPoint = (level: TapLevel, { ok, number, description }: TapPoint): number => {
  level.points += 1;
  const counted = number ?? level.points;
  if (!ok && isNamedHook(description)) return counted;
  if (level.numbers.has(counted)) {
    level.problems.push(`the TAP stream has two tests ${counted} (${description})`);
  }
  level.numbers.add(counted);
  return counted;
};

/** The name of a point: where it has none, that of the comment before its subtests, its reason, or its number. */
export const namePoint = (level: TapLevel, { description, reason }: TapPoint, number: number): string => {
  if (description !== '') return description;
  const [, subtest] = /^Subtest: (.+)$/.exec(level.comment ?? '') ?? [];
  if (subtest !== undefined) return subtest;
  if (reason === '') return `test ${number}`;
  const times = (level.reasons.get(reason) ?? 0) + 1;
  level.reasons.set(reason, times);
  return times === 1 ? reason : `${reason} (${times})`;
};

/** The problems of a level at its end. @param parent - the name of the test whose subtests these are; `null` for the whole stream */
export const judgeLevel = ({ plan, points, numbers, problems }: TapLevel, parent: string | null): readonly string[] => {
  const what = parent === null ? 'the TAP stream' : `the block of subtests of "${parent}" in the TAP stream`;
  if (plan === null) return [...problems, `${what} has no plan (1..N): it was cut off, or is not TAP`];
  if (plan !== points) return [...problems, `${what} planned ${plan} tests and has ${points}`];
  const beyond = [...numbers].find((number) => number < 1 || number > plan);
  return beyond === undefined ? problems : [...problems, `${what} planned 1..${plan} and has a test ${beyond}`];
};

/** Takes what moves out of the name of a test; `null` for a name of another form. */
const FORMS: readonly ((test: TestCase) => Pick<TestCase, 'name' | 'message'> | null)[] = [
  ({ name }) => {
    const lasting = /^(.+) in \d+ ?(?:ms|sec)$/.exec(name)?.[1];
    return lasting === undefined ? null : { name: lasting };
  },
  ({ name }) => {
    const [, browser, lasting] = /^(.+?) - \[\w+ ms\] - (.+)$/.exec(name) ?? [];
    return lasting === undefined ? null : { name: `${browser} - ${lasting}` };
  },
  ({ name, state, message }) => {
    const [, lasting, result] = /^(.+\.(?:c|cc|cpp|cxx|h):[^:]+:[^:]+): (.+)$/.exec(name) ?? [];
    if (lasting === undefined || result === undefined) return null;
    if (state === 'failed') return { name: lasting, message: message || result };
    return result === 'Passed' ? { name: lasting } : null;
  },
];

/** Without what moves: durations of bats (`--timing`) and testem, results of Check; only if each test has that form. */
export const makeNamesLast = (tests: readonly TestCase[]): readonly TestCase[] => {
  for (const form of FORMS) {
    const lasting = tests.flatMap((test) => {
      const found = form(test);
      return found === null ? [] : [{ ...test, ...found }];
    });
    if (lasting.length === tests.length) return lasting;
  }
  return tests;
};

interface Assertion extends Pick<TestCase, 'state'> {
  readonly description: string;
  readonly operator: string;
  readonly at: string;
}

export type CommentTests = ReturnType<typeof collectCommentTests>;

interface OpenTest {
  readonly name: string;
  state: TestCase['state'] | null;
  message: string;
}

const NEVER_ENDED = 'test exited without ending: ';

/** @param onTest - called as each test ends */
export const collectCommentTests = (onTest: (test: Pick<TestCase, 'name' | 'state' | 'message'>) => void) => {
  const names = new Map<string, number>();
  const errors: string[] = [];
  let current: OpenTest | null = null;

  const close = (): void => {
    if (current === null || current.state === null) return;
    const { name, state, message } = current;
    const times = (names.get(name) ?? 0) + 1;
    names.set(name, times);
    const told = times === 1 ? name : `${name} (${times})`;
    onTest({ name: told, state, ...(state === 'failed' && { message: boundMessage(message) }) });
  };
  const begin = (name: string, state: TestCase['state'] | null): void => {
    close();
    current = { name, state, message: '' };
  };

  return {
    begin: (comment: string): void => {
      const [, word, name] = /^(SKIP|TODO) (.+)$/.exec(comment) ?? [];
      begin(name ?? comment, word === undefined ? null : 'skipped');
    },
    add: ({ state, description, operator, at }: Assertion): void => {
      const unfinished = description.startsWith(NEVER_ENDED) ? description.slice(NEVER_ENDED.length) : null;
      if (unfinished !== null && unfinished !== current?.name) begin(unfinished, null);
      current ??= { name: description, state: null, message: '' };
      const isWorse = current.state === null || RANK[state] > RANK[current.state];
      if (isWorse) current = { ...current, state, message: description };
      // tape names the line of an assertion; it has none for an error that a test throws, and for the end of its time.
      const isError = state === 'failed' && (unfinished !== null || (at === '' && /^(?:error|fail)$/.test(operator)));
      if (isError) errors.push(describeError(current.name, description));
    },
    open: (): string | null => current?.name ?? null,
    end: () => {
      close();
      current = null;
      const repeated = [...names].filter(([, times]) => times > 1);
      return { errors, notes: repeated.map(([name, times]) => describeRepeated(name, times)) };
    },
  };
};

const RANK = { passed: 0, skipped: 1, failed: 2 } as const;

const describeError = (name: string, error: string): string =>
  `"${error}" ended the test "${name}", and no assertion of it did. Let a stub return a wrong value, so that the test fails at an assertion.`;

const describeRepeated = (name: string, times: number): string =>
  `${times} tests have the name "${name}": they are told apart by their order, as "${name} (2)". Give each its own name.`;

/** One result for a test whose subtests are its assertions: the worst of them, or its own. */
export const joinAssertions = (
  own: Pick<TestCase, 'state'>,
  message: string,
  assertions: readonly LeveledTest[],
): Pick<TestCase, 'state' | 'message'> => {
  const state = [own, ...assertions].map((each) => each.state).reduce((a, b) => (RANK[b] > RANK[a] ? b : a));
  const failed = assertions.find((each) => each.state === 'failed');
  const why = [failed?.path.join(' > ') ?? '', failed?.message ?? message].filter((each) => each !== '').join(': ');
  return { state, ...(state === 'failed' && { message: boundMessage(why) }) };
};
