/** The runs that the page can show: of this checkout, its last run's worktree, its list's tasks, its work items. */
import { existsSync, statSync, lstatSync, readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { DualgateError } from '../../../../gates/errors.ts';
import type { Config } from '../../../project/config/config.ts';
import { readLedger } from '../../../ledger/ledger-record.ts';
import { readLock } from '../../../ledger/lock-file.ts';
import type { PageRun } from '../../page-data.ts';
import { headOf } from '../../head-of.ts';
import { readState } from '../../../view/read-run.ts';
import { listRuns } from '../../../view/locate-run.ts';
import { runFolders } from '../../../records/run-folders.ts';
import { statusNameOf } from '../../../view/status-name.ts';
import { asWorkRecord, type WorkRecord } from '../../../records/records.ts';
import { followRuns } from '../../../queue/list/read-work-list.ts';
import type { ItemPlace } from './read-items.ts';
import { join } from 'node:path';

export interface FoundRun {
  readonly run: string;
  /** The config of the place in which it works. */
  readonly config: Config;
  /** May be absent: a new run measures the baseline first. */
  readonly ledger: string;
  /** The work item that it works on; absent without one. A worker resumes its run, under a lease. */
  readonly item?: string;
}

/** Each folder once. */
export type FindPlaces = () => Promise<readonly (Omit<ItemPlace, 'item'> & Partial<ItemPlace>)[]>;

/** @param own - of the checkout */
export const createFindPlaces =
  (own: Config, findItems: () => Promise<readonly ItemPlace[]>): FindPlaces =>
  async () => {
    const places = [...(await findItems()), ...(await followRuns(own)).map((config) => ({ config }))];
    return [...new Map(places.toReversed().map((place) => [place.config.folder, place])).values()];
  };

/** Older runs than this many are not listed, but can be opened by their id. */
const MAX_RUNS = 50;
/** Milliseconds between two checks. */
const LOOK_MS = 500;

/** Whether the run is active, or an operator has locked it. */
export const isGoing = ({ run, config }: Pick<FoundRun, 'run' | 'config'>): boolean => {
  const holder = findHolder(config);
  return holder?.live === true && holder.run === run;
};

/** The next run reports an invalid lock. */
const findHolder = ({ folder }: Config): ReturnType<typeof readLock> => {
  try {
    return readLock(runFolders(folder, 'none').lock);
  } catch (error) {
    if (error instanceof DualgateError) return null;
    throw error;
  }
};

/** @returns `null` when there is no such run */
export const findRun = async (places: FindPlaces, run: string): Promise<FoundRun | null> => {
  if (!/^[A-Za-z0-9-]{1,100}$/.test(run)) return null;
  for (const place of await places()) {
    const found = { ...place, run, ledger: runFolders(place.config.folder, run).ledger };
    if (existsSync(found.ledger) || isGoing(found)) return found;
  }
  return null;
};

/** The first one to show, as soon as it exists; `null` when the signal aborts first. */
export const awaitRun = async (
  findPlaces: FindPlaces,
  known: KnownRuns,
  signal: AbortSignal,
): Promise<FoundRun | null> => {
  while (!signal.aborted) {
    const [first] = await describeRuns(findPlaces, known);
    const found = first === undefined ? null : await findRun(findPlaces, first.run);
    if (found !== null) return found;
    await wait(LOOK_MS, undefined, { signal, ref: false }).catch(() => {});
  }
  return null;
};

/** Cached facts of a ledger that has not changed since. */
export type KnownRuns = Map<string, { readonly size: number; readonly mtimeMs: number; readonly shown: PageRun }>;

/** The most recently written ones, active ones first. */
export const describeRuns = async (findPlaces: FindPlaces, known: KnownRuns): Promise<readonly PageRun[]> => {
  const places = (await findPlaces()).map(({ config }) => config);
  const all = places.flatMap((place) =>
    listRuns(place.folder).map((run) => ({ run, config: place, ledger: runFolders(place.folder, run).ledger })),
  );
  const last = all.toSorted((one, other) => other.run.localeCompare(one.run)).slice(0, MAX_RUNS);
  const shown: PageRun[] = [];
  for (const found of last) shown.push(await describeRun(found, known));
  const starting = places.flatMap((place) => describeStart(place, shown));
  const isRunning = ({ status }: PageRun): number => Number(status === 'running');
  return [...starting, ...shown].toSorted((one, other) => isRunning(other) - isRunning(one));
};

const describeRun = async (found: FoundRun, known: KnownRuns): Promise<PageRun> => {
  const { run, ledger } = found;
  const { size, mtimeMs, mtime } = statSync(ledger);
  const before = known.get(ledger);
  // An active run changes all the time, and only its last record is needed.
  if (isGoing(found)) {
    // A ledger without a record yet names none.
    const cached = before?.shown.spec ?? '';
    const spec = cached === '' ? await readSpec(ledger, run) : cached;
    const shown: PageRun = { run, spec, status: 'running', at: mtime.toISOString() };
    known.set(ledger, { size: -1, mtimeMs, shown });
    return shown;
  }
  const shown = before?.size === size && before.mtimeMs === mtimeMs ? before.shown : await readFacts(found);
  known.set(ledger, { size, mtimeMs, shown });
  return shown;
};

const readFacts = async ({ run, config, ledger }: FoundRun): Promise<PageRun> => {
  const spec = await readSpec(ledger, run);
  try {
    const { state, at } = await readState(config.folder, run);
    return { run, spec, status: statusNameOf(state.ending, false), at };
  } catch (error) {
    // Its problem is reported when it is opened.
    if (!(error instanceof DualgateError)) throw error;
    return { run, spec, status: 'crashed', at: statSync(ledger).mtime.toISOString() };
  }
};

const readSpec = async (ledger: string, run: string): Promise<string> => {
  try {
    for await (const sealed of readLedger(ledger))
      return headOf(asWorkRecord(sealed), { run, going: false, commands: false, at: sealed.at }).spec;
  } catch (error) {
    if (!(error instanceof DualgateError)) throw error;
  }
  return '';
};

const describeStart = (place: Config, shown: readonly PageRun[]): readonly PageRun[] => {
  const holder = findHolder(place);
  if (holder?.live !== true || shown.some(({ run }) => run === holder.run)) return [];
  const { run } = holder;
  return existsSync(runFolders(place.folder, run).ledger)
    ? []
    : [{ run, spec: place.work.spec, status: 'running', at: holder.since }];
};

export interface TurnFile {
  /** In the folder of the run. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds of the epoch: last written. */
  readonly at: number;
}

type Place = Pick<FoundRun, 'config' | 'run'>;

/** Its streams and its last message: those that say something, newest turn only. @param records - of one iteration */
export const findTurnFiles = (found: Place, records: readonly WorkRecord[]): readonly TurnFile[] => {
  const last = records.findLast(({ type }) => type === 'turn.started' || type === 'turn.ended');
  if (last?.type === 'turn.ended') {
    const [, stem] = /^transcripts\/([\w.-]+)\.(?:stdout|said)$/.exec(last.data.transcript) ?? [];
    return stem === undefined ? [] : listFiles(found, (name) => name === stem).filter(({ bytes }) => bytes > 0);
  }
  return last?.type === 'turn.started' ? findGoingTurn(found, last.data) : [];
};

/** The files of a turn that has not ended; the newest where one was cut off before. */
export const findGoingTurn = (
  found: Place,
  { phase, iteration }: { readonly phase: string; readonly iteration: number },
): readonly TurnFile[] => {
  const start = `${phase.toLowerCase()}-${iteration}-`;
  const files = listFiles(found, (name) => name.startsWith(start) && /^\d+(?:\.\d+)?$/.test(name.slice(start.length)));
  const stemOf = ({ name }: TurnFile): string => name.slice(0, name.lastIndexOf('.'));
  const newest = files.toSorted((one, other) => other.at - one.at)[0];
  return newest === undefined ? [] : files.filter((each) => stemOf(each) === stemOf(newest));
};

const STREAMS = ['said', 'stdout', 'stderr'];

const listFiles = ({ config, run }: Place, fits: (stem: string) => boolean): readonly TurnFile[] => {
  const folder = runFolders(config.folder, run).transcripts;
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const files = readdirSync(folder).flatMap((file) => {
    const [, stem = '', stream = ''] = /^(.*)\.(\w+)$/.exec(file) ?? [];
    if (!STREAMS.includes(stream) || !fits(stem)) return [];
    const path = join(folder, file);
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (there?.isFile() !== true) return [];
    return [{ name: `transcripts/${file}`, path, bytes: there.size, at: there.mtimeMs, stream }];
  });
  return files
    .toSorted((one, other) => STREAMS.indexOf(one.stream) - STREAMS.indexOf(other.stream))
    .map(({ stream: _stream, ...each }) => each);
};
