/** A command without options that its runner has to do without, and those options as they were written. */

interface Sorted {
  readonly kept: readonly string[];
  readonly dropped: readonly string[];
}

/** @param options - as in `drops` of a runner; `--coverage*` is every option that begins like this */
export const dropOptions = (words: readonly string[], options: readonly string[]): Sorted => {
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
