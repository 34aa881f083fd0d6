/**
 * The names of the anchors of work items: other workspaces and remotes have items of the same name.
 *
 * @module
 */
import { readdirSync } from 'node:fs';
import { hashBytes } from '../ledger/ledger-record.ts';
import { readErrorCode } from '../text/describe-cause.ts';

const END = '.json';

/** @param place - the folder or the remote of the items */
export const nameAnchor = (place: string, item: string): string => `item-${hashBytes(place).slice(0, 16)}-${item}`;

/** Names of the items of this place that have an anchor. */
export const listAnchored = (anchors: string, place: string): readonly string[] => {
  const prefix = nameAnchor(place, '');
  return listNames(anchors)
    .filter((name) => name.startsWith(prefix) && name.endsWith(END))
    .map((name) => name.slice(prefix.length, -END.length));
};

/** The names in a folder; none when there is no folder. */
export const listNames = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
};
