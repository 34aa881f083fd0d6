/**
 * A socket of the run that cannot be opened, reached or understood.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

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
