/**
 * Everything that is frozen when a run begins (RULES 2.7): the spec, the config, and all that decides what a source is, what
 * a test is, and how a suite or a check ends.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import { findHeldByChecks } from '../integrity/check-files.ts';
import { type Fingerprint, linksOf } from '../sources/fingerprint.ts';
import { type Freeze, freezeFiles } from '../integrity/freeze.ts';
import { findHeldOutFiles } from '../evidence/held-out-files.ts';
import { findHeldFromStartOf, findTestFilesOf, findTestSupportOf } from '../integrity/suite-files.ts';
import type { ToldSources } from '../sources/told-sources.ts';

interface Beginning {
  readonly fingerprint: Fingerprint;
  readonly sources: ToldSources;
  /** The files of the tests that ran, as far as they are known. */
  readonly reported: readonly string[];
}

/** @throws {WorkspaceError} as `freezeFiles` */
export const freezeAtStart = async (
  { folder, files: configFiles, work, tests: { suites, held_out: heldOut }, checks, measures, phases }: Config,
  { fingerprint: { files }, sources, reported }: Beginning,
): Promise<Freeze> => {
  // Where no phase will freeze tests when it is exited, they are frozen as they are.
  const isGuarded = phases.some(({ tests }) => tests === 'must_fail');
  const tests = isGuarded ? [] : findTestFilesOf(suites, files.keys(), reported);
  return freezeFiles(folder, [
    work.spec,
    ...configFiles,
    ...tests,
    ...(await findTestSupportOf(suites, folder, files.keys(), tests)),
    ...(await findHeldByChecks(folder, files.keys(), [...checks, ...measures])),
    ...(await findHeldFromStartOf(suites, folder, files.keys(), linksOf(files), sources)),
    ...(await findHeldOutFiles(folder, heldOut?.command ?? [])).frozen,
  ]);
};
