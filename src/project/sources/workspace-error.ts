/** The error of a workspace that cannot be read: no git, no repository, a file that cannot be read. */
import { DualgateError } from '../../../gates/errors.ts';

interface Refusal {
  /** The message of git, without its hints. */
  readonly said: string;
  /** For a person, as the start of a sentence. */
  readonly advice: string;
  /** Git's own advice, which comes last; empty for none. */
  readonly hints: string;
  /** A signal ended it: another try may end otherwise. */
  readonly isKilled: boolean;
}

/** Whether git itself was killed, and nothing is wrong with the repository. */
export const isKilledGit = (error: unknown): error is Error => {
  const found = error instanceof Error && error.cause instanceof WorkspaceError ? error.cause : error;
  return found instanceof WorkspaceError && found.refusal?.isKilled === true;
};

/** A git that was killed costs one more try, of a task or of an item. @throws that of the last try */
export const onceMore = async <T>(act: (isAgain: boolean) => Promise<T>, mayTry: () => boolean): Promise<T> => {
  try {
    return await act(false);
  } catch (error) {
    if (!isKilledGit(error) || !mayTry()) throw error;
    return act(true);
  }
};

/** The end of a message. @param then - after the advice, as an imperative */
export const wordRefusal = ({ said, advice, hints }: Refusal, then: string): string =>
  `failed (got: ${said}). ${advice}, then ${then}.${hints === '' ? '' : `\nGit says:\n${hints}`}`;

/**
 * The workspace cannot be measured: a missing folder, a refused repository, an unreadable file. Fix: repair the
 * repository, or make `path` readable.
 */
export class WorkspaceError extends DualgateError {
  override readonly name = 'WorkspaceError';
  readonly code = 'E_WORKSPACE';
  /** Absolute path of the folder or file that was looked at. */
  readonly path: string;
  /** The missing thing: the program git, or a repository around the folder; `null` for everything else. */
  readonly lacks: 'git' | 'repository' | null;
  /** `null` unless git refused. */
  readonly refusal: Refusal | null;

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
