/**
 * Whether settings only gained elements of lists that say where tests lie, or what marks they have. Everything else may
 * change what passes.
 */
import { parseJson } from '../base/text/parse-json.ts';
import type { Extension } from './runner-facts.ts';

type Settings = ReadonlyMap<string, unknown>;

/** A place in the workspace: nothing is excluded by it, and no installed package is named. */
export const PLACE = /^(?:\.\/|<rootDir>\/)?(?![-/.])(?!.*(?:\.\.|node_modules))[\w@./*-]+$/;

/** Own members, `__proto__` among them; `null` for what is no object. */
export const settingsOf = (value: unknown): Settings | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? new Map(Object.entries(value)) : null;

/** For a config that is JSON, in which this list says where tests lie. */
export const extendJson =
  (list: string) =>
  (before: string, after: string): Extension =>
    extendLists(settingsOf(parseJson(before)), settingsOf(parseJson(after)), { [list]: PLACE });

/**
 * @param before - `null`: cannot be read, as `after`
 * @param lists - keys that may be added or grow, with what an added element looks like
 */
export const extendLists = (
  before: Settings | null,
  after: Settings | null,
  lists: Readonly<Record<string, RegExp>>,
): Extension => {
  if (before === null || after === null) return { why: 'cannot be compared in this notation' };
  for (const key of before.keys()) if (!after.has(key)) return { why: `removes ${key}` };
  const keys: string[] = [];
  for (const [key, value] of after) {
    const former = before.get(key);
    if (before.has(key) && JSON.stringify(former) === JSON.stringify(value)) continue;
    const element = Object.hasOwn(lists, key) ? lists[key] : undefined;
    if (element === undefined)
      return { why: `${before.has(key) ? 'changes' : 'adds'} ${key}, which may change results` };
    if (!growsBy(element, before.has(key) ? former : [], value))
      return { why: `does more than add plain elements to the end of ${key}` };
    keys.push(key);
  }
  return keys.length === 0 ? { why: 'adds nothing that can be told' } : { keys };
};

const growsBy = (element: RegExp, before: unknown, after: unknown): boolean => {
  const [old, now] = [listOf(before), listOf(after)];
  return (
    old !== null &&
    now !== null &&
    now.length > old.length &&
    old.every((each, at) => each === now[at]) &&
    now.slice(old.length).every((each) => element.test(each))
  );
};

/** One word may stand for a list of it. */
const listOf = (value: unknown): readonly string[] | null => {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const words = list.filter((each): each is string => typeof each === 'string');
  return words.length === list.length ? words : null;
};
