/**
 * Facts of a project that can be detected, so that `dualgate init` does not ask for them.
 *
 * @module
 */
import type { RunnerName } from '../../testing/runners.ts';
import type { DocumentFacts } from './detect-documents.ts';

/** A file that may hold acceptance criteria. */
export interface SpecCandidate {
  /** Relative to the project, with `/`. */
  readonly path: string;
  /** How many. */
  readonly criteria: number;
  /** The parts of the file that are criteria. @default checkboxes */
  readonly parts?: string;
}

export interface ProjectFacts {
  /** `null` if no known runner was detected. */
  readonly runner: RunnerName | null;
  /** A command that runs all tests once, without a shell; `null` if none was found. */
  readonly command: readonly string[] | null;
  /** Best first: files with criteria before others. */
  readonly specs: readonly SpecCandidate[];
  readonly documents: DocumentFacts;
  /** Whether the project is in a git repository. */
  readonly git: boolean;
  /** Whether dualgate, with its JSON Schema, is installed in the project. */
  readonly installed: boolean;
}
