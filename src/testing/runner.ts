/**
 * What dualgate needs to know of a test runner. One small file per runner, one row in the table of runners.ts.
 *
 * @module
 */
import type { FoundProgram } from './command/find-program.ts';
import type { OnTest, SuiteReader } from './report/suite-report.ts';

/** The name of a runner, as `tests.runner` of the config has it. */
export type RunnerName =
  | 'vitest'
  | 'jest'
  | 'mocha'
  | 'playwright'
  | 'node'
  | 'pytest'
  | 'go'
  | 'cargo'
  | 'junit'
  | 'tap'
  | 'text';

/** A command that reports, with what it needs in its environment. */
interface PreparedCommand {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** One test runner. */
export interface Runner {
  /** Where its report comes from: a file written by a reporter of ours, its own output, or JUnit XML files. */
  readonly report: 'file' | 'stdout' | 'junit';
  /** Of a runner that reports by its output: reads that. `workspace` is absolute. */
  readonly read?: (onTest: OnTest, workspace: string) => SuiteReader;
  /** Whether the program, found in a command, is this runner. */
  readonly isFoundIn: (program: Extract<FoundProgram, { readonly program: string }>) => boolean;
  /** Words by which it watches and never ends, where they are others than those of most runners. */
  readonly watchWords?: readonly string[];
  /**
   * Makes the command load our reporter. `nodeOptions`: what NODE_OPTIONS of the test run hold otherwise; `env`: all that
   * is in its environment otherwise.
   */
  readonly prepare: (
    command: readonly string[],
    workspace: string,
    nodeOptions: string,
    env?: Readonly<Record<string, string | undefined>>,
  ) => PreparedCommand;
  /**
   * The command for some test files alone; `null` where it cannot be told to, absent where the runner has no way.
   * `files` are relative to `folder`, where it runs.
   */
  readonly select?: (command: readonly string[], files: readonly string[], folder: string) => readonly string[] | null;
  /** Whether it says, by words or exit code, that there is no test at all. `said`: the beginning and the end of what it printed. */
  readonly saysNoTests?: (said: string, exitCode: number) => boolean;
  /** Whether it says that it took this glob of its command for the name of a file, or for another pattern, and found nothing. */
  readonly leavesGlob?: (said: string, glob: string) => boolean;
}
