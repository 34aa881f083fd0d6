/**
 * A clean checkout of a commit or a tree, for the suite of a merge and the command of CI: what is started there ends with it,
 * and also when dualgate is killed.
 */
import { randomUUID } from 'node:crypto';
import type { Config } from '../../project/config/config.ts';
import { endMarked } from '../../base/processes/find-processes.ts';
import { withCheckoutOf } from '../../prove/prove-change.ts';
import { watchOver } from '../../run/end-killed-run.ts';

interface CheckoutToWatch {
  /** That of the checkout of the person. */
  readonly config: Config;
  /** Git's id of a commit or a tree. */
  readonly object: string;
  readonly signal: AbortSignal;
  readonly onNotice: (text: string) => void;
}

/**
 * @param use - receives the workspace in it, and the value of `DUALGATE_RUN` for all that it starts
 * @throws {ProofError} when the checkout cannot be set up, or the signal aborts
 */
export const inWatchedCheckout = async <T>(
  { config, object, signal, onNotice }: CheckoutToWatch,
  use: (folder: string, mark: string) => Promise<T>,
): Promise<T> =>
  withCheckoutOf({ config, object, signal }, async (folder) => {
    const mark = `checkout-${randomUUID()}`;
    const watchdog = watchOver({ run: mark, folder }, onNotice);
    try {
      return await use(folder, mark);
    } finally {
      await endMarked({ name: 'DUALGATE_RUN', value: mark });
      await watchdog.end();
    }
  });
