/**
 * Earlier tests, by the commits before and after a phase whose tests must fail: those that a criterion changed, as the
 * commit names them, are judged again, on the code of the commit before; the others are as they were.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { judgeEdit, judgePlaces, type ReadFrozen } from '../evidence/integrity/edited-test.ts';
import { hashContent } from '../base/files/hash-content.ts';
import type { ReopenedTrailer } from '../commits/commit-trailers.ts';
import { type Claim, claim } from './claim.ts';
import { type Known, type Sources, type RunCommit, textIn } from './run-commits.ts';
import type { Checkout } from './measure-checkout.ts';
import {
  type BeforeAndAfter,
  type ChangedTest,
  isOfFile,
  judgeBefore,
  judgeFiles,
  judgeResult,
  snapshotsOf,
  writeChanged,
} from '../evidence/changing/judge-change.ts';
import { judgeSources } from '../evidence/integrity/earlier/judge-earlier.ts';
import { placesOfIds } from '../evidence/integrity/freeze.ts';
import type { TestRun } from '../runners/test-run.ts';

interface ReopenedQuestion {
  readonly commit: RunCommit;
  /** The edited files are frozen in their new form here. */
  readonly known: Known;
  readonly readFrozen: ReadFrozen;
  readonly textOf: (commit: RunCommit, path: string) => Promise<Buffer | null>;
  readonly look: <T>(commit: RunCommit, use: (checkout: Checkout) => Promise<T>) => Promise<T>;
}

/**
 * Tests that an operator reopened in a phase, as the commit of its exit names them: the edits are judged again, on the
 * code of the commit that froze the tests, as in the loop. Later commits must have the edited form. The commit has only
 * the last form of a file, so all edits of one file are judged together.
 */
export const proveReopened = async (question: ReopenedQuestion): Promise<readonly Claim[]> => {
  const { phase, reopened = [] } = question.commit.trailers;
  const claims: Claim[] = [];
  for (const file of new Set(reopened.map((each) => each.file))) {
    const edits = reopened.filter((each) => each.file === file);
    const why = await judgeFile(file, edits, question);
    for (const { test, by, reason } of edits)
      claims.push(
        claim(
          `${phase ?? ''} reopened`,
          `"${test}", which ${by} reopened (${reason}), still fails without the code, and no other test was edited`,
          why === null ? [] : [`${file} ${why}`],
        ),
      );
  }
  return claims;
};

/** Why the edits do not count: the rest of a sentence that begins with the file; `null` if they do. */
const judgeFile = async (
  file: string,
  edits: readonly ReopenedTrailer[],
  { commit, known, textOf, readFrozen, look }: ReopenedQuestion,
): Promise<string | null> => {
  const { tests, baseline, suites } = known;
  const before = await readFrozen(file, tests?.frozen[file] ?? '');
  const after = (await textOf(commit, file)) ?? Buffer.of();
  if (tests === null || before === null) return 'was not a frozen test file';
  const outside = judgePlaces(
    before,
    after.toString('utf8'),
    edits.map(({ test }) => test),
  );
  if (outside !== null) return outside;
  const red = { phase: tests.commit.trailers.phase ?? '', failing: tests.ids, passing: baseline.passing };
  const why = await look(tests.commit, async (checkout) => {
    await writeFile(join(checkout.folder, file), after);
    const run = await checkout.runTests(suites);
    return edits.map(({ test }) => judgeEdit(test, red, run)).find((each) => each !== null) ?? null;
  });
  if (why === null) known.tests = { ...tests, frozen: { ...tests.frozen, [file]: hashContent(after) } };
  return why;
};

interface ChangedQuestion {
  readonly commit: RunCommit;
  readonly previous: RunCommit;
  /** If all changes count, the changed tests leave its baseline. */
  readonly known: Known;
  readonly run: TestRun;
  readonly textOf: (commit: RunCommit, path: string) => Promise<Buffer | null>;
  readonly sourcesOf: (commit: RunCommit) => Promise<Sources>;
  readonly look: <T>(commit: RunCommit, use: (checkout: Checkout) => Promise<T>) => Promise<T>;
}

export const proveChanged = async (question: ChangedQuestion): Promise<readonly Claim[]> => {
  const { commit, known } = question;
  const { phase, changed = [] } = commit.trailers;
  const earlier = await proveEarlier(question);
  if (changed.length === 0) return earlier;
  const why = await judge(changed, question);
  const { baseline } = known;
  const named = new Set(changed.map(({ test }) => test));
  if (why === null) known.baseline = { ...baseline, passing: baseline.passing.filter((id) => !named.has(id)) };
  const claims = changed.map(({ test, because, what }) =>
    claim(
      `${phase ?? ''} changed`,
      what === 'edited'
        ? `"${test}", which ${because} changed, fails without the code, and no other earlier test of its file was changed`
        : `"${test}", which ${because} removed, has a new test of ${because} in its place, which fails without the code`,
      why === null ? [] : [why],
    ),
  );
  return [...earlier, ...claims];
};

const proveEarlier = async ({
  commit,
  previous,
  known: { config, baseline },
  run,
  sourcesOf,
}: ChangedQuestion): Promise<readonly Claim[]> => {
  const { phase, changed = [] } = commit.trailers;
  const tests = config.phases.find((each) => each.phase === phase)?.tests;
  if (tests !== 'must_fail' || baseline.passing.length === 0) return [];
  const [before, now] = [await sourcesOf(previous), await sourcesOf(commit)];
  const isSame = (path: string, bytes: Uint8Array): boolean => {
    const other = now.get(path);
    return other !== undefined && Buffer.compare(bytes, other) === 0;
  };
  const found = await judgeSources({
    suites: config.tests.suites,
    before: { paths: new Set(before.keys()), read: async (path) => textIn(before, path) },
    now: { paths: new Set(now.keys()), read: async (path) => textIn(now, path) },
    moved: new Set([...before].flatMap(([path, bytes]) => (isSame(path, bytes) ? [] : [path]))),
    named: new Set(
      changed.flatMap(({ file }) => [
        file,
        ...snapshotsOf(file, { before: textIn(before, file), after: textIn(now, file) }),
      ]),
    ),
    reported: placesOfIds(baseline.passing, run),
  });
  return [
    claim(
      `${phase} earlier tests`,
      `each earlier test is there as it was, with its helpers and tables${changed.length === 0 ? '' : ', but for those that a criterion changed'}`,
      found.map(({ path, why }) => `${path}: ${why}`),
    ),
  ];
};

const judge = async (
  changed: readonly ChangedTest[],
  { commit, previous, known, run, textOf, look }: ChangedQuestion,
): Promise<string | null> => {
  const { config, criteria, suites, baseline } = known;
  const { passing } = baseline;
  if (config.phases.find((each) => each.phase === commit.trailers.phase)?.tests !== 'must_fail')
    return 'tests may only change in a phase whose tests must fail';
  if (config.existing_tests === 'frozen') return 'the config has integrity.existing_tests: frozen';
  const texts = new Map<string, BeforeAndAfter>();
  const read = async (file: string): Promise<BeforeAndAfter> => {
    const [before, after] = [await textOf(previous, file), await textOf(commit, file)];
    const text = { before: before?.toString('utf8') ?? null, after: after?.toString('utf8') ?? null };
    texts.set(file, text);
    return text;
  };
  for (const { file } of changed) for (const path of snapshotsOf(file, await read(file))) await read(path);
  for (const each of changed) {
    const { test, file, because } = each;
    if (!passing.includes(test) || !isOfFile(test, file, texts.get(file)?.before ?? null))
      return `"${test}" is no earlier test of ${file}`;
    if (!criteria.includes(because)) return `the spec has no criterion ${because}`;
    const why = judgeResult(each, changed, passing, run);
    if (why !== null) return `"${test}": ${why}`;
  }
  const judged = await judgeFiles({ texts, changed, earlier: passing, run });
  if ('why' in judged) return `"${judged.first.test}" ${judged.why}`;
  return look(previous, async ({ folder, runTests }) => {
    await writeChanged(folder, judged.written);
    return judgeBefore(changed, passing, await runTests(suites));
  });
};
