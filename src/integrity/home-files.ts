/**
 * Files outside of the workspace by which the programs of a language are told what to run: those of the user's home, and
 * those of the folders above, which many programs look through up to the root.
 *
 * @module
 */
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const CODE = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'];

/** Whatever a run is in: a project may have no source yet. */
const LOOKED_FOR_ABOVE: readonly string[] = [
  ...['vitest.config', 'vite.config', 'jest.config'].flatMap((name) => CODE.map((ending) => `${name}.${ending}`)),
  ...['js', 'cjs', 'mjs', 'json', 'jsonc', 'yaml', 'yml'].map((ending) => `.mocharc.${ending}`),
  ...'pytest.ini .pytest.ini pytest.toml .pytest.toml tox.ini pyproject.toml#tests setup.cfg#tests'.split(' '),
  ...'.cargo/config .cargo/config.toml Cargo.toml#tests rust-toolchain rust-toolchain.toml go.work'.split(' '),
];

/**
 * The paths to freeze, absolute, whether they exist yet or not.
 *
 * @param workspace absolute
 */
export const findHomeFiles = (workspace: string): readonly string[] => [
  ...foldersAbove(workspace).flatMap((folder) => LOOKED_FOR_ABOVE.map((name) => join(folder, name))),
  ...['config', 'config.toml'].map((name) => join(placeOf('CARGO_HOME', '.cargo'), name)),
  process.env['GOENV'] || join(configHome(), 'go', 'env'),
  join(placeOf('PYTHONUSERBASE', '.local'), 'lib/python*/site-packages#startup'),
];

/** Where a variable names it, else in the home of the user. */
const placeOf = (name: string, usual: string): string => process.env[name] || join(homedir(), usual);

/** As the Go tools find it. */
const configHome = (): string =>
  process.platform === 'darwin'
    ? join(homedir(), 'Library/Application Support')
    : placeOf('XDG_CONFIG_HOME', '.config');

const foldersAbove = (folder: string): readonly string[] => {
  const above = dirname(folder);
  return above === folder ? [] : [above, ...foldersAbove(above)];
};
