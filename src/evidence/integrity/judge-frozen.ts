/** Everything frozen that changed, and every unexpected file, without the changes that are free (rule 2.7). */
import { type Freeze, type Breach, findBroken, isNamedLikeTest, type UnexpectedFile } from './freeze.ts';
import type { ReadSource } from './named-files.ts';
import {
  mayBeSuppressed,
  readSuppressions,
  type SuppressedKind,
  type Suppression,
  isSuppressions,
  keep,
  type Kept,
  sourceOf,
  suppressionsOf,
  unpackSuppressions,
} from './checked/suppressing-comments.ts';
import { findUnexpectedFiles } from './unexpected-files.ts';
import { markedKinds, findUnchecked, type CheckQuestion } from './checked/unchecked-code.ts';
import { findLateData, findReachingCode } from './helpers/reaching-code.ts';
import { judgeRules } from './judge-rules.ts';
import { sourceReader } from './script-closure.ts';
import { isFreeCopy } from './runner-files.ts';
import { judgeSetUp } from './set-up-files.ts';
import { join } from 'node:path';
import { listEarlier, openEarlier } from '../../project/sources/earlier-state.ts';
import { readBytes, WITHOUT_FOLLOWING } from '../../base/files/open-plain.ts';

/** Declarations, or code, and the code that lies beside: from the name without its ending. */
const STAND_INS: readonly { readonly ending: RegExp; readonly beside: readonly string[]; readonly why: string }[] = (
  [
    [/\.d\.ts$/, '.js .jsx /index.js /index.jsx /index.ts /index.tsx'],
    [/\.d\.mts$/, '.mjs'],
    [/\.d\.cts$/, '.cjs'],
    [/\.pyi$/, '.py /__init__.py'],
  ] as const
)
  .map(([ending, beside]) => ({ ending, beside: beside.split(' '), why: 'is read for its types in the place of' }))
  .concat([
    { ending: /\.jsx?$/, beside: ['.ts', '.tsx'], why: 'may run in the place of' },
    { ending: /\.mjs$/, beside: ['.mts'], why: 'may run in the place of' },
    { ending: /\.cjs$/, beside: ['.cts'], why: 'may run in the place of' },
  ]);

const CHECKS_SCRIPT = /"checkJs"\s*:\s*true/;
const PROJECT = /(?:^|\/)[jt]sconfig(?:\.[\w.-]+)?\.json$/;

interface Pair {
  readonly path: string;
  readonly code: string;
  readonly ending: RegExp;
  readonly why: string;
}

const findStandIns = async ({
  workspace,
  sources,
  base,
  read,
}: Omit<CheckQuestion, 'frozen' | 'isTest'>): Promise<readonly UnexpectedFile[]> => {
  if (base === null) return [];
  const pairs = pairsIn(sources);
  if (pairs.length === 0) return [];
  const earlier = new Set(await listEarlier(workspace, base));
  const fresh = pairs.filter(({ path }) => !earlier.has(path));
  if (fresh.length === 0) return [];
  const projects = await Promise.all([...sources].filter((path) => PROJECT.test(path)).map(read));
  const isChecked = projects.some((text) => CHECKS_SCRIPT.test(text));
  const custom = new Set(isChecked ? [] : pairsIn(earlier).map(({ ending }) => ending));
  const readEarlier = await openEarlier(workspace, base);
  const found: UnexpectedFile[] = [];
  for (const { path, code, ending, why } of fresh) {
    if (custom.has(ending)) continue;
    const bytes = readBytes(join(workspace, code), WITHOUT_FOLLOWING);
    const isOfBefore = bytes !== null && (await readEarlier(code, bytes)) === 'same';
    if (!isOfBefore || /run/.test(why))
      found.push({ path, why: `was added after the run began and ${why} ${code}: remove it` });
  }
  return found;
};

const pairsIn = (paths: ReadonlySet<string>): readonly Pair[] =>
  [...paths].flatMap((path) => {
    const stand = STAND_INS.find(({ ending }) => ending.test(path));
    if (stand === undefined) return [];
    const bare = path.replace(stand.ending, '');
    const code = stand.beside.map((end) => `${bare}${end}`).find((each) => paths.has(each));
    return code === undefined ? [] : [{ path, code, ending: stand.ending, why: stand.why }];
  });

/** Comments that switch a check off and are new in a run (rule 2.7). Those of before move with their code. */
interface NewSuppression {
  /** The name of its list. */
  readonly path: string;
  readonly kinds: ReadonlySet<SuppressedKind>;
  /** The rest of a sentence that begins with the name. */
  readonly why: string;
}

/** By path. @param isTest - there, only wide comments count */
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

// Ways around a check that leave it as it is (rule 2.7).

interface AroundChecks {
  /** A gate asks for the check. */
  readonly held: readonly UnexpectedFile[];
  /** No gate does. */
  readonly named: readonly UnexpectedFile[];
}

const NOTHING: AroundChecks = { held: [], named: [] };

const findAroundChecks = async (question: CheckQuestion): Promise<AroundChecks> => {
  const { sources, frozen, isTest, read } = question;
  const [held, named] = [markedKinds(frozen, true), markedKinds(frozen, false)];
  if (held.size + named.size === 0) return NOTHING;
  const comments = await findNewSuppressions(sources, frozen, isTest, read);
  const about = (marked: ReadonlySet<string>): readonly UnexpectedFile[] =>
    comments.filter(({ kinds }) => [...kinds].some((kind) => marked.has(kind)));
  const isNew = ({ path }: UnexpectedFile): boolean => !Object.hasOwn(frozen, path);
  const files = [
    ...(held.has('types') ? await findStandIns(question) : []),
    ...(held.has('lint') ? await findUnchecked(question) : []),
  ];
  const holding = about(held);
  return {
    held: [...holding, ...files.filter(isNew)].map(({ path, why }) => ({ path, why })),
    named: about(named).filter((each) => !holding.includes(each)),
  };
};

interface FrozenQuestion {
  readonly workspace: string;
  readonly frozen: Freeze;
  /** The files of the last fingerprint. */
  readonly sources: ReadonlyMap<string, string>;
  /** The test files that the runner named; `null`: every file that is named like a test counts. */
  readonly reported: ReadonlySet<string> | null;
  /** Whether configs of runners may appear. */
  readonly isSettingUp: boolean;
  /** The commit that the run began at. @default none is known */
  readonly base?: string | null;
}

/** `why`: where the change alone is no reason, the rest of a sentence that begins with the path. */
interface JudgedBreach extends Breach {
  readonly why?: string;
}

export interface JudgedFrozen {
  readonly breaches: readonly JudgedBreach[];
  readonly unexpected: readonly UnexpectedFile[];
  /** Comments that switch a check off which no gate asks for: they hold nothing. */
  readonly named: readonly UnexpectedFile[];
}

export const judgeFrozen = async (question: FrozenQuestion): Promise<JudgedFrozen> => {
  const { workspace, frozen, sources, reported, isSettingUp, base = null } = question;
  const place = { workspace, sources: sources.keys(), frozen };
  const setUp = isSettingUp ? await judgeSetUp(place) : { free: [], refused: new Map<string, string>() };
  const isHeld = ({ path }: { readonly path: string }): boolean => !setUp.free.includes(path);
  const rules = await judgeRules({ ...place, sources: sources.keys(), reported });
  const broken = await filterAsync(
    (await findBroken(workspace, frozen)).filter(isHeld),
    async ({ path, what }) => what === 'removed' || !(await isFreeCopy(workspace, path)),
  );
  const unexpected = await findUnexpectedFiles(workspace, sources, frozen);
  const isTest = (path: string): boolean => reported?.has(path) ?? isNamedLikeTest(path);
  const tests = Object.keys(frozen).filter((path) => isTest(path) && sources.has(path));
  const paths = new Set(sources.keys());
  const read = sourceReader(workspace);
  const reaching = await findReachingCode(tests, paths, frozen, read);
  const late = await findLateData(tests, paths, frozen, read);
  const around = await findAroundChecks({ workspace, sources: paths, frozen, base, isTest, read });
  return {
    breaches: broken.flatMap((breach): readonly JudgedBreach[] => {
      const why = rules.has(breach.path) ? rules.get(breach.path) : setUp.refused.get(breach.path);
      if (why === undefined) return [breach];
      return why === null ? [] : [{ ...breach, why }];
    }),
    unexpected: [
      ...unexpected.filter(isHeld).map(({ path, why }) => ({ path, why: setUp.refused.get(path) ?? why })),
      ...reaching,
      ...around.held,
      ...late.map((path) => ({ path, why: IS_LATE })),
      ...[...rules].flatMap(([path, why]) => (why === null || Object.hasOwn(frozen, path) ? [] : [{ path, why }])),
    ].sort((one, other) => (one.path < other.path ? -1 : 1)),
    named: around.named,
  };
};

const filterAsync = async <T>(all: readonly T[], is: (each: T) => Promise<boolean>): Promise<readonly T[]> => {
  const answers = await Promise.all(all.map(is));
  return all.filter((_, at) => answers[at]);
};

const IS_LATE =
  'was added after the tests were frozen that name it, and expected values are written with the tests: remove it, or report BLOCKED';
