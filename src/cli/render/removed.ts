/**
 * The line about removed transcripts; none where everything was kept. Pure.
 *
 * @module
 */
import { describeRemoved, type RemovedTranscripts } from '../../records/removed-transcripts.ts';

export const renderRemoved = (removed: RemovedTranscripts | undefined): readonly string[] =>
  removed === undefined ? [] : [`removed transcripts: ${describeRemoved(removed)}`];
