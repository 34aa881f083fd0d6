/**
 * The names of the anchors of work items: other workspaces and remotes have items of the same name.
 *
 * @module
 */
import { hashBytes } from '../../ledger/ledger-record.ts';
import { listNames } from '../../files/folders.ts';

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
