/**
 * The exit that waits for a person, for people; pure.
 *
 * @module
 */
import type { RunStatus } from '../../view/run-status.ts';
import { plain } from './text/paint.ts';

/** Which, since when, and the commands that answer it. */
export const renderApproval = (approval: RunStatus['approval']): readonly string[] =>
  approval === undefined ? [] : [`${plain(approval.says)} (since ${approval.since})`];
