/** Holds docs/reference/api.md to what the package exports: every name, in the section of its entry, and no other. */
import { expect, test } from 'vitest';
import { readPage } from './pages.ts';
import { ENTRIES } from './render-exports.ts';

const { text } = readPage('docs/reference/api.md');

/** The names in the first column of the tables of a section. */
const namesIn = (entry: string): readonly string[] => {
  const section = text.split(/^(?=## )/m).find((each) => each.startsWith(`## \`${entry}\`\n`)) ?? '';
  return [...section.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(([, names = '']) =>
    names.split(', ').map((name) => name.slice(1, -1)),
  );
};

test.each(ENTRIES.map(([entry, , exported]) => [entry, exported] as const))(
  'docs/reference/api.md tells of every name of %s once, and of no other',
  (entry, exported) => {
    expect([...namesIn(entry)].sort()).toEqual(Object.keys(exported).sort());
  },
);
