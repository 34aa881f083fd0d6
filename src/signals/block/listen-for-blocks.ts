/**
 * Listens for the blocks of one dialect, or of all, and keeps the one that opened last.
 *
 * @module
 */
import { type Block, type BlockCollector, createBlockCollector } from './collect-block.ts';
import type { Dialect } from '../dialect.ts';
import type { Line } from '../patterns/line.ts';

/** A block, and whose it is. */
export interface HeardBlock {
  readonly dialect: Dialect;
  readonly block: Block;
}

export interface BlockListener {
  readonly read: (line: Line) => void;
  readonly last: () => HeardBlock | null;
  /** Every line matters now, whatever stands in it. */
  readonly wantsAll: () => boolean;
}

/** @param dialects - of several, an earlier one whose block is open keeps the others from its lines */
export const listenForBlocks = (dialects: readonly Dialect[]): BlockListener => {
  const heard: readonly { readonly dialect: Dialect; readonly collector: BlockCollector }[] = dialects.map(
    (dialect) => ({ dialect, collector: createBlockCollector(dialect.forms) }),
  );
  return {
    read: (line) => {
      for (const { collector } of heard) {
        const wasOpen = collector.isOpen();
        collector.read(line);
        if (wasOpen) return;
      }
    },
    last: () => {
      let last: HeardBlock | null = null;
      for (const { dialect, collector } of heard) {
        const block = collector.last();
        if (block !== null && block.line > (last?.block.line ?? 0)) last = { dialect, block };
      }
      return last;
    },
    wantsAll: () => heard.some(({ collector }) => collector.wantsAll()),
  };
};
