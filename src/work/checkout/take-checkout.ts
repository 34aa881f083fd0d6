/**
 * The checkout for the next task: said in the ledger before it is moved, so that after a crash in the midst of it nobody takes
 * half-laid-out files for a person's work.
 *
 * @module
 */
import { RunError } from '../../records/run-error.ts';
import type { Place } from '../list-record.ts';
import type { ListSite } from '../list-site.ts';
import { findWorkInHand, keepWork, moveCheckout, readPlace } from './move-checkout.ts';

/** After these the loop itself was about to move it. */
const BEFORE_MOVING: ReadonlySet<string> = new Set(['checkout.moving', 'task.put_aside', 'task.done']);

/**
 * @param files - as of `moveCheckout`
 * @throws {RunError} when somebody's work lies there that is on no commit
 */
export const takeCheckout = async (site: ListSite, to: Place, files: string | null = null): Promise<void> => {
  const { config, held, announce } = site;
  const [hand, at] = [await findWorkInHand(config), await readPlace(config)];
  if (hand === null && files === null && at.commit === to.commit && at.branch === to.branch) return;
  const { list, last } = held.state();
  if (hand !== null && !site.checkoutMayGo && !BEFORE_MOVING.has(last ?? ''))
    throw new RunError(
      `Cannot take the checkout ${config.folder} to the next task: ${hand}. Commit or stash it, then go on with dualgate run.`,
    );
  const kept =
    hand === null || site.checkoutMayGo ? null : await keepWork(config, list, `What lay in the checkout of ${list}\n`);
  if (kept !== null)
    announce({ type: 'list.notice', text: `What a killed loop left in the checkout is kept in git as ${kept}.` });
  held.write('checkout.moving', { to, kept });
  const isOn = await moveCheckout(config, to, files);
  site.checkoutMayGo = false;
  if (!isOn && to.branch !== null)
    announce({
      type: 'list.notice',
      text: `The branch ${to.branch} does not lead to ${to.commit.slice(0, 10)} any more: HEAD stands on that commit itself.`,
    });
};
