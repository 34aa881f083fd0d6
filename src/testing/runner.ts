/**
 * What dualgate needs to know of a test runner: all of it stands in the folder of the runner, and one row in runners.ts names it.
 *
 * @module
 */
import type { FoundProgram } from './command/find-program.ts';
import type { OnTest, SuiteReader } from './report/suite-report.ts';

/** A command that reports, with what it needs in its environment. */
interface PreparedCommand {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How `dualgate init` finds the runner of a project, and what runs its suite once. */
interface Detection {
  /** The package that a project depends on. */
  readonly package?: string;
  /** Whether the words of the script `test` start it. Runners are asked in the order of the table. */
  readonly isInScript?: (words: readonly string[]) => boolean;
  /** Without a script and a package: whether the files of the project, in an absolute folder, are tests of it. */
  readonly isIn?: (folder: string) => Promise<boolean>;
  /** In the project that was found; `null` where only its script can say. */
  readonly command: (folder: string) => readonly string[] | null;
}

/** What decides what passes besides the tests: frozen from the start of a run (RULES 2.7). */
interface FrozenOfRunner {
  /** Names of files, held in every folder whether they exist yet or not. */
  readonly everywhere?: readonly string[];
  /** The same at the root of the workspace alone. */
  readonly atRoot?: readonly string[];
  /** Files of which only the part that speaks of tests is held. */
  readonly parts?: readonly string[];
  /** Its member of package.json. */
  readonly member?: string;
  /** Names of installed packages, whole. */
  readonly packages?: RegExp;
  /** Scopes of them. */
  readonly scopes?: readonly string[];
  /** Programs in `node_modules/.bin`. */
  readonly programs?: readonly string[];
  /** What is installed elsewhere: paths within the workspace, which is absolute. */
  readonly installed?: (workspace: string) => Promise<readonly string[]>;
  /** Names of files, or of parts of them (`FILE#tests`), that it looks for in the folders above the workspace too. */
  readonly above?: readonly string[];
  /** Absolute paths of what the home of the user tells it. */
  readonly inHome?: () => readonly string[];
  /** Names of variables that steer it, as regular expressions: lines of `.env`. */
  readonly variables?: readonly string[];
}

/** One test runner. */
export interface Runner {
  /** Where its report comes from: a file written by a reporter of ours, its own output, or JUnit XML files. */
  readonly report: 'file' | 'stdout' | 'junit';
  /** Of a runner that reports by its output: reads that. `workspace` is absolute. */
  readonly read?: (onTest: OnTest, workspace: string) => SuiteReader;
  /** Whether the program, found in a command, is this runner. Absent: only the config can name it. */
  readonly isFoundIn?: (program: Extract<FoundProgram, { readonly program: string }>) => boolean;
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
  readonly detect?: Detection;
  readonly frozen?: FrozenOfRunner;
  /** Why its reports need not name files, so that the config has to: the end of a sentence. Absent where they do. */
  readonly withoutFiles?: string;
  /** Whether it says, by words or exit code, that there is no test at all. `said`: the beginning and the end of what it printed. */
  readonly saysNoTests?: (said: string, exitCode: number) => boolean;
  /** Whether it says that it took this glob of its command for the name of a file, or for another pattern, and found nothing. */
  readonly leavesGlob?: (said: string, glob: string) => boolean;
}
