/**
 * What dualgate needs to know of a test runner. One small file per runner, one row in the table of runners.ts.
 *
 * @module
 */
import type { FoundProgram } from './find-program.ts';

/** The name of a runner, as `tests.runner` of the config has it. */
export type RunnerName = 'vitest' | 'node' | 'tap';

/** A command that reports, with what it needs in its environment. */
interface PreparedCommand {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** One test runner. */
export interface Runner {
  /** Where its report comes from: a file written by a reporter of ours, or its own standard output. */
  readonly report: 'file' | 'stdout';
  /** Whether the program, found in a command, is this runner. */
  readonly isFoundIn: (program: Extract<FoundProgram, { readonly program: string }>) => boolean;
  /** Makes the command load our reporter. `nodeOptions`: what NODE_OPTIONS of the test run hold otherwise. */
  readonly prepare: (command: readonly string[], workspace: string, nodeOptions: string) => PreparedCommand;
  /** Whether its standard error says, in place of a report, that there is no test file at all. */
  readonly saysNoTests?: (stderr: string) => boolean;
}
