/**
 * The changes that an operator can accept: changed frozen files, unexpected files, and tests that the last iteration
 * missed.
 */
import type { Config } from '../../project/config/config.ts';
import { findRenamed } from '../../evidence/integrity/find-renamed.ts';
import { type Breach, readStates } from '../../evidence/integrity/freeze.ts';
import { judgeFrozen } from '../../evidence/integrity/judge-frozen.ts';
import { findReformatted } from '../../evidence/integrity/edited-test.ts';
import { maySetUp } from '../../evidence/integrity/set-up-files.ts';
import { findTestFilesOf } from '../../evidence/integrity/suite-files.ts';
import { lookAtSources } from '../../loop/look-at-sources.ts';
import { frozenReader } from '../../loop/turn/kept-exit.ts';
import { readRunSummary } from '../../view/read-run.ts';
import type { OperatorCommand } from '../operator-commands/operator-command.ts';

/** `path` is relative to the workspace. */
interface Change extends Breach {
  /**
   * The present path of the content of a removed test file. A rename is no loss once its tests are reported from
   * there.
   */
  readonly renamed_to?: string;
}

export interface Changes {
  /** In path order. */
  readonly files: readonly Change[];
  /** Ids of missing tests. */
  readonly tests: readonly string[];
  /** Globs of files that each test run wrote, and that match no other file. */
  readonly writes: readonly string[];
}

/**
 * Reads the workspace and the ledger; changes nothing.
 *
 * @throws {RunError} when there is no such run
 */
export const findChanges = async (config: Config, run: string): Promise<Changes> => {
  const { state, phase } = await readRunSummary(config, run);
  const { folder, tests } = config;
  const { files: sources } = await lookAtSources(config, state);
  const isSettingUp = maySetUp(
    config,
    config.phases.find((each) => each.phase === phase),
  );
  const { breaches, unexpected } = await judgeFrozen({
    workspace: folder,
    frozen: state.frozen,
    base: state.base,
    sources,
    reported: null,
    isSettingUp,
  });
  const testFiles = findTestFilesOf(tests.suites, sources.keys(), []).filter((path) => sources.has(path));
  const renamed = await findRenamed(folder, state.frozen, breaches, testFiles);
  const { reformatted, added } = await findReformatted({
    workspace: folder,
    frozen: state.frozen,
    breaches,
    tests: testFiles,
    readFrozen: frozenReader(config, state, phase ?? ''),
  });
  const appeared = unexpected.map(({ path }): Change => ({ path, what: 'appeared' }));
  const broken = breaches.filter(({ path }) => !reformatted.has(path) && !added.has(path));
  const files = [...broken.map((breach) => withRename(breach, renamed.get(breach.path))), ...appeared];
  return {
    files: files.sort((one, other) => (one.path < other.path ? -1 : 1)),
    tests: state.gone,
    writes: state.writes.proposed,
  };
};

const withRename = ({ path, what }: Breach, place: string | undefined): Change => ({
  path,
  what,
  ...(place === undefined ? {} : { renamed_to: place }),
});

/**
 * The command to accept these changes in their current state: a file that changes again before it is carried out is
 * refused.
 *
 * @param paths - of frozen files, or of unexpected ones, relative to the workspace or absolute
 * @throws {WorkspaceError} when one of them cannot be read
 */
export const describeAcceptance = async (
  config: Config,
  {
    paths,
    tests,
    writes = [],
  }: { readonly paths: readonly string[]; readonly tests: readonly string[]; readonly writes?: readonly string[] },
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<OperatorCommand> => ({
  command: 'accept',
  by,
  reason,
  files: await readStates(config.folder, paths),
  tests,
  writes,
});
