/**
 * The list of all items and the lines of those that wait for a worker: one object, so that an item is offered once. An
 * item that was begun goes before one that any worker can begin.
 *
 * @module
 */
import type { ObjectContext, ObjectSharedContext } from '@restatedev/restate-sdk';
import type * as Sdk from '@restatedev/restate-sdk';
import type { ItemRow } from '../work.ts';
import { FLEET, type Offer } from './protocol.ts';

const ROW = 'item:';
/** How many items are open. */
const OPEN = 'open';

/** Each item and each place of a line is a key of its own, and only `list` reads all: a call costs the same for any number of items. */
const ONE_KEY = { enableLazyState: true } as const;

export const fleetObject = ({ object, handlers }: Pick<typeof Sdk, 'object' | 'handlers'>) =>
  object({
    name: FLEET,
    handlers: {
      offer: handlers.object.exclusive(
        { ingressPrivate: true, ...ONE_KEY },
        async (context: ObjectContext, { item, site }: Offer): Promise<void> => {
          if ((await context.get<true>(waitingKey(item))) !== null) return;
          context.set(waitingKey(item), true);
          const { first, next } = await readLine(context, site);
          context.set(placeKey(site, next), item);
          context.set(lineKey(site), { first, next: next + 1 });
        },
      ),
      take: handlers.object.exclusive(
        ONE_KEY,
        async (context: ObjectContext, { site }: { readonly site: string }): Promise<string | null> =>
          (await takeFirst(context, site)) ?? takeFirst(context, null),
      ),
      note: handlers.object.exclusive(
        { ingressPrivate: true, ...ONE_KEY },
        async (context: ObjectContext, row: Partial<ItemRow> & Pick<ItemRow, 'item'>): Promise<void> => {
          const known = await context.get<ItemRow>(`${ROW}${row.item}`);
          const now: ItemRow = { ...(known ?? emptyRow(row.item)), ...row, at: await context.date.toJSON() };
          context.set(`${ROW}${row.item}`, now);
          const opened = Number(now.status === 'open') - Number(known?.status === 'open');
          if (opened !== 0) context.set(OPEN, (await readOpen(context)) + opened);
        },
      ),
      hasOpen: handlers.object.shared(
        ONE_KEY,
        async (context: ObjectSharedContext): Promise<boolean> => (await readOpen(context)) > 0,
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

/** The items that wait for a worker of a site, or of any: `first` up to `next` are their places. */
interface Line {
  readonly first: number;
  readonly next: number;
}

type Site = Offer['site'];

const waitingKey = (item: string): string => `waits:${item}`;
const lineKey = (site: Site): string => `line:${site ?? ''}`;
const placeKey = (site: Site, place: number): string => `place:${site ?? ''}:${place}`;

const readLine = async (context: ObjectContext, site: Site): Promise<Line> =>
  (await context.get<Line>(lineKey(site))) ?? { first: 0, next: 0 };

const takeFirst = async (context: ObjectContext, site: Site): Promise<string | null> => {
  const { first, next } = await readLine(context, site);
  const item = first < next ? await context.get<string>(placeKey(site, first)) : null;
  if (item === null) return null;
  context.clear(placeKey(site, first));
  context.clear(waitingKey(item));
  context.set(lineKey(site), { first: first + 1, next });
  return item;
};

const readOpen = async (context: ObjectSharedContext): Promise<number> => (await context.get<number>(OPEN)) ?? 0;

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
