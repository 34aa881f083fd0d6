/**
 * What Python, or pytest, loads by itself because it lies in a certain place, under names that nobody can list beforehand.
 *
 * @module
 */
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashContent } from '../sources/content-state.ts';
import { WITHOUT_WAITING } from '../sources/open-flags.ts';

/**
 * Of the folders for installed packages of every Python below `libraries`: the modules that Python loads at its start, and the lines
 * that it runs of `.pth` files. Other lines there only add places behind the ones that it looks in.
 */
export const readStartup = async (libraries: string): Promise<string> => {
  const places = (await namesIn(libraries)).filter((name) => name.startsWith('python'));
  const found: string[] = [];
  for (const place of places) {
    const folder = join(libraries, place, 'site-packages');
    for (const name of await namesIn(folder)) {
      const path = join(folder, name);
      if (/^(?:user|site)customize(?:\.py)?$/.test(name)) found.push(`${path}\0${await readWhole(path)}`);
      else if (name.endsWith('.pth')) found.push(...(await readLines(path)).map((line) => `${path}\0${line}`));
    }
  }
  return found.length === 0 ? 'absent' : hashContent(found.join('\n'));
};

/** Of the installed or half-installed packages in a folder on Python's path: those that pytest takes for its plugins. */
export const readPytestPlugins = async (folder: string): Promise<string> => {
  const packages = (await namesIn(folder)).filter((name) => /\.(?:dist|egg)-info$/i.test(name));
  const texts = await Promise.all(packages.map((name) => readText(join(folder, name, 'entry_points.txt'))));
  const plugins = texts.filter((text) => /^\s*\[\s*pytest11\s*\]/m.test(text));
  return plugins.length === 0 ? 'absent' : hashContent(plugins.join('\n'));
};

/** In an order that does not depend on the file system. */
const namesIn = async (folder: string): Promise<readonly string[]> =>
  [...(await readdir(folder).catch(() => []))].sort((one, other) => (one < other ? -1 : 1));

const readText = (path: string): Promise<string> =>
  readFile(path, { encoding: 'utf8', flag: WITHOUT_WAITING }).catch(() => '');

const readWhole = async (path: string): Promise<string> =>
  (await lstat(path)).isDirectory() ? readText(join(path, '__init__.py')) : readText(path);

const readLines = async (path: string): Promise<readonly string[]> =>
  (await readText(path)).split('\n').filter((line) => /^import[ \t]/.test(line));
