/**
 * The sources before a phase whose tests must fail, and after it: the files of the tests in which something of before is
 * no longer what it was (rule 2.7).
 *
 * @module
 */
import type { ReadSource } from '../named-files.ts';
import { addedInside, fileOfFrozen, isTestsInside, sourceOfTests, testsInside } from '../test-files.ts';
import { findEarlierFiles } from './find-earlier-files.ts';
import { type ChangedFile, type EarlierFile, judgeEarlier } from './judge-earlier.ts';

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
