/**
 * Changed and new rule files of git, judged by what they hide (rule 2.7). The files that are ignored now are compared
 * with those that the rules from the start of the run ignore: `dist/` may be new, a file that the work needs stays a
 * source.
 */
import { isAbsolute, join, resolve } from 'node:path';
import { basename, dirname } from 'node:path/posix';
import { isIgnoreFile } from '../../../project/sources/list-sources.ts';
import { isRepository } from '../../../base/processes/is-repository.ts';
import {
  findNewlyIgnored,
  findRulePlaces,
  type IgnoreRules,
  nameRules,
  readIgnoreRules,
  unpackRules,
} from '../../../project/sources/ignore-rules.ts';
import { WorkspaceError } from '../../../project/sources/workspace-error.ts';
import { findBroken, type Freeze } from '../freeze.ts';
import { IGNORE_RULES } from '../frozen-parts.ts';
import { findNeededHidden, type RulePlace } from './needed-hidden.ts';

/**
 * Every rule file that changed or is new, with the reason why it holds, as the rest of a sentence that begins with its
 * path; `null` when it hides nothing that is needed.
 */
export const judgeRules = async (place: RulePlace): Promise<ReadonlyMap<string, string | null>> => {
  const { workspace, frozen } = place;
  const sources = [...place.sources];
  const changed = await findChanged(workspace, frozen);
  const fresh = sources.filter((path) => isIgnoreFile(path) && !Object.hasOwn(frozen, path));
  const all = [...changed, ...fresh];
  if (all.length === 0) return new Map();
  // Without git, no rule file applies.
  if (frozen[IGNORE_RULES] === 'absent') return new Map(all.filter(isIgnoreFile).map((path) => [path, null]));
  const strange = new Set(all.filter((path) => isIgnoreFile(path) && isUnclear(workspace, path)));
  const why = await findReason({ ...place, sources }, changed, fresh).catch((error: unknown) => {
    if (error instanceof WorkspaceError) return UNKNOWN;
    throw error;
  });
  if (why === 'no rules') return new Map();
  return new Map(all.map((path) => [path, strange.has(path) ? UNKNOWN : why]));
};

const UNKNOWN = 'may hide existing files, which cannot be checked there: restore or remove it';

/** Rule files among the frozen ones; a home may have other files, which no rule is read from. */
const findChanged = async (workspace: string, frozen: Freeze): Promise<readonly string[]> => {
  const known = Object.keys(frozen).filter((path) => !/[#*]/.test(path));
  const likely = known.filter((path) => isIgnoreFile(path) || path.endsWith('/info/exclude') || isAbsolute(path));
  const breaches = await findBroken(workspace, Object.fromEntries(likely.map((path) => [path, frozen[path] ?? ''])));
  if (breaches.length === 0) return [];
  const found = breaches.map(({ path }) => path);
  if (found.every(isIgnoreFile)) return found;
  const places = await findRulePlaces(workspace).catch(() => null);
  const isRule = (path: string): boolean =>
    isIgnoreFile(path) || [places?.exclude, places?.user].includes(resolve(workspace, path));
  return found.filter(isRule);
};

const findReason = async (
  place: RulePlace,
  changed: readonly string[],
  fresh: readonly string[],
): Promise<string | null> => {
  const { workspace, frozen } = place;
  const recorded = unpackRules(frozen[IGNORE_RULES]);
  if (recorded === null && changed.length > 0) return 'no rules';
  const places = await findRulePlaces(workspace);
  const rules = new Map(await readIgnoreRules(workspace));
  // An unchanged file still has the rules that were frozen or accepted.
  for (const path of [...changed, ...fresh]) restore(rules, nameRules(places, resolve(workspace, path)), recorded);
  const ignored = await findNewlyIgnored(workspace, rules);
  const needed = await findNeededHidden(place, ignored);
  const [first] = needed;
  if (first === undefined) return null;
  const [path, why] = first;
  const others = needed.size === 1 ? '' : `, and ${needed.size - 1} more`;
  return `hides ${path}, which ${why}${others}: make it a source again`;
};

const restore = (rules: Map<string, string>, name: string, recorded: IgnoreRules | null): void => {
  const text = recorded?.get(name);
  if (text === undefined) rules.delete(name);
  else rules.set(name, text);
};

/** Git reads no other spelling everywhere; and the outer repository does not know what an inner one ignores. */
const isUnclear = (workspace: string, path: string): boolean =>
  basename(path) !== '.gitignore' || (!isAbsolute(path) && isInNested(workspace, dirname(path)));

const isInNested = (workspace: string, folder: string): boolean => {
  if (folder === '.') return false;
  return isRepository(join(workspace, folder)) || isInNested(workspace, dirname(folder));
};
