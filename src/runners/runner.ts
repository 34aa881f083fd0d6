/** The interface of a test runner. */
import type { FoundProgram } from './command/find-program.ts';
import type { OnTest, SuiteReader, SuiteReport } from './report/suite-report.ts';
import type { RunnerFacts } from './runner-facts.ts';

interface PreparedCommand {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export type Language = 'javascript' | 'bun' | 'deno' | 'python' | 'ruby' | 'go' | 'rust' | 'maven' | 'gradle';

/** How `dualgate init` finds the runner of a project, and what runs its suite once. */
interface Detection {
  readonly package?: string;
  /** Whether the words of the script `test` start it. Runners are asked in the order of the table. */
  readonly isInScript?: (words: readonly string[]) => boolean;
  /** `null` where only the script can. @default its words without those by which it watches, behind `npx` */
  readonly fromScript?: (words: readonly string[]) => readonly string[] | null;
  /** Options of such a script that `dualgate init` drops: `--bail N` has a value, `--bail [N]` may have a number. */
  readonly drops?: {
    readonly failFast?: readonly string[];
    readonly coverage?: readonly string[];
  };
  /** A config that ends the suite before its last test, and the option that overrules it. */
  readonly overrule?: { readonly files: readonly string[]; readonly says: RegExp; readonly option: string };
  /** Whether it expands the globs among its words, as a shell would. @default true */
  readonly expandsGlobs?: boolean;
  readonly language?: Language;
  /** Without a script and a package: whether the files in an absolute folder are tests of it. */
  readonly isIn?: (folder: string) => Promise<boolean>;
  /** `null` where only its script can say. @param path - the PATH on which programs are looked for */
  readonly command: (folder: string, path: string) => readonly string[] | null | Promise<readonly string[]>;
}

export interface FilesOptions {
  readonly onTest: OnTest;
  /** Makes a path of the runner relative to the workspace. */
  readonly nameFile: (path: string) => string;
  readonly sums: 'compare' | 'ignore';
}

/** Reads the files of one test run. Never throws: what cannot be read makes the report incomplete. */
export interface FilesReader {
  readonly add: (path: string, bytes: Uint8Array) => void;
  /** A file that is not read at all. */
  readonly refuse: (path: string, why: string) => void;
  /** @param place - where the files were looked for, for people */
  readonly finish: (place: string) => SuiteReport;
}

/** The source of the report. */
type Reporting =
  /** A file, written by a reporter of ours. */
  | { readonly report: 'file' }
  /** The output of the runner. `workspace` is absolute. */
  | { readonly report: 'stdout'; readonly read: (onTest: OnTest, workspace: string) => SuiteReader }
  /** Files that the runner writes where the config, or a `{report}` in the command, says. */
  | {
      readonly report: 'files';
      readonly form: string;
      /** The extension of a path in the place of `{report}`, with its dot. */
      readonly ending: string;
      /** Names of files that some tool writes beside its reports, in any folder of them. */
      readonly beside?: readonly string[];
      readonly readFiles: (options: FilesOptions) => FilesReader;
    };

export type Runner = RunnerFacts &
  Reporting & {
    /** Whether the program, found in a command, is this runner. Absent: only the config can name it. */
    readonly isFoundIn?: (program: Extract<FoundProgram, { readonly program: string }>) => boolean;
    readonly standsFor?: string;
    /** Words by which it watches and never ends, where they are others than those of most runners. */
    readonly watchWords?: readonly string[];
    /** Loads our reporter. `nodeOptions`: other NODE_OPTIONS of the test run; `env`: all else in its environment. */
    readonly prepare: (
      command: readonly string[],
      workspace: string,
      nodeOptions: string,
      env?: Readonly<Record<string, string | undefined>>,
    ) => PreparedCommand;
    /** For some files alone, relative to `folder`, where it runs; `null`: it cannot be narrowed; absent: no way. */
    readonly select?: (
      command: readonly string[],
      files: readonly string[],
      folder: string,
    ) => readonly string[] | null;
    readonly detect?: Detection;
    /** Its report has the coverage in it, whenever the suite measures that. */
    readonly reportsCoverage?: true;
    /** Why its reports need not name files, so that the config has to: the end of a sentence. Absent where they do. */
    readonly withoutFiles?: string;
    /** Whether it says, by words or exit code, that there is no test at all. `said`: the beginning and the end of what it printed. */
    readonly saysNoTests?: (said: string, exitCode: number) => boolean;
    /** Whether it says that it took this glob of its command for the name of a file, or for another pattern, and found nothing. */
    readonly leavesGlob?: (said: string, glob: string) => boolean;
  };
