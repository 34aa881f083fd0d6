/**
 * What can be seen of a project, so that nobody is asked for it.
 *
 * @module
 */
import type { RunnerName } from '../../testing/runners.ts';

/** A file that may hold acceptance criteria; `criteria` counts its checkboxes. */
export interface SpecCandidate {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly criteria: number;
}

export interface ProjectFacts {
  /** `null` where no known runner was seen. */
  readonly runner: RunnerName | null;
  /** What runs the whole suite once, without a shell; `null` where nothing was found. */
  readonly command: readonly string[] | null;
  /** Best first: files with checkboxes before others. */
  readonly specs: readonly SpecCandidate[];
  /** Whether the project lies in a git repository. */
  readonly git: boolean;
  /** Whether dualgate is installed in the project, and its JSON Schema with it. */
  readonly installed: boolean;
}
