/**
 * Holds docs/reference/api.md to what the package exports: every name, in the section of its entry, and no other.
 *
 * @module
 */
import { expect, test } from 'vitest';
import * as gates from '../../gates/index.ts';
import * as actors from '../../src/run/actors/index.ts';
import * as machines from '../../machines/index.ts';
import * as whole from '../../src/index.ts';
import * as inspector from '../../src/inspector/index.ts';
import * as restate from '../../src/restate/index.ts';
import * as signals from '../../src/signals/index.ts';
import { readPage } from './pages.ts';

const { text } = readPage('docs/reference/api.md');

/** The names in the first column of the tables of a section. */
const namesIn = (entry: string): readonly string[] => {
  const section = text.split(/^(?=## )/m).find((each) => each.startsWith(`## \`${entry}\`\n`)) ?? '';
  return [...section.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(([, names = '']) =>
    names.split(', ').map((name) => name.slice(1, -1)),
  );
};

test.each([
  ['dualgate', whole],
  ['dualgate/gates', gates],
  ['dualgate/machines', machines],
  ['dualgate/actors', actors],
  ['dualgate/signals', signals],
  ['dualgate/inspector', inspector],
  ['dualgate/restate', restate],
])('docs/reference/api.md tells of every name of %s once, and of no other', (entry, exported) => {
  expect([...namesIn(entry)].sort()).toEqual(Object.keys(exported).sort());
});
