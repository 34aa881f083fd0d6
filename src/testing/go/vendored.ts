/**
 * The folder `vendor` of Go, which go builds from as soon as it is there: whether it is a copy of its modules, as
 * `go mod vendor` makes it. Found by reading files; nothing is run.
 *
 * @module
 */
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, posix, resolve } from 'node:path';
import { namesIn } from '../../files/folders.ts';
import { readBytes, readText } from '../../files/open-plain.ts';

interface Module {
  readonly path: string;
  /** Absolute: where its files come from. */
  readonly place: string;
}

/** @param folder - absolute: the one that `vendor` is in */
export const isVendorCopy = async (folder: string): Promise<boolean> => isCopy(folder);

const isCopy = (folder: string): boolean => {
  const vendor = join(folder, 'vendor');
  const list = readText(join(vendor, 'modules.txt'));
  const files = listFiles(vendor);
  if (list === null || files === null) return false;
  const modules = readModules(list, folder).toSorted((one, other) => other.path.length - one.path.length);
  const moduleOf = (path: string): Module | undefined => modules.find((each) => path.startsWith(`${each.path}/`));
  const isSame = (path: string): boolean => {
    const module = moduleOf(path);
    if (module === undefined) return false;
    const original = readBytes(join(module.place, path.slice(module.path.length + 1)));
    return original !== null && readBytes(join(vendor, path))?.equals(original) === true;
  };
  const there = new Set(files);
  const isWhole = (place: string): boolean => {
    const module = moduleOf(`${place}/`);
    const names = module === undefined ? [] : namesIn(join(module.place, place.slice(module.path.length)));
    return names.filter(isBuilt).every((name) => there.has(`${place}/${name}`) || isLeftOut(module, place, name));
  };
  const code = files.filter((path) => path !== 'modules.txt');
  const packages = new Set(code.filter(isBuilt).map((path) => posix.dirname(path)));
  return code.every(isSame) && [...packages].every(isWhole);
};

const isBuilt = (name: string): boolean => name.endsWith('.go') && !name.endsWith('_test.go');

const isLeftOut = (module: Module | undefined, place: string, name: string): boolean =>
  module !== undefined &&
  /^\/\/(?:go:build|\s*\+build)\s+ignore\b/m.test(
    readText(join(module.place, place.slice(module.path.length), name)) ?? '',
  );

/** With `/`; `null` where something is no plain file. */
const listFiles = (folder: string, inside = ''): readonly string[] | null => {
  const found: string[] = [];
  for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    const below = entry.isDirectory() ? listFiles(folder, path) : entry.isFile() ? [path] : null;
    if (below === null) return null;
    found.push(...below);
  }
  return found;
};

const LINE = /^# (\S+)(?: (v\S+))?(?: => (\S+)(?: (v\S+))?)?$/;

const readModules = (list: string, folder: string): readonly Module[] =>
  list.split('\n').flatMap((line) => {
    const [, path, version, other, otherVersion = version] = LINE.exec(line.trim()) ?? [];
    if (path === undefined) return [];
    if (other !== undefined && /^\.{0,2}\//.test(other)) return [{ path, place: resolve(folder, other) }];
    return otherVersion === undefined
      ? []
      : [{ path, place: join(cache(), `${escapeCase(other ?? path)}@${otherVersion}`) }];
  });

/** The cache has no capitals, since not every file system tells them apart. */
const escapeCase = (path: string): string => path.replaceAll(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);

const cache = (): string =>
  process.env['GOMODCACHE'] ?? join((process.env['GOPATH'] ?? join(homedir(), 'go')).split(':')[0] ?? '', 'pkg/mod');
