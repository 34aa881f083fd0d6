/**
 * Whether a frozen test file only got more tests (rule 2.7): what is frozen is each test with all that it uses, not the
 * end of its file. The additions are cut out, and the rest has to have the syntax that was frozen.
 *
 * @module
 */
import { isSameSyntax } from '../same-syntax/is-same-syntax.ts';
import { cutOut, type FindAdditions, isOnlyLonger } from './addition.ts';
import { findScriptAdditions } from './script-additions.ts';

/** The reader of a language, by the extension of a file. */
const READERS: readonly (readonly [RegExp, FindAdditions])[] = [[/\.(?:[cm]?[jt]s|[jt]sx)$/, findScriptAdditions]];

/** `text`: without the additions. */
type Added = { readonly names: readonly string[]; readonly text: string } | { readonly why: string };

/** @returns `null` for a file that was changed otherwise */
export const readAdditions = async (path: string, before: string, after: string): Promise<Added | null> => {
  const isLonger = isOnlyLonger(before, after);
  const refuse = (why: string): Added | null => (isLonger ? { why } : null);
  const [, find] = READERS.find(([extension]) => extension.test(path)) ?? [];
  if (find === undefined) return refuse('dualgate does not read the tests of this language one by one');
  const found = await find(path, before, after);
  if (found === null) return refuse('dualgate does not understand the file');
  if ('why' in found) return refuse(found.why);
  const text = cutOut(after, found.cuts);
  if (found.cuts.length > 0 && (await isSameSyntax(path, before, text))) return { names: found.names, text };
  return refuse('it adds more than tests');
};
