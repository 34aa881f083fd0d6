/** Parts of a run's transcripts that dualgate removed, because all transcripts together became too long. */
import { showBytes, showCount } from '../base/text/amounts.ts';

export interface RemovedTranscripts {
  /** Turns whose transcripts were removed; others were shortened. */
  readonly turns: number;
  /** The removed bytes. */
  readonly bytes: number;
}

/** `60 MiB, with those of 3 turns`. */
export const describeRemoved = ({ turns, bytes }: RemovedTranscripts): string =>
  `${showBytes(bytes)}${turns === 0 ? '' : `, with those of ${showCount(turns, 'turn')}`}; the first and the last are kept`;
