/** go test: its own events, `-json`. `-count=1`: a result out of Go's cache is none of this run. */
import { readdirSync, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, posix, resolve } from 'node:path';
import { namesIn } from '../../base/files/folders.ts';
import { readBytes, readText } from '../../base/files/open-plain.ts';
import { packagesOf, goEnvFile, readGo } from './read-go.ts';
import { wordsOf, insertArguments } from '../command/find-program.ts';
import type { Runner } from '../runner.ts';

interface Module {
  readonly path: string;
  readonly place: string;
}

/** Whether it is a copy of Go's modules. Found by reading files. @param folder - absolute: the one that `vendor` is in */
const isVendorCopy = async (folder: string): Promise<boolean> => {
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

/** `replace` can put another module in the place of one that the tests use; `require` cannot. */
const withoutRequirements = (text: string): string => {
  let isInside = false;
  return text
    .split(/\r?\n/)
    .filter((line) => {
      const words = line.replace(/\/\/.*$/, '').trim();
      if (isInside) {
        isInside = words !== ')';
        return false;
      }
      isInside = /^require\s*\($/.test(words);
      return !isInside && !/^(?:require|go|toolchain)\s/.test(words);
    })
    .join('\n');
};

/** As soon as it is there, go builds from it, and not from the modules. */
const VENDOR = 'vendor/**';

export const goRunner: Runner = {
  report: 'stdout',
  read: readGo,
  saysNoTests: (stderr) => /^no packages to test$/m.test(stderr),
  isFoundIn: ({ program, words }) => program === 'go' && words[0] === 'test',
  // It runs packages, not files.
  select: (command, files) => {
    if (!command.includes('./...')) return null;
    const packages = [...new Set(files.map((file) => `./${posix.dirname(file)}`))];
    return command.flatMap((word) => (word === './...' ? packages : [word]));
  },
  detect: {
    isInScript: ([program, verb]) => program === 'go' && verb === 'test',
    fromScript: (words) => words,
    drops: {
      failFast: ['-failfast', '--failfast'],
      coverage: ['-coverprofile N', '-covermode N', '-coverpkg N', '-cover'],
    },
    language: 'go',
    isIn: async (folder) => ['go.mod', 'go.work'].some((name) => existsSync(join(folder, name))),
    command: (folder) => ['go', 'test', ...packagesOf(folder)],
  },
  frozen: {
    atRoot: ['go.work'],
    parts: { 'go.mod': withoutRequirements },
    setUp: { 'go.mod#tests': (text) => /^module \S+$/.test(text.trim()) },
    installed: async (folder) => (existsSync(join(folder, 'go.mod')) ? [join(folder, VENDOR)] : []),
    copies: { [VENDOR]: isVendorCopy },
    above: ['go.work'],
    inHome: () => [goEnvFile()],
    variables: ['GO[A-Z]*'],
  },
  toolchain: ['go/bin', 'go/pkg'],
  tests: {
    modules: { golang: ['testing(?:/[a-z]+)?'] },
    asked: {
      golang: [
        String.raw`\bflag\.Lookup\s*\(\s*"test\.`,
        String.raw`\bos\.Args\b[^\n]*"[^"\n]*\btest\b`,
        String.raw`\bos\.Executable\b[\s\S]{0,300}?\.test"`,
        String.raw`\b(?:runtime\.Callers?|debug\.Stack)\b[\s\S]{0,400}?"[^"\n]*(?:_test|\.Test|testing)`,
      ],
    },
  },
  // Its events.
  noise: [String.raw`\{ ?"\w+":`],
  prepare: (command, workspace) => {
    const words = wordsOf(command, workspace);
    const options = ['-count=1', ...(words.some((word) => /^--?json(?:=true)?$/.test(word)) ? [] : ['-json'])];
    // Arguments after -args belong to the test program.
    return {
      command: insertArguments(command, options, { folder: workspace, isBarrier: (word) => /^--?args$/.test(word) }),
      env: {},
    };
  },
};
