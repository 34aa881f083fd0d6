/**
 * Tests as tape prints them: a comment names a test, and the points behind it are its assertions. A test is one result, however
 * many assertions it has; a test that ends by an error and not at an assertion is an error outside of tests too.
 *
 * @module
 */
import { boundMessage } from '../bound-message.ts';
import type { TestCase } from '../test-run.ts';
import type { LeveledTest } from './tap-level.ts';

/** One point, and what tape wrote about it. */
interface Assertion extends Pick<TestCase, 'state'> {
  readonly description: string;
  readonly operator: string;
  readonly at: string;
}

/** The tests of a stream whose points are assertions. */
export interface CommentTests {
  readonly begin: (comment: string) => void;
  readonly add: (assertion: Assertion) => void;
  /** The name of the test that is open; `null` before the first. */
  readonly open: () => string | null;
  readonly end: () => { readonly errors: readonly string[]; readonly notes: readonly string[] };
}

interface OpenTest {
  readonly name: string;
  state: TestCase['state'] | null;
  message: string;
}

const NEVER_ENDED = 'test exited without ending: ';

/** @param onTest - called as each test ends */
export const collectCommentTests = (
  onTest: (test: Pick<TestCase, 'name' | 'state' | 'message'>) => void,
): CommentTests => {
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
    begin: (comment) => {
      const [, word, name] = /^(SKIP|TODO) (.+)$/.exec(comment) ?? [];
      begin(name ?? comment, word === undefined ? null : 'skipped');
    },
    add: ({ state, description, operator, at }) => {
      const unfinished = description.startsWith(NEVER_ENDED) ? description.slice(NEVER_ENDED.length) : null;
      if (unfinished !== null && unfinished !== current?.name) begin(unfinished, null);
      current ??= { name: description, state: null, message: '' };
      const isWorse = current.state === null || RANK[state] > RANK[current.state];
      if (isWorse) current = { ...current, state, message: description };
      // tape names the line of an assertion; it has none for an error that a test throws, and for the end of its time.
      const isError = state === 'failed' && (unfinished !== null || (at === '' && /^(?:error|fail)$/.test(operator)));
      if (isError) errors.push(describeError(current.name, description));
    },
    open: () => current?.name ?? null,
    end: () => {
      close();
      current = null;
      const repeated = [...names].filter(([, times]) => times > 1);
      return { errors, notes: repeated.map(([name, times]) => describeRepeated(name, times)) };
    },
  };
};

const RANK = { passed: 0, skipped: 1, failed: 2 } as const satisfies Readonly<Record<TestCase['state'], number>>;

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
  const worst = assertions.reduce((found, each) => (RANK[each.state] > RANK[found.state] ? each : found), {
    state: own.state,
    path: [],
  } as LeveledTest);
  const failed = assertions.find(({ state }) => state === 'failed');
  const why = [failed?.path.join(' > ') ?? '', failed?.message ?? message].filter((each) => each !== '').join(': ');
  return { state: worst.state, ...(worst.state === 'failed' && { message: boundMessage(why) }) };
};
