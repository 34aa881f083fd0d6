/** Test commands with other words than they have. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { appendArguments, isTaskRunner, findProgram, isPackageManager, nameProgram } from './find-program.ts';

/** @param options - as in `drops` of a runner; `--coverage*` is every option that begins like this */
export const dropOptions = (
  words: readonly string[],
  options: readonly string[],
): { readonly kept: readonly string[]; readonly dropped: readonly string[] } => {
  const kept: string[] = [];
  const dropped: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--') return { kept: [...kept, ...words.slice(at)], dropped };
    const option = options.find((each) => isOption(word, each));
    const shorter = option === undefined ? shortenCluster(word, options) : null;
    if (option === undefined) kept.push(shorter ?? word);
    if (option === undefined && shorter === null) continue;
    const value = option !== undefined && hasValue(option, word, words[at + 1]) ? [words[at + 1] ?? ''] : [];
    dropped.push(option === undefined ? '-x' : [word, ...value].join(' '));
    at += value.length;
  }
  return { kept, dropped };
};

const isOption = (word: string, option: string): boolean => {
  const [name = ''] = option.split(' ');
  return name.endsWith('*') ? word.startsWith(name.slice(0, -1)) : word === name || word.startsWith(`${name}=`);
};

const hasValue = (option: string, word: string, next: string | undefined): boolean => {
  const [, value] = option.split(' ');
  if (value === undefined || next === undefined || word.includes('=')) return false;
  return value === 'N' ? !next.startsWith('-') : /^\d+$/.test(next);
};

/** `-xvs` of pytest is three options: without its `x`. `null` if there is nothing to drop. */
const shortenCluster = (word: string, options: readonly string[]): string | null =>
  options.includes('--exitfirst') && /^-(?=[vqsl]*x)[vqslx]{2,}$/.test(word) ? word.replace('x', '') : null;

/**
 * Runs only some files, in place of the paths that it names itself. `null`: it does not show where to put them; the
 * whole suite runs. @param files - relative to `folder` @param folder - absolute: where the command runs
 * @param withValue - options of this runner whose value is a word of its own @param added - how files are handed on
 */
export const selectFiles = (
  command: readonly string[],
  files: readonly string[],
  folder: string,
  {
    withValue,
    verb = '',
    added = files,
  }: { readonly withValue: readonly string[]; readonly verb?: string; readonly added?: readonly string[] },
): readonly string[] | null => {
  const found = findProgram(command, folder);
  if ('unknown' in found) return null;
  const { program, words } = found;
  if (isTaskRunner(program)) return null;
  const isPath = (word: string, i: number): boolean =>
    !word.startsWith('-') &&
    !(i === 0 && word === verb) &&
    !withValue.includes(words[i - 1] ?? '') &&
    (/[*{[]/.test(word) || existsSync(join(folder, word)));
  const named = new Set(words.filter(isPath));
  if (named.size === 0) return appendArguments(command, added, folder);
  // A path inside a script of package.json cannot be removed from it.
  if (isPackageManager(nameProgram(command[0] ?? ''))) return null;
  const from = command.length - words.length;
  return appendArguments(
    command.filter((word, i) => i < from || !named.has(word)),
    added,
    folder,
  );
};
