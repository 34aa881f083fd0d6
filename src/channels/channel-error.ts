/**
 * A socket of the run that cannot be opened, reached or understood.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

/**
 * A socket cannot be opened (no private folder outside the workspace) or does not answer. Fix: set `XDG_RUNTIME_DIR`
 * to a short path that only you can use.
 */
export class ChannelError extends DualgateError {
  override readonly name = 'ChannelError';
  readonly code = 'E_CHANNEL';
  /** `absent`: no process listens there. `late`: no answer in time. */
  readonly kind: 'absent' | 'unusable' | 'broken' | 'late';

  constructor(kind: ChannelError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
