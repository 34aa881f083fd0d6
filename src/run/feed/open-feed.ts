/**
 * Lets a live run be watched from other processes; where that cannot be, the run goes on and says so.
 *
 * @module
 */
import { ChannelError } from '../../channels/channel-error.ts';
import type { RunSite } from '../../loop/run-site.ts';
import type { Feed } from './feed.ts';

/** Listens in the folder of the run's sockets, where it has one. */
export const openFeed = async ({ channels, announce }: Pick<RunSite, 'channels' | 'announce'>, feed: Feed) => {
  if (channels === null) return;
  try {
    await feed.listen(channels.feedSocket);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    announce({ type: 'notice', text: `${error.message} Nobody can watch the run from another terminal.` });
  }
};
