/**
 * The file with the settings of `go env -w`, as the Go tools find it themselves.
 *
 * @module
 */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { placeInHome } from '../place-in-home.ts';

export const goEnvFile = (): string => process.env['GOENV'] || join(configHome(), 'go', 'env');

const configHome = (): string =>
  process.platform === 'darwin'
    ? join(homedir(), 'Library/Application Support')
    : placeInHome('XDG_CONFIG_HOME', '.config');
