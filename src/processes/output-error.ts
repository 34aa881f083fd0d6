/**
 * What a program prints could not be kept: whoever reads it later would take a part for the whole.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

/** The file that a program's output goes to cannot be written; the program was ended. */
export class OutputError extends DualgateError {
  override readonly name = 'OutputError';
  readonly code = 'E_OUTPUT';
  readonly path: string;

  constructor(path: string, cause: unknown) {
    const says = cause instanceof Error ? cause.message : String(cause);
    super(
      `Cannot keep what the program printed in ${path}: ${says}. Make room on the disk, or mend the permissions; dualgate resume goes on with the run.`,
      { cause },
    );
    this.path = path;
  }
}
