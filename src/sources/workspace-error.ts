/**
 * The error of a workspace that cannot be looked at: no git, no repository, a file that cannot be read.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

/** The workspace cannot be measured, so no gate can be asked about it (RULES 1.7). */
export class WorkspaceError extends DualgateError {
  override readonly name = 'WorkspaceError';
  readonly code = 'E_WORKSPACE';
  /** Absolute path of the folder or file that was looked at. */
  readonly path: string;
  /** What is not there: the program git, or a repository around the folder; `null` for everything else. */
  readonly lacks: 'git' | 'repository' | null;

  constructor(
    message: string,
    path: string,
    { lacks = null, ...options }: ErrorOptions & { readonly lacks?: WorkspaceError['lacks'] } = {},
  ) {
    super(message, options);
    this.path = path;
    this.lacks = lacks;
  }
}
