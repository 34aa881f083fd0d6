/** Freezes files at the start of a run, or of a check without one (rule 2.7). */
import { listHooks } from '../agents/hosts/installed-hooks.ts';
import { findHiddenSuiteFiles } from '../evidence/hidden-suite-files.ts';
import { type Freeze, freezeFiles } from '../evidence/integrity/freeze.ts';
import {
  findHeldByCommands,
  findHeldFromStartOf,
  findTestFilesOf,
  findTestSupportOf,
} from '../evidence/integrity/suite-files.ts';
import { type Config, isSession, specsOf } from '../project/config/config.ts';
import { type Fingerprint, linksOf, type SourceListing } from '../project/sources/fingerprint.ts';

interface FirstFacts {
  readonly fingerprint: Fingerprint;
  readonly sources: SourceListing;
  /** The files of the tests that ran, if known. */
  readonly reported: readonly string[];
}

/** @throws {WorkspaceError} as `freezeFiles` */
export const freezeAtStart = async (
  config: Config,
  { fingerprint: { files }, sources, reported }: FirstFacts,
): Promise<Freeze> => {
  const {
    folder,
    files: configFiles,
    work,
    tests: { suites, hidden },
    phases,
    agent,
  } = config;
  // If no phase will freeze tests when it is exited, they are frozen now.
  const isGuarded = phases.some(({ tests }) => tests === 'must_fail');
  const tests = isGuarded ? [] : findTestFilesOf(suites, files.keys(), reported);
  return freezeFiles(folder, [
    ...specsOf(work),
    ...configFiles,
    ...tests,
    ...(await findTestSupportOf(config, folder, files.keys(), tests)),
    ...(await findHeldByCommands(config, folder, files.keys())),
    ...(await findHeldFromStartOf(config, folder, files.keys(), linksOf(files), sources)),
    ...(await findHiddenSuiteFiles(folder, hidden?.command ?? [])).frozen,
    ...(isSession(agent) ? listHooks(process.env) : []),
  ]);
};
