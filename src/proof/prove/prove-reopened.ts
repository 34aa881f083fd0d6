/**
 * Tests that an operator reopened in a phase, as the commit of its exit names them: the edits are judged again, on the
 * code of the commit that froze the tests, as in the loop. Later commits must have the edited form. The commit has only
 * the last form of a file, so all edits of one file are judged together.
 *
 * @module
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { judgeEdit, judgePlaces } from '../../integrity/judge-edit.ts';
import type { ReadFrozen } from '../../integrity/same-syntax/find-reformatted.ts';
import { hashContent } from '../../files/hash-content.ts';
import type { ReopenedTrailer } from '../commit-trailers.ts';
import { type Claim, claim } from './claim.ts';
import type { Known } from './known.ts';
import type { Checkout } from './measure-checkout.ts';
import type { RunCommit } from './run-commits.ts';

interface ReopenedQuestion {
  readonly commit: RunCommit;
  /** The edited files are frozen in their new form here. */
  readonly known: Known;
  /** From the commits before it. */
  readonly readFrozen: ReadFrozen;
  readonly textOf: (commit: RunCommit, path: string) => Promise<Buffer | null>;
  readonly look: <T>(commit: RunCommit, use: (checkout: Checkout) => Promise<T>) => Promise<T>;
}

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
