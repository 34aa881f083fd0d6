/** Whether earlier tests are changed as the work says (rule 2.7). The loop and the proof judge the same. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { mentionOf } from '../criteria.ts';
import { distinctTests, fileOfTest, isInFile, isWithoutFile, testId } from '../../runners/is-green.ts';
import type { TestRun } from '../../runners/test-run.ts';
import { readAdditions } from '../integrity/additions/script-additions.ts';
import { findShared, isLocated, replaceTests, textsOfTests } from '../integrity/edited-test.ts';
import { findSnapshots } from '../integrity/helpers/reaching-code.ts';
import { isNamedLikeTest, mayHaveTestsInside } from '../integrity/freeze.ts';
import { judgeSnapshot } from './judge-snapshot.ts';

/** A change that counts. */
export interface ChangedTest {
  /** Its id, as it was. */
  readonly test: string;
  /** Relative to the workspace. */
  readonly file: string;
  /** The id of the criterion that asks for it. */
  readonly because: string;
  /** Its name comes from there. */
  readonly by: 'spec' | 'agent';
  /** `removed`: a new test is in its place. */
  readonly what: 'edited' | 'removed';
}

/** Why a change does not count, with the new tests: the rest of a sentence; or `null`. @param changed - all of them */
export const judgeResult = (
  { test, because, what }: Named,
  changed: readonly Named[],
  earlier: readonly string[],
  run: TestRun,
): string | null => {
  const states = new Map(distinctTests(run.tests, 'must_fail').map((each) => [testId(each), each]));
  if (what === 'edited')
    return states.get(test)?.state === 'failed'
      ? null
      : `it ${stateOf(states.get(test)?.state)} before there is code for it: an edited test has to fail then`;
  const old = new Set(earlier);
  const isNamed = mentionOf(because);
  const fresh = [...states].filter(
    ([id, each]) => !old.has(id) && each.state === 'failed' && isNamed(each.name),
  ).length;
  if (fresh === 0) return `it is removed, and no new test of ${because} fails in its place`;
  const removed = changed.filter((each) => each.what === 'removed' && each.because === because).length;
  return fresh >= removed
    ? null
    : `it is removed, and only ${fresh} new ${fresh === 1 ? 'test' : 'tests'} of ${because} ${fresh === 1 ? 'fails' : 'fail'} in the place of ${removed}`;
};

type Named = Pick<ChangedTest, 'test' | 'because' | 'what'>;

/** Whether a file has this test. A runner may name no file: then the text of a file of tests has to tell. */
export const isOfFile = (id: string, file: string, text: string | null): boolean =>
  isInFile(id, file) || (isWithoutFile(id) && mayHaveTests(file) && text !== null && isLocated(text, id));

export const mayHaveTests = (path: string): boolean => isNamedLikeTest(path) || mayHaveTestsInside(path);

interface Texts {
  readonly file: string;
  readonly before: string;
  /** `null` for a file that is gone. */
  readonly after: string | null;
  readonly changed: readonly Pick<ChangedTest, 'test' | 'what'>[];
  /** Ids of the tests of the file that passed before. */
  readonly earlier: readonly string[];
  /** Ids of its new tests. */
  readonly fresh: readonly string[];
}

/** `text`: of the file from before, with these changes alone; `null` for a file that is gone. */
export const judgeTexts = async (
  texts: Texts,
): Promise<{ readonly text: string | null } | { readonly why: string }> => {
  const { file, before, after, changed, earlier, fresh } = texts;
  const having = (what: ChangedTest['what']): readonly string[] =>
    changed.flatMap((each) => (each.what === what ? [each.test] : []));
  const removed = having('removed');
  if (after === null)
    return earlier.every((id) => removed.includes(id))
      ? { text: null }
      : { why: `is not the only earlier test of ${file}` };
  const kept = replaceTests(before, new Map(removed.map((id) => [id, null])));
  const was = kept === null ? null : textsOfTests(kept, having('edited'));
  const is = textsOfTests(after, having('edited'));
  const text = kept === null || is === null ? null : replaceTests(kept, is);
  const restored = was === null ? null : replaceTests(after, was);
  if (kept === null || text === null || restored === null)
    return { why: `has no lines of its own in ${file}, or its name is there twice: ${ANEW}` };
  const named = new Set(changed.map(({ test }) => test));
  const others = earlier.filter((id) => !named.has(id));
  const shared = findShared(kept, having('edited'), others);
  if (shared !== null) return { why: `has no place of its own in ${file}, but one with "${shared}": ${ANEW}` };
  if (plain(restored, fresh, others) === plain(kept, [], others)) return { text };
  const additions = await readAdditions(file, kept, restored);
  return additions !== null && 'text' in additions
    ? { text }
    : { why: `is not all that was changed in ${file}, beside new tests` };
};

/** The texts of a file before a phase and now. */
export interface BeforeAndAfter {
  /** `null` where it is not kept. */
  readonly before: string | null;
  /** `null` for a file that is gone. An emptied one is still there. */
  readonly after: string | null;
}

/** The files in which the runner records what the tests of a file compare with. */
export const snapshotsOf = (file: string, { before, after }: BeforeAndAfter): readonly string[] => [
  ...new Set(findSnapshots(file, `${before ?? ''}\n${after ?? ''}`)),
];

interface Files {
  /** By path. */
  readonly texts: ReadonlyMap<string, BeforeAndAfter>;
  readonly changed: readonly ChangedTest[];
  /** Ids of tests that passed before. */
  readonly earlier: readonly string[];
  /** With the new tests. */
  readonly run: TestRun;
}

/** The texts to write over the files from before; or the first change that does not count, and why. */
export const judgeFiles = async ({
  texts,
  changed,
  earlier,
  run,
}: Files): Promise<
  { readonly written: ReadonlyMap<string, string | null> } | { readonly first: ChangedTest; readonly why: string }
> => {
  const old = new Set(earlier);
  const written = new Map<string, string | null>();
  for (const file of new Set(changed.map((each) => each.file))) {
    const ofFile = changed.filter((each) => each.file === file);
    const [first] = ofFile;
    if (first === undefined) continue;
    const { before = null, after = null } = texts.get(file) ?? {};
    if (before === null) return { first, why: 'cannot be judged: the sources from before are not kept' };
    const ofEarlier = earlier.filter((id) => isOfFile(id, file, before));
    // A test that was skipped before is in no list of those that passed.
    const wasSkipped = (id: string, state: string): boolean => state === 'skipped' && isLocated(before, id);
    const fresh = run.tests.flatMap((each) => {
      const id = testId(each);
      return isOfFile(id, file, after) && !old.has(id) && !wasSkipped(id, each.state) ? [id] : [];
    });
    const judged = await judgeTexts({
      file,
      before,
      after,
      changed: ofFile,
      earlier: ofEarlier,
      fresh,
    });
    if ('why' in judged) return { first, why: judged.why };
    written.set(file, judged.text);
    const namesOf = (ids: readonly string[]): readonly string[] => ids.map((id) => id.slice(fileOfTest(id).length + 3));
    const having = (what: ChangedTest['what']): readonly string[] =>
      namesOf(ofFile.filter((each) => each.what === what).map(({ test }) => test));
    const named = new Set(ofFile.map(({ test }) => test));
    for (const path of snapshotsOf(file, { before, after })) {
      const { before: was = null, after: is = null } = texts.get(path) ?? {};
      if (was === is) continue;
      const values = judgeSnapshot({
        before: was,
        after: is,
        edited: having('edited'),
        removed: having('removed'),
        fresh: namesOf(fresh),
        others: namesOf(ofEarlier.filter((id) => !named.has(id))),
      });
      if ('why' in values) return { first, why: `is not all that was changed in ${path}: ${values.why}` };
      written.set(path, values.text);
    }
  }
  return { written };
};

/** Writes them into a folder with the code from before. */
export const writeChanged = async (folder: string, written: ReadonlyMap<string, string | null>): Promise<void> => {
  for (const [file, text] of written) {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await (text === null ? rm(path, { force: true }) : writeFile(path, text));
  }
};

const ANEW = 'leave it, or remove it and write a new test of the criterion';

const UNREAD = /^\s*(?:$|\/\/|#(?!\[)|\/?\*|(?:import|from|require|require_relative|use)\b)/;
const OPENS_GROUP = /^\s*(?:(?:RSpec\.)?(?:describe|context|suite)|class|mod)\b.*(?:\bdo|[{:])\s*$/;
const CLOSES = /^\s*(?:end|\}\)?;?)\s*$/;

/** The lines without new tests, their empty groups, imports and comments. */
const plain = (text: string, fresh: readonly string[], earlier: readonly string[]): string => {
  const located = fresh.filter((id) => isLocated(text, id) && findShared(text, [id], earlier) === null);
  const lines = (replaceTests(text, new Map(located.map((id) => [id, null]))) ?? text)
    .split('\n')
    .filter((line) => !UNREAD.test(line))
    .map((line) => line.trimEnd());
  for (let at = lines.length - 2; at >= 0; at -= 1)
    if (OPENS_GROUP.test(lines[at] ?? '') && CLOSES.test(lines[at + 1] ?? '')) lines.splice(at, 2);
  return lines.join('\n');
};

/** Why they do not count on the code from before, alone: a clause; or `null`. @param run - of the whole suite */
export const judgeBefore = (
  changed: readonly Pick<ChangedTest, 'test' | 'what'>[],
  earlier: readonly string[],
  run: TestRun,
): string | null => {
  const [unloaded] = run.load_failures;
  if (unloaded !== undefined) return `on the code from before, ${unloaded.file} does not load with this change alone`;
  if (!run.report_fresh || !run.report_complete || run.unhandled_errors.length > 0)
    return 'the suite gives no complete report on the code from before';
  const states = new Map(distinctTests(run.tests, 'must_pass').map((each) => [testId(each), each.state]));
  const edited = changed.find(({ test, what }) => what === 'edited' && states.get(test) !== 'failed');
  if (edited !== undefined)
    return `"${edited.test}" ${stateOf(states.get(edited.test))} on the code from before: an edited test has to fail there`;
  const named = new Set(changed.map(({ test }) => test));
  const other = earlier.find((id) => !named.has(id) && states.get(id) !== 'passed');
  return other === undefined
    ? null
    : `"${other}" ${stateOf(states.get(other))} on the code from before with this change`;
};

const stateOf = (state: string | undefined): string =>
  state === undefined ? 'is missing' : state === 'skipped' ? 'is skipped' : state;
