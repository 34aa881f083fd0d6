/**
 * The modules of a go.work.
 *
 * @module
 */
import { join } from 'node:path';
import { readText } from '../../files/open-plain.ts';

/** `use ./api`, or several in brackets. @param text - of the file */
export const readModules = (text: string): readonly string[] => {
  const plain = text.replaceAll(/\/\/[^\n]*/g, '');
  const blocks = [...plain.matchAll(/^\s*use\s*(?:\(([^)]*)\)|([^\s(]+))/gm)];
  return blocks.flatMap(([, several = '', one = '']) => `${several} ${one}`.split(/\s+/).filter((word) => word !== ''));
};

/** The patterns of all packages of a folder: go takes `./...` for one module only. */
export const packagesOf = (folder: string): readonly string[] => {
  const text = readText(join(folder, 'go.work')) ?? '';
  const modules = readModules(text).map((place) => place.replace(/^(?:\.\/)+|\/+$/g, ''));
  const inside = modules.filter((place) => !place.startsWith('..') && !place.startsWith('/'));
  return inside.length === 0
    ? ['./...']
    : inside.map((place) => (place === '' || place === '.' ? './...' : `./${place}/...`));
};
