/** Everything frozen that changed, and every unexpected file, without the changes that are free (rule 2.7). */
import { type Freeze, type Breach, findBroken, isNamedLikeTest } from './freeze.ts';
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
import { type UnexpectedFile, findUnexpectedFiles } from './unexpected-files.ts';
import { markedKinds, findUnchecked } from './checked/unchecked-code.ts';
import { findStandIns } from './checked/type-stand-ins.ts';
import { findLateData, findReachingCode } from './helpers/reaching-code.ts';
import { judgeRules } from './settings/judge-rules.ts';
import { sourceReader } from './script-closure.ts';
import { isFreeCopy } from './runner-packages.ts';
import { judgeSetUp } from './set-up-files.ts';

/**
 * Comments that switch a check off and that are new in a run (rule 2.7). Those of before stay, and move with their code; what a
 * person accepted is one of before. Fewer are welcome.
 */
interface NewSuppression {
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

interface Question {
  readonly workspace: string;
  readonly sources: ReadonlySet<string>;
  readonly frozen: Freeze;
  readonly base: string | null;
  readonly isTest: (path: string) => boolean;
  readonly read: ReadSource;
}

// Ways around a check that leave it as it is (rule 2.7): comments that switch it off, other files for it to read, code where it
// does not look.

interface AroundChecks {
  /** A gate asks for the check. */
  readonly held: readonly UnexpectedFile[];
  /** No gate does. */
  readonly named: readonly UnexpectedFile[];
}

const NOTHING: AroundChecks = { held: [], named: [] };

const findAroundChecks = async (question: Question): Promise<AroundChecks> => {
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
