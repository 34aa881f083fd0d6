/**
 * Formatting is not a change of a test, and neither is a new test beside it (rule 2.7): a frozen test file has other
 * bytes, and each frozen test the same syntax. It is compared with the bytes that were frozen each time, so that nothing
 * adds up.
 */
import { resolve } from 'node:path';
import {
  type Breach,
  type Freeze,
  readStates,
  addedInside,
  fileOfFrozen,
  isNamedLikeTest,
  textOfState,
} from '../freeze.ts';
import { isLocated } from '../edited-test.ts';
import { readAdditions } from '../additions/script-additions.ts';
import { isSameSyntax } from './is-same-syntax.ts';
import { readBytes } from '../../../base/files/open-plain.ts';

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
