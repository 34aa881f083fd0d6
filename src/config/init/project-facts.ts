/**
 * Facts of a project that can be detected, so that `dualgate init` does not ask for them.
 *
 * @module
 */
import type { RunnerName } from '../../testing/runners.ts';
import type { DocumentFacts } from './detect-documents.ts';
import type { Language } from '../../testing/runner.ts';
import type { ProposedCheck } from './script-checks.ts';

/** A file that may hold acceptance criteria. */
export interface SpecCandidate {
  /** Relative to the project, with `/`. */
  readonly path: string;
  /** How many. */
  readonly criteria: number;
  /** How many of them have no id. @default none */
  readonly unnamed?: number;
  /** The parts of the file that are criteria. @default checkboxes */
  readonly parts?: string;
}

/** The tests of a project, as they go into the config. */
export interface ProposedTests {
  /** `null` if no known runner was detected. */
  readonly runner: RunnerName | null;
  /** A command that runs all tests once, without a shell; `null` if none was found. */
  readonly command: readonly string[] | null;
  /** The build that the tests read, and what it makes. */
  readonly before?: { readonly command: readonly string[]; readonly makes: readonly string[] };
  /** The place of its report, if the runner reports in files and the command does not name them. */
  readonly report?: string;
  /** Globs of the test files, if the report names none. */
  readonly files?: readonly string[];
  /** For people: where the command comes from, and what it leaves out. One line each. */
  readonly notes?: readonly string[];
  /** For people: what has to be done before the command can work. */
  readonly missing?: string;
}

export interface ProjectFacts extends ProposedTests {
  /** Folder in which the tests run, relative to the project; absent for the project itself. */
  readonly folder?: string;
  /** The suites of its packages, in place of one for the whole project. @default none */
  readonly suites?: readonly ProjectFacts[];
  /** Those that the script of the tests runs, too. @default none */
  readonly checks?: readonly ProposedCheck[];
  /** @default null: not known */
  readonly language?: Language | null;
  /** Best first: files with criteria before others. */
  readonly specs: readonly SpecCandidate[];
  readonly documents: DocumentFacts;
  /** Whether the project is in a git repository. */
  readonly git: boolean;
  /** Whether dualgate, with its JSON Schema, is installed in the project. */
  readonly installed: boolean;
}
