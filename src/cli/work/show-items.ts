/**
 * `dualgate work list`, `show` and `verify`: they change nothing.
 *
 * @module
 */
import { LedgerError } from '../../ledger/ledger-error.ts';
import { describeItem } from '../../work-items/describe-item.ts';
import type { ItemStore } from '../../work-items/item-store.ts';
import { refuse } from '../../work-items/word-refusal.ts';
import type { Values } from '../command.ts';
import { plain } from '../render/text/paint.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { openItemContext, readItem, tellRefused } from './item-context.ts';
import { renderItem, renderItems } from './render-items.ts';

export const listItems = async (values: Values, _operands: readonly string[], io: CommandIo): Promise<number> => {
  const { store } = await openItemContext(values, io);
  const items = (await store.list()).map(describeItem);
  io.print(values['json'] === true ? JSON.stringify({ ok: true, items }) : renderItems(items));
  return EXIT.ok;
};

export const showItem = async (values: Values, [operand]: readonly string[], io: CommandIo): Promise<number> => {
  const item = readItem(operand);
  const { store } = await openItemContext(values, io);
  const reading = await store.read(item);
  if (reading === null)
    return tellRefused(
      refuse('unknown_item', `Cannot show ${item}: there is no such work item. dualgate work list shows the names.`),
      { values, io },
    );
  const status = describeItem(reading);
  io.print(values['json'] === true ? JSON.stringify({ ok: true, item: status }) : renderItem(status));
  return EXIT.ok;
};

/** Chain, anchor and order of every ledger, and of the saved runs. */
export const verifyItems = async (values: Values, _operands: readonly string[], io: CommandIo): Promise<number> => {
  const { store } = await openItemContext(values, io);
  const verified = [];
  for (const item of await store.names()) verified.push(await verifyItem(item, store));
  const isSound = verified.every(({ ok }) => ok);
  if (values['json'] === true) io.print(JSON.stringify({ ok: isSound, items: verified }));
  else if (verified.length === 0) io.print('There is no work item.');
  else
    for (const { item, ok, records, problem } of verified)
      io.print(plain(ok ? `✓ ${item}: ${records} records, unchanged` : `✗ ${item}: ${problem ?? ''}`));
  return isSound ? EXIT.ok : EXIT.no;
};

const verifyItem = async (
  item: string,
  { read, readRun }: Pick<ItemStore, 'read' | 'readRun'>,
): Promise<{
  readonly item: string;
  readonly ok: boolean;
  readonly records: number;
  readonly problem: string | null;
}> => {
  try {
    const reading = await read(item);
    await readRun(item);
    return { item, ok: reading !== null, records: reading?.ledger.records.length ?? 0, problem: null };
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    return { item, ok: false, records: 0, problem: error.message };
  }
};
