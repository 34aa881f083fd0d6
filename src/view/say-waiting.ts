/**
 * A wait that begins, in one line. The one for a person says which command ends it, and may last longer than a day.
 *
 * @module
 */
import type { WaitReason } from '../../machines/index.ts';
import { plainLine } from '../text/plain-line.ts';
import { WAITED_FOR } from './waited-for.ts';

export const sayWaiting = (
  { for: reason, until, why }: { readonly for: WaitReason; readonly until: string; readonly why: string },
  clock: (at: string) => string,
): string =>
  reason === 'approval' ? `${plainLine(why)} (until ${until})` : `waits until ${clock(until)} ${WAITED_FOR[reason]}`;
