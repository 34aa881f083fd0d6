/**
 * The sockets' folder of a run while it goes on. A run goes on without one: then the status block is the
 * only channel, and no order reaches it.
 *
 * @module
 */
import { ChannelError } from '../channels/channel-error.ts';
import { type ChannelPlaces, openChannelFolder, removeChannelFolder } from '../channels/channel-folder.ts';

export interface OpenChannels {
  /** `null` beside a problem. */
  readonly places: ChannelPlaces | null;
  /** For people, in sentences; `null` when there is none. */
  readonly problem: string | null;
  /** Takes the folder away. */
  readonly close: () => void;
}

/** @param workspace - absolute */
export const openChannels = (run: string, workspace: string): OpenChannels => {
  try {
    const places = openChannelFolder(run, workspace);
    return { places, problem: null, close: () => removeChannelFolder(places) };
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    return { places: null, problem: `${error.message} The run goes on without them.`, close: () => {} };
  }
};
