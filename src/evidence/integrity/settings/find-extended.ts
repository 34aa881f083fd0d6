/**
 * Settings that exist and were extended while tests must fail (rule 2.7): what a change adds, by the facts of the runners.
 * Whether results stay the same is judged by the baseline, see `src/evidence/compare-results.ts`.
 */
import { basename, isAbsolute } from 'node:path/posix';
import { askRunners } from '../../../runners/runners.ts';
import type { Extension } from '../../../runners/runner-facts.ts';
import { findBroken, type Freeze } from '../freeze.ts';
import { readSettings } from '../set-up-files.ts';

const EXTEND = new Map(askRunners(({ frozen }) => Object.entries(frozen?.extend ?? {})));

/** The frozen settings that exist and may be extended. */
export const listSettings = (frozen: Freeze): readonly string[] =>
  Object.keys(frozen).filter(
    (path) => frozen[path] !== 'absent' && EXTEND.has(basename(path)) && !isAbsolute(path) && !path.startsWith('../'),
  );

/** Those of them that changed. */
export const findChangedSettings = async (workspace: string, frozen: Freeze): Promise<readonly string[]> => {
  const known = Object.fromEntries(listSettings(frozen).map((path) => [path, frozen[path] ?? '']));
  return (await findBroken(workspace, known)).flatMap(({ path, what }) => (what === 'changed' ? [path] : []));
};

/** The file that a name in a freeze is about. */
export const fileOf = (name: string): string => name.replace(/#.*$/, '');

/** @param before - a folder with the files as they were frozen @param now - one with the files as they are */
export const compareSettings = async (
  names: readonly string[],
  { before, now, frozen }: { readonly before: string; readonly now: string; readonly frozen: Freeze },
): Promise<ReadonlyMap<string, Extension>> => {
  const found = new Map<string, Extension>();
  for (const name of names) found.set(name, await compareOne(name, { before, now, frozen }));
  return found;
};

const compareOne: (name: string, place: Parameters<typeof compareSettings>[1]) => Promise<Extension> = async (
  name,
  { before, now, frozen },
) => {
  const wanted = Object.fromEntries([[name, frozen[name] ?? '']]);
  if ((await findBroken(before, wanted)).length > 0) return { why: 'cannot be compared: the frozen form was not kept' };
  const [old, fresh] = [await readSettings(before, name), await readSettings(now, name)];
  if (old === '' || fresh === '') return { why: 'cannot be compared: the file is no plain one' };
  return EXTEND.get(basename(name))?.(old, fresh) ?? { why: 'cannot be compared' };
};
