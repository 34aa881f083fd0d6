/** The facts of a test runner: what decides its outcome, which files are tests, and how it is started undisturbed. */
import type { SetUp } from './literal-config.ts';

export interface Look {
  /** In an order that does not depend on the file system. */
  readonly namesIn: (folder: string) => Promise<readonly string[]>;
  readonly readText: (path: string) => Promise<string>;
}

/** Something that is frozen by a name of its own, and is not a regular file. */
export interface FrozenKind {
  /** In its absolute name; the first group is the place that is read. */
  readonly pattern: RegExp;
  readonly read: (place: string, look: Look) => Promise<string>;
}

/** The keys that a change adds to; or why it may not be made: the rest of a sentence about the change. */
export type Extension = { readonly keys: readonly string[] } | { readonly why: string };

/** Something that reads files. All that it names has to be there; one of several readers is enough. */
interface Reader {
  readonly files: readonly string[];
  /** In the test command, or in a script that it reaches. */
  readonly words?: RegExp;
  readonly code?: RegExp;
  readonly path?: RegExp;
}

/** Files other than tests that decide which tests pass: frozen from the start of a run (rule 2.7). */
interface FrozenOfRunner {
  /** Names of files, held in every folder whether they exist yet or not; of one that is in `parts` too, that part alone. */
  readonly everywhere?: readonly string[];
  /** The same at the root of the workspace alone. */
  readonly atRoot?: readonly string[];
  /** Files of which only the part that speaks of tests is held, each with what leaves that part of its text. */
  readonly parts?: Readonly<Record<string, (text: string) => string>>;
  /**
   * Names of files or of parts of them (`FILE#tests`) that may appear while tests must fail, and whether a content of
   * such a one gives an agent no more than its own tests do. Code that runs before our reporter, or in a process
   * without tests, gives it more.
   */
  readonly setUp?: Readonly<Record<string, (text: string) => SetUp | Promise<SetUp>>>;
  /**
   * Text by which one of these has settings of this runner. Then no other of them may appear in its folder or below:
   * the runner would read that one instead. Absent: each folder may have its own.
   */
  readonly settings?: RegExp;
  /**
   * Names of files or of parts of them, as in `setUp`, that may be extended while tests must fail, and what a change of
   * such a one adds: only what decides nothing about tests that are there.
   */
  readonly extend?: Readonly<Record<string, (before: string, after: string) => Extension>>;
  readonly member?: string;
  /** Keys of its config files whose values it loads. */
  readonly keys?: readonly string[];
  /** Options, without dashes, whose values are loaded or read before the tests. */
  readonly options?: readonly string[];
  readonly packages?: RegExp;
  /** Files below its package, as in `tested`, that it writes itself: not frozen, and removed before every test run. */
  readonly writes?: readonly string[];
  readonly scopes?: readonly string[];
  /** Files that have an effect only where something reads them; all others always count. */
  readonly readBy?: readonly Reader[];
  /** Programs in `node_modules/.bin`. */
  readonly programs?: readonly string[];
  /** Those of them that a package manager starts although no word names them. */
  readonly launchers?: readonly string[];
  /** The parts that are installed elsewhere: paths within the workspace, which is absolute. */
  readonly installed?: (workspace: string) => Promise<readonly string[]>;
  /** Those of them, from the folder of a suite, that may change to a copy of what is read without them: whether it is one. */
  readonly copies?: Readonly<Record<string, (folder: string) => Promise<boolean>>>;
  /** Names of files, or of parts of them (`FILE#tests`), that it looks for in the folders above the workspace too. */
  readonly above?: readonly string[];
  readonly inHome?: () => readonly string[];
  /** How names in `installed` and `inHome` are read that are no files. */
  readonly kinds?: readonly FrozenKind[];
  readonly variables?: readonly string[];
}

/** Files that a runner would load for some tests by itself. They may not appear once the tests are frozen. */
interface UnaskedFiles {
  readonly tests: RegExp;
  /** Names of files, in the folders that such tests lie in. */
  readonly beside?: readonly string[];
  /** Names of folders, wherever they lie. */
  readonly folders?: readonly string[];
}

/** Tests inside of the code: a part of a source, which is frozen by a name of its own. */
export interface TestsInside {
  /** How the names of such files end, as a regular expression. */
  readonly ending: string;
  /** Every such source may have some, since the runner names no files. @default only those that it names with such tests */
  readonly isEverywhere?: true;
  /** Leaves the tests of a text, and what decides whether they run; `''` without some. */
  readonly read: (text: string, path: string) => string | Promise<string>;
  /** The lines of the tests, from 1, which are no code. @default none that is told apart here */
  readonly lines?: (text: string, path: string) => Promise<ReadonlySet<number>>;
  /** The names of what came to these tests, if all of before is as it was; `null` if not. @default as in a file of tests */
  readonly added?: (before: string, after: string) => readonly string[] | null;
  /** The tests in a text at a glance, as a regular expression of several lines. */
  readonly roughly?: string;
  /** Names that the tests give to the code around them: the rest of a sentence that begins with the path; `null` for nothing. */
  readonly leaks?: (text: string, path: string) => Promise<string | null>;
}

/** The names of tests: frozen at the exit of a phase whose tests must fail. */
interface TestsOfRunner {
  readonly files?: readonly string[];
  readonly inside?: TestsInside;
  /** Modules for tests alone, as regular expressions: a module that imports one is no production code. */
  readonly modules?: Readonly<Partial<Record<'script' | 'python' | 'golang', readonly string[]>>>;
  readonly globals?: readonly string[];
  /** The call by which a test compares with a recorded file, and where that file lies, from the folder of the test; `NAME`: of the test file. */
  readonly snapshots?: readonly { readonly call: RegExp; readonly files: readonly string[] }[];
  readonly automatic?: UnaskedFiles;
  /** How code asks whether it runs in such tests, as regular expressions, by the ending of the code. */
  readonly asked?: Readonly<Partial<Record<CodeLanguage, readonly string[]>>>;
}

/** A language whose code is read for words. */
export type CodeLanguage = 'script' | 'python' | 'golang' | 'rust';

/** Why an option is refused: it reuses results, or chooses or orders tests by what happened before. */
export const REFUSED_KINDS = ['reuse', 'failed', 'changed', 'part', 'order'] as const;

/** Options of a program by which a test run would not measure the suite (rules 1.4 and 2.1). */
export interface RefusedOptions {
  /** A word that names the program. */
  readonly program: RegExp;
  /** By what each does; capitals and dashes do not matter, since some programs take both forms. */
  readonly options: Readonly<Partial<Record<(typeof REFUSED_KINDS)[number], string>>>;
  readonly variables?: readonly string[];
  /** Whether these variables of the environment reach a test run. @default true */
  readonly ofEnvironment?: boolean;
  /** Files that give it options, and the part of their text that does. */
  readonly files?: Readonly<Record<string, RegExp>>;
  /** The same, where npm starts it: beside package.json and in the home. */
  readonly filesOfNpm?: Readonly<Record<string, RegExp>>;
}

export interface RunnerFacts {
  readonly refused?: RefusedOptions;
  /** Its package, and the major versions that its reporter was tested with. */
  readonly tested?: { readonly package: string; readonly from: number; readonly to: number };
  readonly frozen?: FrozenOfRunner;
  readonly tests?: TestsOfRunner;
  /** Variables by which it marks what it starts, as regular expressions: a runner that finds them takes itself for a part of it. */
  readonly marks?: readonly string[];
  /** Globs of what every run of it writes, in any folder: no sources where there is no git to ignore them. */
  readonly writes?: readonly string[];
  /** Variables that name the folder in which it keeps compiled tests: a new one for every test run. */
  readonly compiled?: readonly string[];
  /** Names of folders that it makes for itself, with an ignore file in them that ignores all of it. */
  readonly caches?: readonly string[];
  /** Parts of a home that it needs, relative to that: read-only in a sandbox. The rest of a dot folder stays hidden. */
  readonly toolchain?: readonly string[];
  /** How lines of its output begin that give no reason for an end without tests, as regular expressions. */
  readonly noise?: readonly string[];
}
