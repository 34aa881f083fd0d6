/**
 * The checkout for the next task: recorded in the ledger before it is moved, so that after a crash during the move
 * partial files do not count as a person's work.
 *
 * @module
 */
import { RunError } from '../../records/run-error.ts';
import type { Place } from '../list-record.ts';
import type { ListContext } from '../list-context.ts';
import { findWorkInHand, keepWork, moveCheckout, readPlace } from './move-checkout.ts';

/** After these the loop itself was about to move it. */
const BEFORE_MOVING: ReadonlySet<string> = new Set(['checkout.moving', 'task.deferred', 'task.done']);

/**
 * @param files - as of `moveCheckout`
 * @throws {RunError} when it contains uncommitted work
 */
export const takeCheckout = async (context: ListContext, to: Place, files: string | null = null): Promise<void> => {
  const { config, held, emit } = context;
  const [hand, at] = [await findWorkInHand(config), await readPlace(config)];
  if (hand === null && files === null && at.commit === to.commit && at.branch === to.branch) return;
  const { list, last } = held.state();
  if (hand !== null && !context.checkoutMayGo && !BEFORE_MOVING.has(last ?? ''))
    throw new RunError(
      `Cannot move the checkout ${config.folder} to the next task: ${hand}. Commit or stash it, then continue with dualgate run.`,
    );
  const kept =
    hand === null || context.checkoutMayGo
      ? null
      : await keepWork(config, list, `The uncommitted work in the checkout of ${list}\n`);
  if (kept !== null)
    emit({
      type: 'list.notice',
      text: `The files that a killed loop left in the checkout are kept in git as ${kept}.`,
    });
  held.write('checkout.moving', { to, kept });
  const isOn = await moveCheckout(config, to, files);
  context.checkoutMayGo = false;
  if (!isOn && to.branch !== null)
    emit({
      type: 'list.notice',
      text: `The branch ${to.branch} no longer contains ${to.commit.slice(0, 10)}: HEAD is detached at that commit.`,
    });
};
