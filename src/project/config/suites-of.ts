/** The suites of a config as they are run: each with its runner, which may be detected from its command. */
import { join } from 'node:path';
import { findRunner } from '../../runners/command/find-runner.ts';
import { refuseCommand } from '../../runners/command/refuse-command.ts';
import type { PlacedSuite } from '../../runners/run-suites.ts';
import { memoryOfTests, type Config } from './config.ts';

/** The suites that the config names. @throws {RunnerError} when the runner of a command is not recognized */
export const suitesOf = ({ tests, folder }: Pick<Config, 'tests' | 'folder'>): readonly PlacedSuite[] =>
  tests.suites.map((suite) => ({
    name: suite.name,
    folder: suite.folder,
    command: suite.command,
    before: suite.before === undefined ? null : { ...suite.before, timeoutMs: suite.before.timeout_ms },
    runner: suite.runner ?? findRunner(suite.command, join(folder, suite.folder)),
    report: suite.report,
    sums: suite.sums ?? 'compare',
    timeoutMs: suite.timeout_ms,
    memory: memoryOfTests(tests),
    coverage: suite.coverage,
  }));

/** As `suitesOf`, before they are run. @throws {RunnerError} also for a command whose results would not be the suite's */
export const usableSuitesOf = (config: Pick<Config, 'tests' | 'folder'>): readonly PlacedSuite[] => {
  const suites = suitesOf(config);
  for (const suite of suites) refuseCommand(suite, join(config.folder, suite.folder));
  return suites;
};
