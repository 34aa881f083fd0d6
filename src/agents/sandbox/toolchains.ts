/**
 * The parts of a home that are shown read-only, since programs do not run without them: places of programs, by PATH and
 * by convention. No folder with keys: places are named one by one, and never a whole `.config` or `.local`.
 */
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { askRunners } from '../../runners/runners.ts';

/** Relative to the home. */
const BY_HABIT = (
  '.asdf .bun/bin .config/git/attributes .config/git/config .config/git/ignore .deno/bin .fnm .gitconfig .local/bin .local/lib ' +
  '.local/share/fnm .local/share/mise .local/share/pnpm .local/share/uv .nix-profile .npm-global .nvm .pyenv .rbenv .sdkman .volta'
).split(' ');
const OF_RUNNERS = askRunners(({ toolchain }) => toolchain);

const HOLDERS = new Set(['bin', 'sbin', 'shims']);
/** Whose parts are named one by one: what else is in them may hold keys. */
const MIXED = new Set([
  '.local',
  '.config',
  '.cache',
  'share',
  'state',
  ...OF_RUNNERS.flatMap((path) => /^(\.[^/]+)\//.exec(path)?.[1] ?? []),
]);

/** Absolute paths, there or not. @param path - PATH */
export const listToolchains = (homes: readonly string[], path: string): readonly string[] => [
  ...homes.flatMap((home) => [...BY_HABIT, ...OF_RUNNERS].map((each) => join(home, each))),
  ...path.split(delimiter).flatMap((entry) => (isAbsolute(entry) ? [entry, ...prefixOf(entry, homes)] : [])),
];

/** A program in `bin` finds its libraries beside it. */
const prefixOf = (entry: string, homes: readonly string[]): readonly string[] => {
  const prefix = dirname(entry);
  const isMixed = homes.some((home) => home.startsWith(prefix)) || MIXED.has(basename(prefix));
  return HOLDERS.has(basename(entry)) && !isMixed ? [prefix] : [];
};

/** A program, and the whole tree of packages that it lies in. @param real - its path without links */
export const treeOf = (real: string): string => {
  const [before, inside] = real.split('/node_modules/', 2);
  return inside === undefined || before === undefined ? real : `${before}/node_modules`;
};
