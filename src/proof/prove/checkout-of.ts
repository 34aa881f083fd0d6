/**
 * A clean checkout of a commit of the repository around a workspace: for its CI, and for what a merge would give.
 *
 * @module
 */
import { listCommit } from './commit-files.ts';
import { withCheckout } from './measure-checkout.ts';
import { findPlace } from './prove-change.ts';

const SETUP_MS = 30 * 60_000;

interface CheckoutOf {
  /** The workspace, and how dependencies are installed. */
  readonly config: { readonly folder: string; readonly setup: readonly string[] | null };
  /** Git's name of the commit, or of the tree. */
  readonly object: string;
  readonly signal: AbortSignal;
}

/** @param use - receives the workspace in it @throws as `withCheckout` */
export const withCheckoutOf = async <T>(
  { config: { folder, setup }, object, signal }: CheckoutOf,
  use: (folder: string) => Promise<T>,
): Promise<T> => {
  const [repository = '', place = ''] = await findPlace(folder);
  const files = await listCommit(repository, object);
  const where = { repository, place, files, setup, setupTimeoutMs: SETUP_MS, signal };
  return withCheckout(where, (checkout) => use(checkout.folder));
};
