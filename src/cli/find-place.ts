/** The place of a run that is only looked at, without its config where that decides nothing. */
import { readText } from '../base/files/open-plain.ts';
import type { SecretConfig } from '../base/redact-text.ts';
import { findRecordsAlone, locateConfig, type ReadConfigOptions } from '../project/config/find-config.ts';
import { RunError } from '../records/run-error.ts';
import { readCurrentRun, runFolders } from '../records/run-folders.ts';
import { isElsewhere, locateRun } from '../view/locate-run.ts';
import { isLeftBehind } from '../view/glance.ts';
import { optional, text, type Values } from './command.ts';
import { plain } from './render/paint.ts';
import type { CommandIo } from './terminal/io.ts';

/** Its config is read only where it decides: places of lists' runs and work trees, secrets that no view shows. */
export interface Place {
  /** The workspace. */
  readonly folder: string;
  /** `null` where it cannot name any. */
  readonly secrets: SecretConfig | null;
}

/** @throws {ConfigError} if there is no config, or if it is needed and wrong */
export const openPlace = async (run: string | undefined, values: Values, io: CommandIo): Promise<Place> =>
  findPlace(run, values, io) ??
  (await openRecorded(run, values, io)) ??
  placeIn(await (await import('./open-config.ts')).openConfigOf(run, values, io));

/** By its records alone, where the config is gone; else `null`. @throws {ConfigError} as `describeAlone` */
export const openRecorded = async (run: string | undefined, values: Values, io: CommandIo): Promise<Place | null> => {
  const folder = findRecorded(values, io);
  if (folder === null) return null;
  io.complain(plain(await (await import('../view/records-alone.ts')).describeAlone(folder, run)));
  return { folder, secrets: null };
};

/** The folder of records whose config is gone; `null` also where only the config says which of them are meant. */
export const findRecorded = (values: Values, io: Pick<CommandIo, 'cwd'>): string | null => {
  const folder = findRecordsAlone(askedIn(values, io));
  return folder === null || isElsewhere(folder) ? null : folder;
};

const askedIn = (values: Values, { cwd }: Pick<CommandIo, 'cwd'>): ReadConfigOptions => ({
  cwd,
  ...optional('config', text(values, 'config')),
});

export const placeIn = (config: SecretConfig & Pick<Place, 'folder'>): Place => ({
  folder: config.folder,
  secrets: config,
});

/** `null`: the config has to be read, if only for its error, which is first. @throws {ConfigError} if there is none */
export const findPlace = (run: string | undefined, values: Values, io: CommandIo): Place | null => {
  const asked = { ...askedIn(values, io), ...optional('run', run) };
  try {
    const place = locateRun(asked);
    return place === null || mayNameSecrets(readText(locateConfig(asked)))
      ? null
      : { folder: place.folder, secrets: null };
  } catch (error) {
    if (error instanceof RunError) return null;
    throw error;
  }
};

/**
 * Secrets of a config are values of a key `env`; YAML can write its letters otherwise only by a number (`\x65`), or
 * part them by a backslash at the end of a line. A line that begins as a comment may be the end of a quoted text.
 */
const mayNameSecrets = (text: string | null): boolean =>
  text === null || text.split(/[\r\n]/).some((line) => !/^\s*#[^"']*$/.test(line) && /env|\\(?:[xuU]|\s*$)/.test(line));

/** STATE.md of the current run was deleted, or is of a run that was killed: the reader of the whole run makes it again. */
export const isPageLeft = (folder: string, run: string | undefined): boolean => {
  const current = readCurrentRun(folder);
  return current !== null && (run ?? current) === current && isLeftBehind(runFolders(folder, current));
};
