/**
 * Earlier tests that a criterion changed, as the commit of the exit names them: judged again, on the code of the commit
 * before, as in the loop.
 *
 * @module
 */
import {
  type BeforeAndAfter,
  type ChangedTest,
  isOfFile,
  judgeBefore,
  judgeFiles,
  judgeResult,
  snapshotsOf,
  writeChanged,
} from '../../evidence/changing/judge-change.ts';
import type { TestRun } from '../../testing/test-run.ts';
import { type Claim, claim } from './claim.ts';
import type { Known } from './known.ts';
import type { Checkout } from './measure-checkout.ts';
import type { RunCommit } from './run-commits.ts';

interface ChangedQuestion {
  readonly commit: RunCommit;
  /** The commit of the run before it. */
  readonly previous: RunCommit;
  /** If all changes count, the changed tests leave its baseline. */
  readonly known: Known;
  /** The suite ran on this commit. */
  readonly run: TestRun;
  /** `null` for a file that is not there. */
  readonly textOf: (commit: RunCommit, path: string) => Promise<Buffer | null>;
  readonly look: <T>(commit: RunCommit, use: (checkout: Checkout) => Promise<T>) => Promise<T>;
}

export const proveChanged = async (question: ChangedQuestion): Promise<readonly Claim[]> => {
  const { commit, known } = question;
  const { phase, changed = [] } = commit.trailers;
  if (changed.length === 0) return [];
  const why = await judge(changed, question);
  const { baseline } = known;
  const named = new Set(changed.map(({ test }) => test));
  if (why === null) known.baseline = { ...baseline, passing: baseline.passing.filter((id) => !named.has(id)) };
  return changed.map(({ test, because, what }) =>
    claim(
      `${phase ?? ''} changed`,
      what === 'edited'
        ? `"${test}", which ${because} changed, fails without the code, and no other earlier test of its file was changed`
        : `"${test}", which ${because} removed, has a new test of ${because} in its place, which fails without the code`,
      why === null ? [] : [why],
    ),
  );
};

/** Why the changes do not count; `null` if they do. */
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
  return look(previous, async ({ workspace, runTests }) => {
    await writeChanged(workspace, judged.written);
    return judgeBefore(changed, passing, await runTests(suites));
  });
};
