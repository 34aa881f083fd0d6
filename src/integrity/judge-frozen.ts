/**
 * Everything frozen that changed, and every unexpected file, without the changes that are free (rule 2.7).
 *
 * @module
 */
import { type Breach, findBroken, type Freeze } from './freeze.ts';
import { findAroundChecks } from './checked/around-checks.ts';
import { findLateData } from './helpers/expectations.ts';
import { findReachingCode } from './helpers/reaching-code.ts';
import { judgeRules } from './ignoring/judge-rules.ts';
import { sourceReader } from './package-members.ts';
import { isFreeCopy } from './runner-packages.ts';
import { isNamedLikeTest } from './test-files.ts';
import { judgeSetUp } from './set-up-files.ts';
import { findUnexpectedFiles, type UnexpectedFile } from './unexpected-files.ts';

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
