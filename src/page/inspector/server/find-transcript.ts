/** The files of a turn, as dualgate names them. An agent can put anything else into their folder. */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runFolders } from '../../../records/run-folders.ts';
import type { WorkRecord } from '../../../records/records.ts';
import type { FoundRun } from './find-runs.ts';

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

/** The message first. */
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
