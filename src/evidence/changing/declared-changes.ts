/** Earlier tests that the work changes on purpose (rule 2.7). A name opens nothing by itself: the change is judged. */
import { readMarkdown } from '../markdown.ts';
import { fileOfTest, isInFile, isWithoutFile, distinctTests, testId } from '../../runners/is-green.ts';
import { basename, extname } from 'node:path/posix';
import type { Finding } from '../../../gates/iteration.ts';
import { finding } from '../findings/findings.ts';
import { isLocated, type ReadFrozen } from '../integrity/edited-test.ts';
import type { TestCase, TestRun } from '../../runners/test-run.ts';
import { quoteWord } from '../../base/text/quote-text.ts';
import type { Freeze } from '../integrity/freeze.ts';
import type { Baseline } from '../baseline.ts';

export interface DeclaredChange {
  /** The name as it is written: an id, or the last part of one. */
  readonly test: string;
  /** The id of the criterion that asks for it. */
  readonly because: string;
  readonly by: 'spec' | 'agent';
}

const OF_SPEC = /^\s*(?:[-*]\s+)?changes:\s*(\S+)\s+replaces\s+(["“`])(.+)["”`]\.?\s*$/i;
const OF_AGENT = /^(?:[-*]\s+)?CHANGES:\s*(\S.*?),?\s+because\s+([A-Z][\w.-]*\w)(?:[\s:.,(].*)?$/;

export const isDeclaration = (line: string): boolean => OF_AGENT.test(line);

/** @param lines - of the agent's own messages */
export const readDeclared = (lines: readonly string[]): readonly DeclaredChange[] =>
  lines.flatMap((line) => {
    const [, test = '', because = ''] = OF_AGENT.exec(line) ?? [];
    return test === '' ? [] : [{ test: test.replace(/^(["'`])(.*)\1$/, '$2'), because, by: 'agent' }];
  });

/** @param spec - Markdown; text in fences, quotes and comments names nothing */
export const readReplaced = (spec: string): readonly DeclaredChange[] =>
  readMarkdown(spec).lines.flatMap(({ text }) => {
    const [, because, , test] = OF_SPEC.exec(text) ?? [];
    return because === undefined || test === undefined ? [] : [{ test, because, by: 'spec' }];
  });

/** The one earlier test that is meant, by its id; `null` for none or several. Some runners name no file. */
export const findMeant = (written: string, earlier: readonly string[]): string | null => {
  if (earlier.includes(written)) return written;
  const last = written.split(' > ').at(-1) ?? '';
  const isOnlyName = written === last;
  const endings = (id: string): readonly string[] => {
    // Go writes a blank in the name of a subtest as an underscore.
    const name = /^\S+\.go > /.test(id) ? last.replaceAll(/\s/g, '_') : last;
    return [` > ${name}`, ` ${name}`];
  };
  const found = earlier.filter((id) => {
    const isOfFile = isOnlyName || isInFile(id, fileOfTest(written)) || isWithoutFile(id);
    return isOfFile && endings(id).some((ending) => id.endsWith(ending));
  });
  const exact = found.filter((id) => id.endsWith(endings(id)[0] ?? ''));
  const [only, ...others] = exact.length > 0 ? exact : found;
  return only !== undefined && others.length === 0 ? only : null;
};

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
