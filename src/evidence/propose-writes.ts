/** Globs for the files that a suite writes itself, as under `tests.writes`. A glob matches no other source. */
import { dirname, extname } from 'node:path/posix';
import { quoteWord } from '../base/text/quote-text.ts';

/** A folder where nothing else lies, one ending where names differ, else the name. @param others - other sources */
export const proposeWrites = (written: readonly string[], others: readonly string[]): readonly string[] => {
  const taken = new Set(others.flatMap(foldersOf));
  const alike = countAlike(written);
  const occupied = new Set(others.map(kindOf));
  const globs = written.map((path) => {
    const folder = foldersOf(path).find((each) => !taken.has(each));
    if (folder !== undefined) return `${escapeGlob(folder)}/**`;
    const kind = kindOf(path);
    return extname(path) !== '' && (alike.get(kind) ?? 0) > 1 && !occupied.has(kind) ? kind : escapeGlob(path);
  });
  return [...new Set(globs)].sort();
};

/** The sources that no wide glob may match: those that the suite did not write, and those from before it. */
export const listOthers = (
  written: readonly string[],
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): readonly string[] => [...before.keys(), ...[...after.keys()].filter((path) => !written.includes(path))];

/** As in the config, beneath `tests:`. */
export const renderWrites = (globs: readonly string[]): string =>
  `writes: [${globs.map((glob) => JSON.stringify(glob)).join(', ')}]`;

/** The command by which an operator accepts the globs, as it is typed. */
export const renderAcceptance = (globs: readonly string[]): string =>
  ['dualgate accept --writes', ...globs.map(quoteWord), '-m "why"'].join(' ');

/** Every folder that a file is in, the outermost first; not the workspace itself. */
const foldersOf = (path: string): readonly string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));

/** `logs/*.txt` */
const kindOf = (path: string): string => {
  const folder = dirname(path) === '.' ? '' : `${escapeGlob(dirname(path))}/`;
  return `${folder}*${escapeGlob(extname(path))}`;
};

const countAlike = (paths: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const kind of paths.map(kindOf)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
};

const escapeGlob = (path: string): string => path.replaceAll(/[\\*?[\](){}!+@|^$]/g, '\\$&');
