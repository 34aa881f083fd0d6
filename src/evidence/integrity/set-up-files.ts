/** Configs of runners may appear in RED while they give an agent no more than its own tests do (rule 2.7). */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { basename, dirname, isAbsolute } from 'node:path/posix';
import type { Phase } from '../../../gates/phase.ts';
import { askRunners, type RunnerName, RUNNERS } from '../../runners/runners.ts';
import { BESIDE_RUNNERS } from '../../runners/beside-runners.ts';
import type { SetUp } from '../../runners/literal-config.ts';
import { parseJson } from '../../base/text/parse-json.ts';
import { type Freeze, findBroken } from './freeze.ts';
import { readTestSettings } from './frozen-settings.ts';
import { findNamedByConfig } from './named-files.ts';
import { sourceReader } from './script-closure.ts';
import { isRunnerFile, partsOf } from './runner-files.ts';
import { readPlain } from '../../base/files/open-plain.ts';
import type { Extension } from '../../runners/runner-facts.ts';

const SET_UP: ReadonlyMap<string, (text: string) => SetUp | Promise<SetUp>> = new Map(
  askRunners(({ frozen }) => Object.entries(frozen?.setUp ?? {})),
);

/** Configs of a runner, of which it reads one. */
const RIVALS = askRunners(({ frozen: { setUp = {}, settings } = {} }) =>
  settings === undefined ? [] : [{ names: new Set(Object.keys(setUp)), settings }],
);

/** A config is read as a whole; a larger one is no set-up. */
const MAX_BYTES = 50_000;

interface Place {
  readonly workspace: string;
  readonly sources: Iterable<string>;
  readonly frozen: Freeze;
}

/** A config would apply to a hidden suite too, which tests of the agent cannot reach. */
export const maySetUp = (
  { tests: { hidden } }: { readonly tests: { readonly hidden: object | null } },
  phase: Pick<Phase, 'tests'> | undefined,
): boolean => phase?.tests === 'must_fail' && hidden === null;

/** The names of such files, of these runners and of none. */
export const listSetUpNames = (runners: readonly RunnerName[]): readonly string[] => {
  const facts = [...runners.map((name) => RUNNERS[name]), BESIDE_RUNNERS];
  const names = facts.flatMap(({ frozen }) => Object.keys(frozen?.setUp ?? {}));
  return [...new Set(names.map((name) => name.replace(/#.*$/, '')))];
};

interface JudgedSetUp {
  /** The files, and parts of files, that appeared and are free. */
  readonly free: readonly string[];
  /** Of others, why they are not: the rest of a sentence that begins with the path. */
  readonly refused: ReadonlyMap<string, string>;
}

export const findSetUp = async (place: Place): Promise<readonly string[]> => (await judgeSetUp(place)).free;

/** In a folder below, a config without a frozen place counts too. */
export const judgeSetUp = async ({ workspace, sources, frozen }: Place): Promise<JudgedSetUp> => {
  const candidates = [...sources].flatMap((path) => [
    ...(frozen[path] === 'absent' || (isRunnerFile(path) && !Object.hasOwn(frozen, path)) ? [path] : []),
    ...partsOf(path).filter((part) => frozen[part] === 'absent'),
  ]);
  const free: string[] = [];
  const refused = new Map<string, string>();
  for (const path of candidates) {
    const judged = await judgeOne(workspace, path);
    const rival = judged === true ? await findReplaced(path, { workspace, frozen }) : null;
    if (judged === true && rival === null) free.push(path);
    else if (rival !== null)
      refused.set(path, `is new, and the runner would read it in the place of ${rival}: remove it`);
    else if (typeof judged === 'string') refused.set(path, `is new, and ${judged}`);
  }
  return { free, refused };
};

/** The frozen config that the runner would no longer read. */
const findReplaced = async (path: string, { workspace, frozen }: Omit<Place, 'sources'>): Promise<string | null> => {
  const rivals = RIVALS.filter(({ names }) => names.has(basename(path)));
  if (rivals.length === 0) return null;
  for (const other of Object.keys(frozen)) {
    if (other === path || frozen[other] === 'absent' || !isBelow(path, dirname(other))) continue;
    const same = rivals.filter(({ names }) => names.has(basename(other)));
    if (same.length === 0) continue;
    const text = await readSettings(workspace, other);
    if (same.some(({ settings }) => settings.test(text))) return other;
  }
  return null;
};

const isBelow = (path: string, folder: string): boolean => folder === '.' || path.startsWith(`${folder}/`);

/** Files to freeze at the exit of the phase: these, and those that they name and that are not frozen yet. */
export const freezeSetUp = async (place: Place): Promise<readonly string[]> => {
  const { workspace, frozen } = place;
  const sources = new Set(place.sources);
  const found = await findSetUp({ ...place, sources });
  const named: string[] = [];
  for (const path of found) {
    const [file = ''] = path.split('#');
    const text = await readSettings(workspace, path);
    const read = sourceReader(workspace);
    named.push(...(await findNamedByConfig(file, sources, async (each) => (each === file ? text : read(each)))));
  }
  return [...found, ...named.filter((path) => !Object.hasOwn(frozen, path))];
};

const judgeOne = async (workspace: string, path: string): Promise<SetUp> => {
  const isPlain = SET_UP.get(basename(path));
  if (isPlain === undefined || isAbsolute(path) || path.startsWith('../')) return false;
  const text = await readSettings(workspace, path);
  return text !== '' && (await isPlain(text));
};

/** The text that is frozen under a name; `''` for nothing, and for anything but a regular file. */
const readSettings = async (workspace: string, path: string): Promise<string> => {
  const [file = '', part] = path.split('#');
  const place = join(workspace, file);
  try {
    const found = await lstat(place);
    if (!found.isFile() || found.size > MAX_BYTES) return '';
    const text = readPlain(place);
    if (part === undefined) return text;
    if (part === 'tests') return readTestSettings(file, text);
    const whole = parseJson(text);
    return typeof whole === 'object' && whole !== null ? JSON.stringify(Reflect.get(whole, part)) : '';
  } catch {
    return '';
  }
};

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
  for (const name of names) {
    const wanted = { [name]: frozen[name] ?? '' };
    const isKept = (await findBroken(before, wanted)).length === 0;
    const [old, fresh] = isKept ? [await readSettings(before, name), await readSettings(now, name)] : ['', ''];
    const why = isKept ? 'cannot be compared: the file is no plain one' : KEPT_NO_FORM;
    found.set(
      name,
      old === '' || fresh === ''
        ? { why }
        : (EXTEND.get(basename(name))?.(old, fresh) ?? { why: 'cannot be compared' }),
    );
  }
  return found;
};

const KEPT_NO_FORM = 'cannot be compared: the frozen form was not kept';
