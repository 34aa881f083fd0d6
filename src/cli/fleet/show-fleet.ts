/**
 * `dualgate status --fleet`: the items of a fleet, one a line.
 *
 * @module
 */
import type { ItemRow } from '../../restate/work.ts';
import type { Values } from '../command.ts';
import { nameStatus } from '../../records/events/words.ts';
import { joinPlain, plain } from '../render/text/paint.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { openFleet } from './fleet-options.ts';

export const showFleet = async (values: Values, io: CommandIo): Promise<number> => {
  const items = await openFleet(values).list();
  io.print(values['json'] === true ? JSON.stringify({ v: 1, items }) : renderFleet(items));
  return EXIT.ok;
};

/** Pure. */
export const renderFleet = (items: readonly ItemRow[]): string => {
  if (items.length === 0) return 'The fleet has no items. Submit work with dualgate submit.';
  const open = items.filter(({ status }) => status === 'open').length;
  const halted = items.filter(({ status }) => status === 'stuck' || status === 'needs_human');
  return joinPlain([
    `${items.length} ${items.length === 1 ? 'item' : 'items'}: ${open} open, ${halted.length} halted, ${items.length - open - halted.length} ended`,
    ...items.map(renderItem),
    ...(halted.length === 0 ? [] : ['Continue a halted item with dualgate submit --again ITEM.']),
  ]);
};

const renderItem = (row: ItemRow): string => {
  const { item, status, phase, iteration, holder, turn, waits_until, why, folder } = row;
  const at = phase === null ? '' : `  ${phase}, iteration ${iteration}`;
  const who = holder === null ? '' : `  ${holder} (turn ${turn})`;
  const waits = waits_until === null ? '' : `  waits until ${waits_until}`;
  const how = status === 'open' ? 'open' : nameStatus(status);
  return `  ${item}  ${how}${at}${who}${waits}${why === null ? '' : `: ${plain(why)}`}${folder === null ? '' : `  ${plain(folder)}`}`;
};
