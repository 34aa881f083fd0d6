/** Parts of a settings file that change how tests run. A table header in an unusual form is held, not passed over. */
import { parseJson } from '../base/text/parse-json.ts';
import type { Extension } from './runner-facts.ts';

const HEADER = /^\s*\[.*\]\s*(?:[#;].*)?$/;

const MULTILINE = /"""|'''/;

/** @param free - table headers, whole @param keeps - lines that stay all the same, by the header above them */
export const withoutTables = (
  text: string,
  free: RegExp | undefined,
  keeps: (header: string, line: string) => boolean = () => false,
): string => {
  let header = '';
  let isFree = false;
  return text
    .split(/\r?\n/)
    .filter((line) => {
      if (HEADER.test(line)) {
        header = line.trim();
        isFree = free?.test(line.replace(/\s*[#;][^\]]*$/, '').trim()) === true;
      }
      return !isFree || MULTILINE.test(line) || keeps(header, line);
    })
    .join('\n');
};

/** In an `.npmrc`, only keys that install, publish or log in are known to be free; every other line counts. */
const FREE = new Set(
  (
    'registry save save-exact save-prefix save-dev save-optional save-peer save-prod package-lock fund audit audit-level ' +
    'legacy-peer-deps strict-peer-deps access tag tag-version-prefix git-tag-version sign-git-tag sign-git-commit ' +
    'commit-hooks provenance init-author-name init-author-email init-author-url init-license init-version init.author.name ' +
    'init.author.email init.author.url init.license init.version email fetch-retries fetch-retry-factor ' +
    'fetch-retry-mintimeout fetch-retry-maxtimeout fetch-timeout maxsockets prefer-offline prefer-online update-notifier ' +
    'engine-strict strict-peer-dependencies auto-install-peers dedupe-peer-dependents resolution-mode lockfile-version ' +
    'save-workspace-protocol link-workspace-packages min-release-age progress loglevel color unicode'
  ).split(' '),
);
const FREE_OF_A_REGISTRY = /^(?:@[\w.-]+:registry|\/\/[^\s=$]+:(?:_authToken|_auth|_password|username|email))$/;

export const leaveScriptSettings = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[#;]/.test(line) && !isFree(line))
    .join('\n');

const isFree = (line: string): boolean => {
  const key = line.replace(/=.*$/s, '').trim();
  return FREE.has(key) || FREE_OF_A_REGISTRY.test(key);
};

type Settings = ReadonlyMap<string, unknown>;

/** A place in the workspace: nothing is excluded by it, and no installed package is named. */
export const PLACE = /^(?:\.\/|<rootDir>\/)?(?![-/.])(?!.*(?:\.\.|node_modules))[\w@./*-]+$/;

/** Own members, `__proto__` among them; `null` for what is no object. */
export const settingsOf = (value: unknown): Settings | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? new Map(Object.entries(value)) : null;

export const extendJson =
  (list: string) =>
  (before: string, after: string): Extension =>
    extendLists(settingsOf(parseJson(before)), settingsOf(parseJson(after)), { [list]: PLACE });

/** @param before - `null`: unreadable, as `after` @param lists - keys that may grow, with an added element's form */
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

const listOf = (value: unknown): readonly string[] | null => {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const words = list.filter((each): each is string => typeof each === 'string');
  return words.length === list.length ? words : null;
};
