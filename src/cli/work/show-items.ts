/**
 * `dualgate work list`, `show` and `verify`: they change nothing.
 *
 * @module
 */
import { describeItem } from '../../work-items/describe-item.ts';
import { verifyItems } from '../../work-items/verify-items.ts';
import { refuse } from '../../work-items/word-refusal.ts';
import type { Values } from '../command.ts';
import { joinPlain, plain } from '../render/text/paint.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { openItemContext, readItem, tellRefused } from './item-context.ts';
import { renderItem, renderItems, renderVerifiedItem } from './render-items.ts';

export const listItems = async (values: Values, _operands: readonly string[], io: CommandIo): Promise<number> => {
  const { store } = await openItemContext(values, io);
  const { items: found, broken } = await store.list();
  const items = found.map(describeItem);
  const ok = broken.length === 0;
  if (values['json'] === true) io.print(JSON.stringify({ ok, items, ...(ok ? {} : { broken }) }));
  else {
    if (ok || items.length > 0) io.print(renderItems(items));
    for (const { item, problem } of broken) io.complain(plain(`✗ ${item}: ${problem}`));
  }
  return ok ? EXIT.ok : EXIT.no;
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
export const showVerification = async (
  values: Values,
  _operands: readonly string[],
  io: CommandIo,
): Promise<number> => {
  const { store } = await openItemContext(values, io);
  const verified = await verifyItems(store);
  const isSound = verified.every(({ ok }) => ok);
  if (values['json'] === true) io.print(JSON.stringify({ ok: isSound, items: verified }));
  else io.print(verified.length === 0 ? 'There is no work item.' : joinPlain(verified.map(renderVerifiedItem)));
  return isSound ? EXIT.ok : EXIT.no;
};
