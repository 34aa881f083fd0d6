/** `doctor --write-known-failing`: lists tests that fail twice in the config, and not while a run needs it as it is. */
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readPlain, readText } from '../base/files/open-plain.ts';
import { addToList } from '../project/config/add-to-list.ts';
import { type Config, specsOf } from '../project/config/config.ts';
import { pathsOfSuites } from '../project/config/check-suites.ts';
import { readYaml } from '../project/config/read-yaml.ts';
import { drawBaseline, FAILING, isBroken } from '../evidence/baseline.ts';
import { refuseBaseline } from '../run/take-baseline.ts';
import { LedgerError, LockError } from '../ledger/ledger-error.ts';
import { readLock } from '../ledger/lock-file.ts';
import { takeLock } from '../ledger/lock.ts';
import { configOfRun, isConfigOf } from '../records/hash-config.ts';
import { RunError } from '../records/run-error.ts';
import { createStateFolder, readCurrentRun, runFolders } from '../records/run-folders.ts';
import { testId } from '../runners/is-green.ts';
import type { TestRun } from '../runners/test-run.ts';
import { showCount } from '../base/text/amounts.ts';
import { readRunSummary } from '../view/read-run.ts';
import { followRuns } from '../queue/list/read-work-list.ts';
import { type CheckName, type Visit, type Look, ok, problem, problemOf } from './check.ts';
import { runOnce } from './checks/suite.check.ts';
import { expandList } from '../project/config/tasks-of-list.ts';
import { numberCriteria } from '../evidence/criteria-formats/number-criteria.ts';
import { readSpec } from '../evidence/criteria-formats/formats.ts';

/** Checks that must be in order first: as for the suite. */
export const WRITE_NEEDS: readonly CheckName[] = ['config', 'repository', 'lock', 'leftovers', 'tests', 'sandbox'];

export const writeKnownFailing = async (config: Config, visit: Visit): Promise<Look> => {
  const refusal = await findRunOfConfig(config);
  if (refusal !== null) return refusal;
  const { folder } = config;
  const folders = runFolders(folder, visit.run);
  createStateFolder(folders);
  try {
    const lock = takeLock(folders.lock, { run: visit.run, now: () => new Date() });
    try {
      const runs = [await runOnce(config, visit), await runOnce(config, visit)] as const;
      visit.signal.throwIfAborted();
      return writeFailing(config, runs);
    } finally {
      lock.release();
    }
  } catch (error) {
    if (error instanceof LockError) return problemOf(error.message);
    throw error;
  }
};

/** A run freezes its config and its spec. */
const findRunOfConfig = async (config: Config): Promise<Look | null> => {
  for (const { folder } of await foldersOf(config)) {
    const holder = readLock(runFolders(folder, 'none').lock);
    if (holder?.live === true)
      return problem(`nothing was written: the run ${holder.run} is active`, 'Wait until it ends, or stop it.');
  }
  const run = readCurrentRun(config.folder);
  return run === null || !(await needsConfig(config, run))
    ? null
    : problem(
        `nothing was written: the run ${run} is unfinished, and it resumes only with the config and the spec as they are`,
        'Finish it first (dualgate resume), or end it (dualgate abort).',
      );
};

/** Another check reports an invalid ledger, and its run does not resume. */
const unlessInvalid = async <Value>(read: () => Promise<Value>, otherwise: Value): Promise<Value> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof LedgerError || error instanceof RunError) return otherwise;
    throw error;
  }
};

const foldersOf = (config: Config): Promise<readonly Config[]> => unlessInvalid(() => followRuns(config), [config]);

const needsConfig = (config: Config, run: string): Promise<boolean> =>
  unlessInvalid(async () => {
    const { phase, state } = await readRunSummary(config, run);
    return phase !== null && isConfigOf(state.configHash, await configOfRun(config, run));
  }, false);

const writeFailing = (config: Config, [first, second]: readonly [TestRun, TestRun]): Look => {
  const drawn = drawBaseline(first, second, config.tests.known_failing);
  const refusal = refuseBaseline([first, second], drawn, config);
  if (refusal === null) return ok('no test fails: nothing to write');
  if ([first, second].some(isBroken))
    return problem(`nothing was written: ${refusal.says ?? 'the suite is broken'}`, refusal.fix, refusal.details);
  const { failing, problems } = drawn;
  const differing = problems.filter((each) => !each.startsWith(FAILING));
  if (failing.length > 0) {
    const unwritten = writeNames(config, failing, first);
    if (unwritten !== null) return unwritten;
  }
  const wrote = `${failing.length === 0 ? 'nothing was' : showCount(failing.length, 'test')} written to tests.known_failing in ${nameOf(config)}`;
  if (differing.length > 0)
    return problem(`${wrote}; not written, as they differ from run to run:`, DIFFERING, differing);
  return {
    ...problem(wrote, `Check the list and commit ${nameOf(config)}. Then: dualgate run.`, failing),
    state: 'ok',
  };
};

const DIFFERING = 'Fix these tests, and give each a name that is the same in every run.';

const nameOf = ({ path }: Config): string => basename(path ?? 'the config');

/** Each into the entry of its suite. @returns why not, or `null` when they are written */
const writeNames = (config: Config, failing: readonly string[], run: TestRun): Look | null => {
  const path = config.path ?? '';
  const before = readPlain(path);
  const [document] = readYaml(before, path).documents;
  const places = document === undefined ? [] : pathsOfSuites(document);
  let text: string | null = before;
  for (const [position, part] of (run.suites ?? [run]).entries()) {
    const ids = new Set(part.tests.map(testId));
    const place = places[position]?.map((step) => (typeof step === 'number' ? step : String(step)));
    // A runner that names no file: the name alone is enough.
    const names = failing.filter((id) => ids.has(id)).map((id) => id.replace(/^ > /, ''));
    text = text === null || place === undefined ? null : addToList(text, { path: place, key: 'known_failing' }, names);
  }
  if (text === null)
    return problem(
      `nothing was written: tests.known_failing of ${nameOf(config)} cannot be extended`,
      'Its tests must be a plain map or a list of maps, without aliases, and the file at most 100,000 characters long. Or add the names yourself.',
      failing,
    );
  writeFileSync(path, text);
  return null;
};

// `doctor --number-criteria`: gives each criterion an id in its file, and not while a run needs the spec as it is.

/** Words for the command. */
export const NUMBER_THEM = 'dualgate doctor --number-criteria';

export const writeNumbers = async (config: Config): Promise<Look> => {
  const refusal = await findRunOfConfig(config);
  if (refusal !== null) return refusal;
  const { folder, list, work } = config;
  const groups = list === null ? [specsOf(work)] : expandList(config).map(({ spec }) => [spec]);
  const wrote: string[] = [];
  const refused: string[] = [];
  for (const paths of groups) {
    const texts = paths.map((path) => readText(join(folder, path)) ?? '');
    const taken = texts.flatMap((text) => readSpec(text).criteria.flatMap(({ id }) => id ?? []));
    for (const [i, path] of paths.entries()) {
      const numbered = numberCriteria(texts[i] ?? '', taken);
      if ('why' in numbered) refused.push(`${path} ${numbered.why}`);
      else if (numbered.ids.length > 0) {
        writeFileSync(join(folder, path), numbered.text);
        taken.push(...numbered.ids);
        wrote.push(`${path}: ${numbered.ids.join(', ')}`);
      }
    }
  }
  if (refused.length > 0)
    return problem('not every criterion has an id', 'Write an id in front of each: AC-1: …', [...wrote, ...refused]);
  if (wrote.length === 0) return ok('each criterion has an id: nothing to write');
  return { ...problem('ids written', 'Read and commit them. Then: dualgate run.', wrote), state: 'ok' };
};
