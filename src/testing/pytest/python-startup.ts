/**
 * Files that Python or pytest loads because of their place, under names that cannot be listed beforehand.
 *
 * @module
 */
import { join } from 'node:path';
import type { FrozenKind } from '../runner-facts.ts';

/**
 * In the folders for installed packages of every Python below a place for libraries: the modules that Python loads at
 * its start, and the lines of `.pth` files that it runs. Other lines there only add places after the existing ones.
 */
export const STARTUP: FrozenKind = {
  pattern: /^(.*)[\\/]python\*[\\/]site-packages#startup$/,
  read: async (libraries, { namesIn, readText }) => {
    const found: string[] = [];
    for (const place of (await namesIn(libraries)).filter((name) => name.startsWith('python'))) {
      const folder = join(libraries, place, 'site-packages');
      for (const name of await namesIn(folder)) {
        const path = join(folder, name);
        // A module is a file, or a folder with one of that name in it.
        if (/^(?:user|site)customize(?:\.py)?$/.test(name))
          found.push(`${path}\0${await readText(join(path, '__init__.py'))}${await readText(path)}`);
        else if (name.endsWith('.pth')) found.push(...linesRun(await readText(path)).map((line) => `${path}\0${line}`));
      }
    }
    return found.join('\n');
  },
};

/** The installed or half-installed packages in a folder on Python's path that pytest loads as plugins. */
export const PLUGINS: FrozenKind = {
  pattern: /^(.*)[\\/]\*-info[\\/]entry_points\.txt#pytest11$/,
  read: async (folder, { namesIn, readText }) => {
    const packages = (await namesIn(folder)).filter((name) => /\.(?:dist|egg)-info$/i.test(name));
    const texts = await Promise.all(packages.map((name) => readText(join(folder, name, 'entry_points.txt'))));
    return texts.filter((text) => /^\s*\[\s*pytest11\s*\]/m.test(text)).join('\n');
  },
};

const linesRun = (text: string): readonly string[] => text.split('\n').filter((line) => /^import[ \t]/.test(line));
