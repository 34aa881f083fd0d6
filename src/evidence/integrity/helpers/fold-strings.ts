/** Strings that code puts together from literals: `['A', 'B'].join('_')` is `'A_B'`. Each line stays where it is. */

const TEXT = String.raw`(?:'[^'\\\n]*'|"[^"\\\n]*"|` + '`[^`\\\\$\\n]*`)';
const LIST = String.raw`[[(]\s*(${TEXT}(?:\s*,\s*${TEXT})*)\s*,?\s*[\])]`;

const bare = (text: string): string => text.trim().slice(1, -1);
const quoted = (text: string): string => `'${text.replaceAll(/['\\\n]/g, '')}'`;
const items = (list: string): readonly string[] => (list.match(new RegExp(TEXT, 'g')) ?? []).map(bare);
const backwards = (text: string): string => text.split('').toReversed().join('');
const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString('latin1');

type Fold = readonly [pattern: RegExp, by: (...parts: readonly string[]) => string];

const FOLDS: readonly Fold[] = [
  // `['A', 'B'].join('_')`, and `'_'.join(['A', 'B'])`.
  [
    new RegExp(String.raw`${LIST}\s*\.\s*join\s*\(\s*(${TEXT})\s*\)`, 'g'),
    (list = '', by = '') => items(list).join(bare(by)),
  ],
  [
    new RegExp(String.raw`(${TEXT})\s*\.\s*join\s*\(\s*${LIST}\s*\)`, 'g'),
    (by = '', list = '') => items(list).join(bare(by)),
  ],
  [new RegExp(String.raw`(${TEXT})\s*\+\s*(${TEXT})`, 'g'), (one = '', other = '') => bare(one) + bare(other)],
  [
    new RegExp(String.raw`(${TEXT})\s*\.\s*concat\s*\(\s*(${TEXT}(?:\s*,\s*${TEXT})*)\s*\)`, 'g'),
    (one = '', list = '') => bare(one) + items(list).join(''),
  ],
  [
    new RegExp(
      String.raw`(${TEXT})\s*(?:\.\s*split\s*\(\s*${TEXT}\s*\)\s*\.\s*(?:reverse|toReversed)\s*\(\s*\)\s*\.\s*join\s*\(\s*${TEXT}\s*\)|\[\s*::\s*-1\s*\])`,
      'g',
    ),
    (text = '') => backwards(bare(text)),
  ],
  [
    new RegExp(String.raw`(${TEXT})\s*\.\s*(?:toUpperCase|upper)\s*\(\s*\)`, 'g'),
    (text = '') => bare(text).toUpperCase(),
  ],
  [
    new RegExp(String.raw`(${TEXT})\s*\.\s*(?:toLowerCase|lower)\s*\(\s*\)`, 'g'),
    (text = '') => bare(text).toLowerCase(),
  ],
  [
    new RegExp(String.raw`(${TEXT})\s*\.\s*replace(?:All)?\s*\(\s*(${TEXT})\s*,\s*(${TEXT})\s*\)`, 'g'),
    (text = '', was = '', is = '') => bare(text).replaceAll(bare(was), () => bare(is)),
  ],
  [new RegExp(String.raw`\batob\s*\(\s*(${TEXT})\s*\)`, 'g'), (text = '') => fromBase64(bare(text))],
  [
    new RegExp(
      String.raw`\bBuffer\s*\.\s*from\s*\(\s*(${TEXT})\s*,\s*["']base64["']\s*\)\s*\.\s*toString\s*\([^)]*\)`,
      'g',
    ),
    (text = '') => fromBase64(bare(text)),
  ],
  [
    /\bString\s*\.\s*from(?:CharCode|CodePoint)\s*\(([\d\s,]+)\)/g,
    (codes = '') => String.fromCodePoint(...codes.split(',').map((code) => Math.min(Number(code) || 0, 0xff_ff))),
  ],
];

const CONSTANT = new RegExp(String.raw`(?:\bconst\s+|^[ \t]*)([A-Za-z_$][\w$]*)\s*=\s*(${TEXT})[ \t]*(?:[;,]|$)`, 'gm');
const PART = '`((?:[^`\\\\\\n])*)`';
const MOST_STEPS = 6;

/** @param whole - the file, whose constants are known in the text */
export const foldStrings = (text: string, whole: string): string => {
  const constants = new Map([...whole.matchAll(CONSTANT)].map(([, name = '', value = '']) => [name, bare(value)]));
  let folded = text;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const before = folded;
    folded = withConstants(folded, constants);
    for (const [pattern, by] of FOLDS)
      folded = folded.replaceAll(pattern, (all: string, ...parts: readonly string[]) =>
        keepLines(all, quoted(by(...parts))),
      );
    if (folded === before) break;
  }
  return folded;
};

/** Where strings are put together, and in templates. */
const withConstants = (text: string, constants: ReadonlyMap<string, string>): string => {
  const known = (name: string, all: string): string => {
    const value = constants.get(name);
    return value === undefined ? all : quoted(value);
  };
  return text
    .replaceAll(new RegExp(PART, 'g'), (all, inner: string) => {
      const filled = inner.replaceAll(
        /\$\{\s*(?:([\w$]+)|'([^'{}]*)'|"([^"{}]*)")\s*\}/g,
        (part, name: string, one, two) => String(constants.get(name) ?? one ?? two ?? part),
      );
      return filled === inner || filled.includes('${') ? all : quoted(filled);
    })
    .replaceAll(/(?<=\+\s*)([A-Za-z_$][\w$]*)(?![\w$(.[])/g, (all, name: string) => known(name, all))
    .replaceAll(/(?<![\w$.])([A-Za-z_$][\w$]*)(?=\s*\+(?![+=]))/g, (all, name: string) => known(name, all))
    .replaceAll(/(?<=[[,]\s*)([A-Za-z_$][\w$]*)(?=\s*[,\]])/g, (all, name: string) => known(name, all));
};

const keepLines = (before: string, after: string): string => after + '\n'.repeat(before.split('\n').length - 1);
