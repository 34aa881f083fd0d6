/**
 * The sources before a phase whose tests must fail, and after it: the files of the tests in which something of before is
 * no longer what it was (rule 2.7).
 */
import { findExpectations } from '../helpers/reaching-code.ts';
import { findTestHelpers } from '../helpers/test-helpers.ts';
import type { ReadSource } from '../named-files.ts';
import { findTestFilesOf } from '../suite-files.ts';
import { isTestsInside, addedInside, fileOfFrozen, sourceOfTests, testsInside } from '../freeze.ts';
import { type ChangedFile, type EarlierFile, judgeEarlier } from './judge-earlier.ts';

interface EarlierQuestion {
  readonly suites: Parameters<typeof findTestFilesOf>[0];
  /** All of before. */
  readonly sources: ReadonlySet<string>;
  /** The files that the runner named. */
  readonly reported: readonly string[];
  readonly read: ReadSource;
}

/** As they are named in a freeze, `src/lib.rs#tests` among them. */
const findEarlierFiles = async ({ suites, sources, reported, read }: EarlierQuestion): Promise<readonly string[]> => {
  const named = findTestFilesOf(suites, sources, reported);
  const tests = named.filter((path) => !isTestsInside(path) && sources.has(path));
  const inside = named.filter(isTestsInside);
  const helpers = await findTestHelpers(tests, sources, read);
  const data = (await findExpectations(tests, sources, read)).filter((path) => sources.has(path));
  return [...new Set([...tests, ...inside, ...helpers, ...data])];
};

interface Tree {
  readonly paths: ReadonlySet<string>;
  readonly read: ReadSource;
}

interface SourcesQuestion {
  readonly suites: Parameters<typeof findEarlierFiles>[0]['suites'];
  readonly before: Tree;
  readonly now: Tree;
  /** The files of before that are other ones now, or gone. */
  readonly moved: ReadonlySet<string>;
  /** Files in which a test is named as changed: they are judged with it. */
  readonly named: ReadonlySet<string>;
  /** Files with tests that passed before, as the runner names them. */
  readonly reported: readonly string[];
}

export const judgeSources = async (question: SourcesQuestion): Promise<readonly ChangedFile[]> => {
  const { suites, before, now, moved, named, reported } = question;
  if (moved.size === 0) return [];
  const { paths: sources, read } = before;
  const earlier = await findEarlierFiles({
    suites,
    sources,
    reported: [...new Set(reported)].filter((path) => sources.has(sourceOfTests(path))),
    read,
  });
  const changed: EarlierFile[] = [];
  for (const name of earlier) {
    const path = fileOfFrozen(name);
    if (!moved.has(path) || named.has(path)) continue;
    const [was, is] = [await read(path), now.paths.has(path) ? await now.read(path) : null];
    const file = isTestsInside(name)
      ? { path: name, before: await testsInside(path, was), after: await testsInside(path, is ?? '') }
      : { path, before: was, after: is };
    // There may be more of them.
    if (Array.isArray(addedInside(name, file.before, file.after ?? ''))) continue;
    if (file.before !== file.after || (!isTestsInside(name) && !isText(was))) changed.push(file);
  }
  if (changed.length === 0) return [];
  const fresh = new Map<string, string>();
  for (const path of now.paths) if (!sources.has(path)) fresh.set(path, await now.read(path));
  return (await judgeEarlier(changed, fresh)).map((each) => ({ ...each, path: each.path.replace(/#tests$/, '') }));
};

/** Other bytes may be the same text, if they are none. */
const isText = (text: string): boolean => !/[\0\uFFFD]/.test(text);
