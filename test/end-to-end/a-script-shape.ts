/**
 * A repository of JavaScript with a small feature, whose tests a runner of choice runs: `other-shapes.ts` has the others.
 */
import type { Files } from './a-project.ts';

/** The files of a repository, and those that an agent writes. */
export interface Feature {
  readonly files: Files;
  readonly red: Files;
  /** Id of the earlier test that AC-4 changes. */
  readonly changed: string;
  readonly green: Files;
}

export interface Shape extends Feature {
  readonly title: string;
  readonly skipped: string;
  readonly modules?: string | null;
  /** The function, in the README. @default 'shout' */
  readonly name?: string;
}

export const README = '# Words\n\nFunctions for words.\n';

const SHOUT = "exports.shout = (word) => `${word.toUpperCase().replace(/!*$/, '')}!`;\n";
const STUB = 'exports.shout = () => undefined;\n';
const WHISPER = 'exports.whisper = (word) => word.toLowerCase();\n';
const STOPPED = `exports.whisper = (word) => {
  const quiet = word.toLowerCase();
  return /[!?]$/.test(quiet) ? quiet : \`\${quiet}.\`;
};
`;

/** Of CommonJS, or of ES modules. */
const scriptOf = (body: string, isModule: boolean): string =>
  isModule ? body.replaceAll(/^exports\.(\w+)/gm, 'export const $1') : body;

/** The name, the word, and what becomes of it. */
export type Row = readonly [name: string, word: string, wanted: string];

/** The tests of whisper: before the run, and with one that AC-4 changes and the one of AC-3. */
export const WHISPERS: readonly Row[] = [
  ['whispers', 'NO', 'no'],
  ['keeps a mark', 'No!', 'no!'],
];
export const CHANGED_WHISPERS: readonly Row[] = [
  ['whispers', 'NO', 'no.'],
  ['keeps a mark', 'No!', 'no!'],
  ['AC-3: a question stays one', 'No?', 'no?'],
];

interface ScriptShape {
  readonly test: string;
  readonly isModule?: boolean;
  /** Folder of the package. */
  readonly place?: string;
  /** Folder of the sources; `built` is the one that the tests import. */
  readonly lib?: string;
  readonly built?: string;
  readonly more?: Files;
  readonly manifest?: object;
  /** The lines before the tests; the name of the library follows. */
  readonly prelude: string;
  /** A test. */
  readonly line: (name: string, got: string, wanted: string) => string;
  /** The tests of whisper as a table. @default a test each */
  readonly table?: (rows: readonly Row[]) => string;
}

/** CommonJS by default. */
export const aScript = ({
  test,
  isModule = false,
  place = '',
  lib = 'lib',
  built = lib,
  more = {},
  manifest = {},
  prelude,
  line,
  table = (rows) => rows.map(([name, word, wanted]) => line(name, `whisper('${word}')`, `'${wanted}'`)).join('\n'),
}: ScriptShape): Feature => {
  const load = (name: string) =>
    isModule
      ? `import { ${name} } from '../${built}/words.js';`
      : `const { ${name} } = require('../${built}/words.js');`;
  const testOf = (name: string, ...lines: readonly string[]) => `${[prelude, load(name), ...lines].join('\n')}\n`;
  const shouts = [
    line('AC-1: a word is shouted in capitals', "String(shout('no')).slice(0, 2)", "'NO'"),
    line('AC-2: a shout ends with one exclamation mark', "String(shout('no!!')).slice(2)", "'!'"),
  ];
  const added = line('a shout of nothing is the mark', "shout('')", "'!'");
  const words = `${place}${lib}/words.js`;
  const tests = `${place}test/shout.test.js`;
  const whispers = `${place}test/whisper.test.js`;
  const code = (body: string): string => scriptOf(body, isModule);
  return {
    files: {
      'README.md': README,
      'package.json': JSON.stringify({
        private: true,
        ...(isModule ? { type: 'module' } : {}),
        scripts: { test },
        ...manifest,
      }),
      [words]: code(WHISPER),
      [whispers]: testOf('whisper', table(WHISPERS)),
      ...more,
    },
    red: {
      [words]: code(WHISPER + STUB),
      [tests]: testOf('shout', ...shouts),
      [whispers]: testOf('whisper', table(CHANGED_WHISPERS)),
    },
    changed: `${whispers} > whispers`,
    green: {
      [words]: code(STOPPED + SHOUT),
      [tests]: testOf('shout', ...shouts, added),
    },
  };
};
