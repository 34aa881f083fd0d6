/**
 * The list of all items and the queue of those that wait for a worker: one object, so that an item is offered once.
 *
 * @module
 */
import type { ObjectContext } from '@restatedev/restate-sdk';
import type * as Sdk from '@restatedev/restate-sdk';
import type { ItemRow } from '../work.ts';
import { FLEET, type Offer } from './protocol.ts';

const ROW = 'item:';

export const fleetObject = ({ object, handlers }: Pick<typeof Sdk, 'object' | 'handlers'>) =>
  object({
    name: FLEET,
    handlers: {
      offer: handlers.object.exclusive(
        { ingressPrivate: true },
        async (context: ObjectContext, offer: Offer): Promise<void> => {
          const queue = await readQueue(context);
          if (queue.every(({ item }) => item !== offer.item)) context.set('queue', [...queue, offer]);
        },
      ),
      take: async (context: ObjectContext, { site }: { readonly site: string }): Promise<string | null> => {
        const queue = await readQueue(context);
        const taken = queue.find((each) => each.site === null || each.site === site);
        if (taken === undefined) return null;
        context.set(
          'queue',
          queue.filter((each) => each !== taken),
        );
        return taken.item;
      },
      note: handlers.object.exclusive(
        { ingressPrivate: true },
        async (context: ObjectContext, row: Partial<ItemRow> & Pick<ItemRow, 'item'>): Promise<void> => {
          const known = await context.get<ItemRow>(`${ROW}${row.item}`);
          context.set(`${ROW}${row.item}`, {
            ...(known ?? emptyRow(row.item)),
            ...row,
            at: await context.date.toJSON(),
          });
        },
      ),
      list: handlers.object.shared(async (context): Promise<readonly ItemRow[]> => {
        const rows: ItemRow[] = [];
        for (const key of await context.stateKeys()) {
          const row = key.startsWith(ROW) ? await context.get<ItemRow>(key) : null;
          if (row !== null) rows.push(row);
        }
        return rows.sort((one, other) => (one.item < other.item ? -1 : 1));
      }),
    },
  });

const readQueue = async (context: ObjectContext): Promise<readonly Offer[]> =>
  (await context.get<readonly Offer[]>('queue')) ?? [];

const emptyRow = (item: string): Omit<ItemRow, 'at'> => ({
  item,
  status: 'open',
  why: null,
  phase: null,
  iteration: 0,
  run: null,
  folder: null,
  holder: null,
  turn: 0,
  waits_until: null,
});
