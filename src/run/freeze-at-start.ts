/**
 * The files to freeze when a run begins (rule 2.7): the spec, the config, and all files that decide which files are
 * sources, which tests count, and how a suite or a check ends.
 *
 * @module
 */
import { isSession } from '../config/shape-agent.ts';
import type { Config } from '../config/shape-config.ts';
import { specsOf } from '../config/shape-work.ts';
import { listHooks } from '../hosts/settings-place.ts';
import { type Fingerprint, linksOf } from '../sources/fingerprint.ts';
import { type Freeze, freezeFiles } from '../integrity/freeze.ts';
import { findHiddenSuiteFiles } from '../evidence/hidden-suite-files.ts';
import {
  findHeldByCommands,
  findHeldFromStartOf,
  findTestFilesOf,
  findTestSupportOf,
} from '../integrity/suite-files.ts';
import type { SourceListing } from '../sources/source-listing.ts';

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
