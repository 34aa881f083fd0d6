/**
 * Comments that switch a check off and that are new in a run (rule 2.7). Those of before stay, and move with their code;
 * what a person accepted is one of before. Fewer are welcome.
 *
 * @module
 */
import type { Freeze } from '../freeze.ts';
import type { ReadSource } from '../named-files.ts';
import { mayBeSuppressed, readSuppressions, type SuppressedKind, type Suppression } from './suppressing-comments.ts';
import { isSuppressions, keep, type Kept, sourceOf, suppressionsOf, unpackSuppressions } from './suppression-lists.ts';

export interface NewSuppression {
  /** The name of its list. */
  readonly path: string;
  readonly kinds: ReadonlySet<SuppressedKind>;
  /** The rest of a sentence that begins with the name. */
  readonly why: string;
}

/**
 * By path.
 *
 * @param isTest - a line of a test may say that its types are wrong, or break a rule of style: only wide comments count
 */
export const findNewSuppressions = async (
  sources: Iterable<string>,
  frozen: Freeze,
  isTest: (path: string) => boolean,
  read: ReadSource,
): Promise<readonly NewSuppression[]> => {
  const lost: Kept[] = [];
  const surplus = new Map<string, Suppression[]>();
  const demands: NewSuppression[] = [];
  const now = new Set(sources);
  for (const name of Object.keys(frozen).filter(isSuppressions))
    if (!now.has(sourceOf(name))) lost.push(...unpackSuppressions(frozen[name]));
  for (const path of now) {
    const listed = frozen[suppressionsOf(path)];
    if (listed === undefined && !mayBeSuppressed(path)) continue;
    const before = unpackSuppressions(listed);
    const text = await read(path);
    const more: Suppression[] = [];
    const found = readSuppressions(path, text);
    for (const each of found) {
      const at = before.findIndex(([words]) => words === keep(each)[0]);
      if (at !== -1) before.splice(at, 1);
      else if (!each.isDemand && (each.isWide || !isTest(path))) more.push(each);
    }
    if (more.length > 0) surplus.set(path, more);
    lost.push(...before);
    const gone = text === '' ? undefined : before.find(([words]) => words.startsWith('+'));
    if (gone !== undefined)
      demands.push({
        path: suppressionsOf(path),
        kinds: new Set(['lint', 'types']),
        why: `lost a comment that asks for a check, "${gone[0].slice(1)}": restore it`,
      });
  }
  const fresh = [...surplus].flatMap(([path, all]): readonly NewSuppression[] => {
    const unmoved = all.filter((each) => {
      const at = lost.findIndex(([words, about]) => words === each.words && about === each.about);
      if (at !== -1) lost.splice(at, 1);
      return at === -1;
    });
    const [first] = unmoved;
    if (first === undefined) return [];
    const more = unmoved.length === 1 ? '' : `, and ${unmoved.length - 1} more`;
    const why = `has a new comment that switches a check off, "${first.words}" in line ${first.line}${more}: remove it, and correct the code`;
    return [{ path: suppressionsOf(path), kinds: new Set(unmoved.map(({ kind }) => kind)), why }];
  });
  return [...fresh, ...demands].sort((one, other) => (one.path < other.path ? -1 : 1));
};
