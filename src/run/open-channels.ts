/**
 * The folder of the sockets of an active run. A run continues without one: then the status block is the only channel,
 * and no operator command reaches it.
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
  /** Removes the folder. */
  readonly close: () => void;
}

/** @param workspace - absolute */
export const openChannels = (run: string, workspace: string): OpenChannels => {
  try {
    const places = openChannelFolder(run, workspace);
    return { places, problem: null, close: () => removeChannelFolder(places) };
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    return { places: null, problem: `${error.message} The run continues without them.`, close: () => {} };
  }
};
