/** Which tests of a file an edit changed, by the text alone. An edit that may be one of another test is refused. */
import { type Cut, cutOut } from './additions/script-shapes.ts';
import { findPlaces, type Place } from './same-syntax/place-of-test.ts';
import { distinctTests, isInFile, testId } from '../../runners/is-green.ts';
import type { TestRun } from '../../runners/test-run.ts';
import { resolve } from 'node:path';
import {
  type Breach,
  type Freeze,
  readStates,
  addedInside,
  fileOfFrozen,
  isNamedLikeTest,
  textOfState,
} from './freeze.ts';
import { readAdditions } from './additions/script-additions.ts';
import { isSameSyntax } from './same-syntax/is-same-syntax.ts';
import { readBytes } from '../../base/files/open-plain.ts';

/** Its id, with the whole edit in its place; `null` when there is none. @param ids - of the tests that may be edited */
const findEditedTest = (before: string, after: string, ids: readonly string[]): string | null =>
  ids.find((id) => isEditOf(before, after, [id])) ?? null;

/** Whether the whole edit is in the places of these tests, which have the names and the order of before. */
const isEditOf = (before: string, after: string, ids: readonly string[]): boolean => {
  const [old, edited] = [splitAt(before, ids), splitAt(after, ids)];
  return old !== null && edited !== null && JSON.stringify(old) === JSON.stringify(edited);
};

/** The text around the tests, and the tests by their ids; `null` if one of them has no place of its own. */
const splitAt = (text: string, ids: readonly string[]): readonly string[] | null => {
  const places = placesOf(text, new Set(ids));
  if (places === null) return null;
  const parts: string[] = [];
  let at = 0;
  for (const [id, { start, end }] of distinct(places).sort(([, one], [, other]) => one.start - other.start)) {
    if (start < at) return null;
    parts.push(text.slice(at, start), id);
    at = end;
  }
  return [...parts, text.slice(at)];
};

/** `null` if one of the tests has no place of its own. */
const placesOf = (text: string, ids: Iterable<string>): ReadonlyMap<string, Place> | null => {
  const find = findPlaces(text);
  const found = new Map<string, Place>();
  for (const id of ids) {
    const place = find(id);
    if (place === null) return null;
    found.set(id, place);
  }
  return found;
};

/** Rows of a test may have one place, the test. */
const distinct = (places: ReadonlyMap<string, Place>): [string, Place][] => {
  const ids = new Map([...places].map(([id, { start, end }]) => [`${start} ${end}`, id]));
  return [...places].filter(([id, { start, end }]) => ids.get(`${start} ${end}`) === id);
};

/** The texts of these tests by their ids; `null` if one of them has no place of its own. */
export const textsOfTests = (text: string, ids: Iterable<string>): ReadonlyMap<string, string> | null => {
  const places = placesOf(text, ids);
  return places && new Map([...places].map(([id, { start, end }]) => [id, text.slice(start, end)]));
};

/** With other texts for these tests, or without them (`null`); `null` if one of them has no place of its own. */
export const replaceTests = (text: string, others: ReadonlyMap<string, string | null>): string | null => {
  const places = placesOf(text, others.keys());
  if (places === null) return null;
  const edits = distinct(places).map(([id, place]) => ({ place, by: others.get(id) ?? null }));
  const cuts: Cut[] = [];
  let edited = text;
  edits.sort((one, other) => other.place.start - one.place.start);
  let next = text.length;
  for (const { place, by } of edits) {
    if (place.end > next) return null;
    next = place.start;
    if (by === null) cuts.push(place.whole);
    else {
      const more = by.length - (place.end - place.start);
      for (const [at, cut] of cuts.entries()) cuts[at] = { start: cut.start + more, end: cut.end + more };
      edited = edited.slice(0, place.start) + by + edited.slice(place.end);
    }
  }
  return cutOut(edited, cuts);
};

/** Whether the edit has a place: the test's name is on exactly one line, or its row is the only one. */
export const isLocated = (text: string, id: string): boolean => findPlaces(text)(id) !== null;

/** Another test whose place is inside of these, or around them; `null` if there is none. */
export const findShared = (text: string, ids: readonly string[], others: readonly string[]): string | null => {
  const find = findPlaces(text);
  const own = ids.flatMap((id) => find(id) ?? []);
  const isShared = (place: Place | null): boolean =>
    place !== null && own.some(({ start, end }) => place.start < end && start < place.end);
  return others.find((id) => isShared(find(id))) ?? null;
};

// Whether the edit of a reopened test counts (rule 2.7). Pure: the loop and the proof judge the same.

interface Edit {
  /** Relative to the workspace. */
  readonly file: string;
  /** The only test that may be edited; `null`: any one of the file. */
  readonly test: string | null;
  readonly before: string;
  readonly after: string;
}

/** The tests at the exit of RED. */
interface TestsOfExit {
  readonly phase: string;
  /** Ids of tests that failed there. */
  readonly failing: readonly string[];
  /** Ids of tests that passed there. */
  readonly passing: readonly string[];
}

/** Ids of the tests of a file that may be edited: new ones, and those of before that a new one may contradict. */
export const editableTests = (
  file: string,
  { failing, passing }: Pick<TestsOfExit, 'failing' | 'passing'>,
): readonly string[] => [...failing, ...passing].filter((id) => isInFile(id, file));

/** The edited test, by its id; or why the edit does not count: the rest of a sentence that begins with the file. */
export const findTestOfEdit = (
  { file, test, before, after }: Edit,
  exit: Pick<TestsOfExit, 'failing' | 'passing'>,
): { readonly test: string } | { readonly why: string } => {
  if (test === null) {
    const edited = findEditedTest(before, after, editableTests(file, exit));
    return edited === null ? { why: outsideOf('one frozen test') } : { test: edited };
  }
  const why = judgePlaces(before, after, [test]);
  return why === null ? { test } : { why };
};

/** Why the edit is not inside of these tests, as in `findTestOfEdit`; `null` if it is. */
export const judgePlaces = (before: string, after: string, tests: readonly string[]): string | null =>
  isEditOf(before, after, tests) ? null : outsideOf(tests.map((each) => `the test "${each}"`).join(' and '));

const outsideOf = (place: string): string => `was changed outside of ${place}, or the name of the test was changed`;

/** Why it does not count, or `null`. @param run - of the whole suite, with the edited file, on the code of that exit */
export const judgeEdit = (test: string, { phase, failing, passing }: TestsOfExit, run: TestRun): string | null => {
  const where = `on the sources of the exit of ${phase}`;
  const [unloaded] = run.load_failures;
  if (unloaded !== undefined) return `cannot be judged: ${where}, ${unloaded.file} does not load`;
  if (!run.report_fresh || !run.report_complete || run.unhandled_errors.length > 0)
    return `cannot be judged: ${where}, the suite gives no complete report`;
  const inState = (expected: 'failed' | 'passed') => {
    const tests = distinctTests(run.tests, expected === 'failed' ? 'must_fail' : 'must_pass');
    const states = new Map(tests.map((each) => [testId(each), each.state]));
    return (id: string): string | null => {
      const state = states.get(id) ?? 'missing';
      return state === expected ? null : `${where}, "${id}" is ${state} instead of ${expected}`;
    };
  };
  const [failed, passed] = [inState('failed'), inState('passed')];
  const own = failed(test);
  if (own !== null) return `has an edited test that proves nothing: ${own}`;
  const others = passing.filter((id) => id !== test);
  const other = [...failing.map(failed), ...others.map(passed)].find((each) => each !== null);
  return other === undefined ? null : `changes the result of another test: ${other}`;
};

/** The text of a file in this frozen state; `null` when it is not known any more. */
export type ReadFrozen = (path: string, state: string) => Promise<string | null>;

interface ReformattedQuestion {
  readonly workspace: string;
  readonly frozen: Freeze;
  readonly breaches: readonly Breach[];
  /** The files with tests: others may be read as data. */
  readonly tests: Iterable<string>;
  /** Ids of tests whose file the runner does not name: a file has those that its frozen text names. @default none */
  readonly unplaced?: readonly string[];
  readonly readFrozen: ReadFrozen;
}

/** A file in such a folder may be read as data, whatever its name. */
const OF_DATA = /(?:^|\/)(?:__)?(?:fixtures?|testdata|test-data|snapshots?|mocks|examples?|templates?)(?:__)?\//i;

/** By paths, in the order of the breaches. */
interface Reformatted {
  readonly reformatted: ReadonlySet<string>;
  /** The names of the tests that were added. */
  readonly added: ReadonlyMap<string, readonly string[]>;
  /** Why an addition is more than that: the rest of a sentence. It is a change. */
  readonly refused: ReadonlyMap<string, string>;
}

export const findReformatted = async (question: ReformattedQuestion): Promise<Reformatted> => {
  const { workspace, frozen, breaches, unplaced = [], readFrozen } = question;
  const tests = new Set(question.tests);
  const reformatted = new Set<string>();
  const added = new Map<string, readonly string[]>();
  const refused = new Map<string, string>();
  for (const { path, what } of breaches) {
    const mayHaveTests = tests.has(path) || (unplaced.length > 0 && isNamedLikeTest(path));
    if (what !== 'changed' || !mayHaveTests || OF_DATA.test(path)) continue;
    const after = await readUnchanged(workspace, path);
    const before = after === null ? null : await readFrozen(path, frozen[path] ?? '');
    if (before === null || after === null) continue;
    if (!tests.has(path) && !unplaced.some((id) => isLocated(before, id))) continue;
    const more = addedInside(path, before, after);
    if (more === null) continue;
    const file = fileOfFrozen(path);
    if (more !== undefined) added.set(path, more);
    else if (await isSameSyntax(file, before, after)) reformatted.add(path);
    else {
      const additions = await readAdditions(file, before, after);
      if (additions === null) continue;
      if ('why' in additions) refused.set(path, additions.why);
      else added.set(path, additions.names);
    }
  }
  return { reformatted, added, refused };
};

/** `null` for a link, and for what cannot be read or is written at this moment. */
const readUnchanged = async (workspace: string, path: string): Promise<string | null> => {
  const content = readBytes(resolve(workspace, fileOfFrozen(path)));
  const states = await readStates(workspace, [path]).catch((): Freeze => ({}));
  return textOfState(path, content, states[path] ?? '');
};
