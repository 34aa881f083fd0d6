/**
 * An old test that contradicts a new one (rule 2.7): every new test passes, and nothing but earlier tests fails. The
 * finding names the one command that lets the old expectation go.
 */
import { basename, extname } from 'node:path/posix';
import type { Finding } from '../../../gates/iteration.ts';
import { finding } from '../findings/findings.ts';
import { isLocated } from '../integrity/edited-test.ts';
import { distinctTests, testId } from '../../runners/is-green.ts';
import type { TestCase, TestRun } from '../../runners/test-run.ts';
import { quoteWord } from '../../base/text/quote-word.ts';
import type { Freeze } from '../integrity/freeze.ts';
import type { ReadFrozen } from '../integrity/same-syntax/find-reformatted.ts';
import type { Baseline } from '../baseline.ts';

/** The facts from the ledger. */
interface KnownTests {
  readonly baseline: Baseline;
  /** Ids of tests that failed when the last phase was exited. */
  readonly failing: readonly string[];
  readonly frozen: Freeze;
  /** @default nothing is known of it but its hashes */
  readonly readFrozen?: ReadFrozen;
}

export const findContradiction = async (run: TestRun, known: KnownTests): Promise<readonly Finding[]> => {
  if (!run.report_complete || run.load_failures.length > 0 || run.unhandled_errors.length > 0) return [];
  const tests = distinctTests(run.tests);
  const passed = new Set(tests.flatMap((each) => (each.state === 'passed' ? [testId(each)] : [])));
  const old = new Set(known.baseline.passing);
  const failing = tests.filter(({ state }) => state === 'failed');
  const [first] = failing;
  const fresh = known.failing.filter((id) => !known.baseline.known_failing.includes(id));
  if (first === undefined || fresh.length === 0 || !fresh.every((id) => passed.has(id))) return [];
  if (!failing.every((each) => old.has(testId(each)))) return [];
  const way = await findWay(first, known);
  return [finding('tests.contradiction', { test: testId(first), more: failing.length - 1, ...way })];
};

const findWay = async (
  test: TestCase,
  { frozen, readFrozen = async () => null }: KnownTests,
): Promise<{ readonly does: 'reopen' | 'snapshot' | 'edit'; readonly command: string }> => {
  const accept = (paths: readonly string[]): string => `dualgate accept ${paths.map(quoteWord).join(' ')} -m "why"`;
  const { file, message = '' } = test;
  const stem = basename(file, extname(file));
  const snapshots = Object.entries(frozen).flatMap(([path, state]) =>
    state !== 'absent' && /snap/i.test(path) && basename(path).startsWith(stem) ? [path] : [],
  );
  if (/snapshot/i.test(message) && snapshots.length > 0) return { does: 'snapshot', command: accept(snapshots) };
  const text = await readFrozen(file, frozen[file] ?? '');
  return text !== null && isLocated(text, testId(test))
    ? { does: 'reopen', command: `dualgate reopen ${quoteWord(testId(test))} -m "why"` }
    : { does: 'edit', command: accept([file]) };
};
