/**
 * Tests that an operator reopened in a phase, as the commit of its exit names them: the edit is judged again, on the
 * code of the commit that froze the tests, as in the loop. Later commits must have the edited form.
 *
 * @module
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findTestOfEdit, judgeEdit } from '../../integrity/judge-edit.ts';
import type { ReadFrozen } from '../../integrity/same-syntax/find-reformatted.ts';
import { hashContent } from '../../sources/content-state.ts';
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
  readonly textOf: (commit: RunCommit, path: string) => Promise<Buffer>;
  readonly look: <T>(commit: RunCommit, use: (checkout: Checkout) => Promise<T>) => Promise<T>;
}

export const proveReopened = async (question: ReopenedQuestion): Promise<readonly Claim[]> => {
  const claims: Claim[] = [];
  for (const each of question.commit.trailers.reopened ?? []) claims.push(await proveOne(each, question));
  return claims;
};

const proveOne = async (
  { file, test, by, reason }: ReopenedTrailer,
  { commit, known, textOf, readFrozen, look }: ReopenedQuestion,
): Promise<Claim> => {
  const { phase } = commit.trailers;
  const judged = (because: readonly string[]): Claim =>
    claim(
      `${phase ?? ''} reopened`,
      `"${test}", which ${by} reopened (${reason}), still fails without the code, and no other test was edited`,
      because,
    );
  const { tests, baseline, suites } = known;
  const before = await readFrozen(file, tests?.frozen[file] ?? '');
  const after = await textOf(commit, file);
  if (tests === null || before === null) return judged([`${file} was not a frozen test file`]);
  const edited = findTestOfEdit({ file, test, before, after: after.toString('utf8') }, { failing: tests.ids });
  if ('why' in edited) return judged([`${file} ${edited.why}`]);
  const red = { phase: tests.commit.trailers.phase ?? '', failing: tests.ids, passing: baseline.passing };
  const why = await look(tests.commit, async (checkout) => {
    await writeFile(join(checkout.workspace, file), after);
    return judgeEdit(test, red, await checkout.runTests(suites));
  });
  if (why !== null) return judged([`${file} ${why}`]);
  known.tests = { ...tests, frozen: { ...tests.frozen, [file]: hashContent(after) } };
  return judged([]);
};
