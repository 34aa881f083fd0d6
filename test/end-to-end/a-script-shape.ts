/**
 * A repository of JavaScript with a small feature, whose tests a runner of choice runs: `shapes.ts` has the others.
 *
 * @module
 */
import type { Files } from './a-project.ts';

/** The files of a repository, and those that an agent writes. */
export interface Feature {
  readonly files: Files;
  readonly red: Files;
  readonly green: Files;
}

export const README = '# Words\n\nFunctions for words.\n';

const SHOUT = "(word) => `${word.toUpperCase().replace(/!*$/, '')}!`";
const WHISPER = 'exports.whisper = (word) => word.toLowerCase();\n';
const STUB = 'exports.shout = () => undefined;\n';

/** Of CommonJS, or of ES modules. */
const scriptOf = (body: string, isModule: boolean): string =>
  isModule ? body.replaceAll(/^exports\.(\w+)/gm, 'export const $1') : body;

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
  /** Whether a test may be added to the frozen file. @default true */
  readonly addsHere?: boolean;
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
  addsHere = true,
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
  const code = (more: string): string => scriptOf(WHISPER + more, isModule);
  return {
    files: {
      'README.md': README,
      'package.json': JSON.stringify({
        private: true,
        ...(isModule ? { type: 'module' } : {}),
        scripts: { test },
        ...manifest,
      }),
      [words]: code(''),
      [`${place}test/whisper.test.js`]: testOf('whisper', line('whispers', "whisper('NO')", "'no'")),
      ...more,
    },
    red: { [words]: code(STUB), [tests]: testOf('shout', ...shouts) },
    green: {
      [words]: code(`exports.shout = ${SHOUT};\n`),
      ...(addsHere
        ? { [tests]: testOf('shout', ...shouts, added) }
        : { [`${place}test/more.test.js`]: testOf('shout', added) }),
    },
  };
};
