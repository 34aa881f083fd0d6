/**
 * The error of a workspace that cannot be read: no git, no repository, a file that cannot be read.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

/** The workspace cannot be measured, so no gate can be asked about it (rule 1.7). */
export class WorkspaceError extends DualgateError {
  override readonly name = 'WorkspaceError';
  readonly code = 'E_WORKSPACE';
  /** Absolute path of the folder or file that was looked at. */
  readonly path: string;
  /** The missing thing: the program git, or a repository around the folder; `null` for everything else. */
  readonly lacks: 'git' | 'repository' | null;
  /**
   * The message of git when it refused, and the advice for a person, as the start of a sentence; `null` for everything
   * else.
   */
  readonly refusal: { readonly said: string; readonly advice: string } | null;

  constructor(
    message: string,
    path: string,
    {
      lacks = null,
      refusal = null,
      ...options
    }: ErrorOptions & { readonly lacks?: WorkspaceError['lacks']; readonly refusal?: WorkspaceError['refusal'] } = {},
  ) {
    super(message, options);
    this.path = path;
    this.lacks = lacks;
    this.refusal = refusal;
  }
}
