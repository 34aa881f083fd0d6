/**
 * The place of a run that is only looked at. Its config is read only where that decides: it says where runs of lists and work trees
 * are, and holds the secrets that no view shows.
 *
 * @module
 */
import { locateConfig } from '../../config/find-config.ts';
import { readText } from '../../files/open-plain.ts';
import { RunError } from '../../records/run-error.ts';
import { locateRun } from '../../view/locate-run.ts';
import type { SecretConfig } from '../../redact/secrets-of.ts';
import { optional, text, type Values } from '../command.ts';
import type { CommandIo } from '../terminal/io.ts';

export interface Place {
  /** The workspace. */
  readonly folder: string;
  /** `null` where it cannot name any. */
  readonly secrets: SecretConfig | null;
}

/** @throws {ConfigError} if there is no config, or if it is needed and wrong */
export const openPlace = async (run: string | undefined, values: Values, io: CommandIo): Promise<Place> =>
  findPlace(run, values, io) ?? placeIn(await (await import('../open-config.ts')).openConfigOf(run, values, io));

export const placeIn = (config: SecretConfig & Pick<Place, 'folder'>): Place => ({
  folder: config.folder,
  secrets: config,
});

/**
 * `null`: the config has to be read, if only for its error, which comes before that of a missing run.
 *
 * @throws {ConfigError} if there is none
 */
export const findPlace = (run: string | undefined, values: Values, io: CommandIo): Place | null => {
  const asked = { cwd: io.cwd, ...optional('config', text(values, 'config')), ...optional('run', run) };
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
 * Secrets of a config are values of a key `env`; YAML can write its letters otherwise only with a backslash. A line that begins as a
 * comment may be the end of a quoted text.
 */
const mayNameSecrets = (text: string | null): boolean =>
  text === null || text.split(/[\r\n]/).some((line) => !/^\s*#[^"']*$/.test(line) && /env|\\/.test(line));
