/**
 * The files to freeze at the exit of a phase whose tests must fail (rule 2.7): its tests, their dependencies, the
 * files that decide how checks run, and configs of runners that appeared in it.
 *
 * @module
 */
import type { CompiledGate } from '../../gates/compile-gates.ts';
import type { Config } from '../config/shape-config.ts';
import type { Fingerprint } from '../sources/fingerprint.ts';
import { type Freeze, freezeFiles, nameFrozen } from '../integrity/freeze.ts';
import { findHeldByCommands, findTestFilesOf, findTestSupportOf } from '../integrity/suite-files.ts';
import { freezeSetUp, maySetUp } from '../integrity/set-up-files.ts';
import type { TestRun } from '../testing/test-run.ts';

interface Measured {
  readonly run: TestRun;
  /** The sources. */
  readonly files: Fingerprint['files'];
  /** The files that are already frozen. */
  readonly frozen: Freeze;
  /** Those of them that were extended in the phase. */
  readonly anew: Freeze;
}

/** Nothing for a phase whose tests must pass. */
export const freezeTests = async (
  config: Config,
  { phase }: CompiledGate,
  { run, files, frozen, anew }: Measured,
): Promise<Freeze> => {
  const { folder, tests } = config;
  const { suites } = tests;
  if (phase.tests !== 'must_fail') return freezeFiles(folder, []);
  const named = run.tests.map(({ file }) => file);
  const testFiles = findTestFilesOf(suites, files.keys(), named);
  const support = await findTestSupportOf(config, folder, files.keys(), testFiles);
  const held = await findHeldByCommands(config, folder, files.keys());
  const ofChecks = held.filter((path) => !Object.hasOwn(frozen, nameFrozen(folder, path)));
  const setUp = maySetUp(config, phase) ? await freezeSetUp({ workspace: folder, sources: files.keys(), frozen }) : [];
  return freezeFiles(folder, [...testFiles, ...support, ...ofChecks, ...setUp, ...Object.keys(anew)]);
};
