/** The work items for the pages. They ask again and again: a reading is kept for ten times as long as it took. */
import { setTimeout as wait } from 'node:timers/promises';
import { DualgateError } from '../../../../gates/errors.ts';
import type { Config } from '../../../project/config/config.ts';
import { configOfTask } from '../../../project/config/tasks-of-list.ts';
import { anchorFolder, readAnchor } from '../../../ledger/anchor.ts';
import type { PageItem, PageItems } from '../../page-data.ts';
import { trimValue } from '../../trim-value.ts';
import { configThere } from '../../../read-config/parse-config.ts';
import { createRedactData } from '../../../base/redact-text.ts';
import { describeItem, type ItemReading } from '../../../queue/items/item-store.ts';
import type { ItemState } from '../../../queue/items/item-state.ts';
import { openItems } from '../../../queue/items/open-items.ts';

/** The folder of this machine where the run of an item works. */
export interface ItemPlace {
  readonly item: string;
  readonly config: Config;
}

/** Milliseconds that a reading is kept at least. */
const KEPT_MS = 1_000;
/** A reading is kept for this many times its duration. */
const TIMES = 10;
/** A remote may not answer; and in the meantime, runs are shown without it. */
const MAX_READ_MS = 20_000;
const PATIENCE_MS = 500;
const MAX_ITEMS = 200;
const MAX_PLACES = 50;
const ROOM = { text: 500, list: MAX_ITEMS, keys: 20 } as const;

/** @param config - of the checkout */
export const createItemReader = (config: Config) => {
  const redact = createRedactData(config, process.env);
  const ending = new AbortController();
  let last: Reading = NOTHING;
  const keep = createKept(async () => {
    last = await readAll(config, AbortSignal.any([ending.signal, AbortSignal.timeout(MAX_READ_MS)]));
    return last;
  });
  return {
    /** For the page: without secrets, and bounded. */
    describe: async (): Promise<PageItems> => {
      const { readings, problem } = await keep();
      const items = readings.map(pageItemOf).toSorted((one, other) => Number(isDone(one)) - Number(isDone(other)));
      return trimValue(redact({ items, total: items.length, problem }), ROOM).value;
    },
    /** Those of the last reading, where this one takes its time: no run waits for a remote. */
    places: async (): Promise<readonly ItemPlace[]> => {
      const done = new AbortController();
      const reading = keep()
        .catch(() => {})
        .finally(() => done.abort());
      const late = wait(PATIENCE_MS, undefined, { signal: done.signal, ref: false }).catch(() => {});
      await Promise.race([reading, late]);
      return last.places;
    },
    close: () => ending.abort(),
  };
};

interface Reading {
  readonly readings: readonly ItemReading[];
  readonly places: readonly ItemPlace[];
  /** Why they cannot be read; `null` when they were. */
  readonly problem: string | null;
}

const NOTHING: Reading = { readings: [], places: [], problem: null };

const readAll = async (config: Config, signal: AbortSignal): Promise<Reading> => {
  try {
    const { store } = await openItems({ config, env: process.env, signal });
    const { items: readings, broken } = await store.list();
    const problem = broken.length === 0 ? null : broken.map((each) => each.problem).join(' ');
    return { readings, places: placesOf(config, readings), problem };
  } catch (error) {
    if (!(error instanceof DualgateError)) throw error;
    const silence = `Cannot read the work items of ${config.work_items.remote}: it does not answer. Check the connection: dualgate work list.`;
    return { ...NOTHING, problem: signal.aborted ? silence : error.message };
  }
};

const createKept = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let last: Promise<T> | null = null;
  let until = 0;
  return () => {
    const began = performance.now();
    if (last !== null && began < until) return last;
    until = Number.POSITIVE_INFINITY;
    last = read().finally(() => {
      const now = performance.now();
      until = now + Math.max(KEPT_MS, (now - began) * TIMES);
    });
    return last;
  };
};

const pageItemOf = (reading: ItemReading): PageItem => {
  const { item, title, phase, holder, blocked, run, result } = describeItem(reading);
  return { item, title, phase, holder, blocked, run, branch: result?.branch ?? null };
};

const isDone = ({ phase }: PageItem): boolean => phase === 'COMPLETED';

const placesOf = (own: Config, readings: readonly ItemReading[]): readonly ItemPlace[] =>
  readings
    .map(({ state }) => state)
    .toSorted((one, other) => (other.run?.run ?? '').localeCompare(one.run?.run ?? ''))
    .slice(0, MAX_PLACES)
    .flatMap((state) => placeOf(own, state) ?? []);

/** A ledger may come from another machine, and name a folder of it: only a run that is anchored here began here. */
const placeOf = (own: Config, { item, spec, run }: ItemState): ItemPlace | null => {
  if (run === null || spec === null || readAnchor(anchorFolder(process.env), run.run) === null) return null;
  try {
    return { item, config: configOfTask(configThere(own, run.folder), spec) };
  } catch (error) {
    if (error instanceof DualgateError) return null;
    throw error;
  }
};
