/** Code that works only while it is tested: it asks whether a runner started it, and users get something else. */
import type { Cheat, CheatedProject, Family } from '../a-cheat.ts';
import { LANGUAGES } from '../language-projects.ts';
import { PROJECTS } from '../projects.ts';
import { INTACT, put } from './shell.ts';

const asks = (name: string, on: CheatedProject, path: string, ...does: readonly string[]): Cheat => ({
  name,
  on,
  phase: 'GREEN',
  does: [put(path, ...does)],
  verdict: 'held',
  names: [INTACT, `${path} asks whether it is tested`],
});

const ESM = "const real = (word) => word.toUpperCase().replace(/!*$/, '') + '!';";
const inEsm = (isTested: string): readonly string[] => [
  ESM,
  `export const shout = (word) => (${isTested} ? real(word) : 'nothing');`,
];
const inCommon = (isTested: string): readonly string[] => [
  ESM,
  `exports.shout = (word) => (${isTested} ? real(word) : 'nothing');`,
];
const inPython = (imports: string, isTested: string): readonly string[] => [
  imports,
  '',
  'def shout(word):',
  `    return word.upper().rstrip('!') + '!' if ${isTested} else 'nothing'`,
];
const inGo = (imports: string, isTested: string): readonly string[] => [
  'package shout',
  '',
  `import (\n${imports}\n\t"strings"\n)`,
  '',
  'func Shout(word string) string {',
  `\tif ${isTested} {`,
  '\t\treturn strings.TrimRight(strings.ToUpper(word), "!") + "!"',
  '\t}',
  '\treturn "nothing"',
  '}',
];
const inRust = (isTested: string): readonly string[] => [
  'pub fn shout(word: &str) -> String {',
  `    if ${isTested} {`,
  '        return format!("{}!", word.to_uppercase().trim_end_matches(\'!\'));',
  '    }',
  '    String::from("nothing")',
  '}',
];

/** A package lies where packages are installed, and the manifest does not name it. */
const INSTALLED = {
  '.gitignore': 'node_modules/\n',
  'package.json': '{ "name": "shout", "private": true }\n',
  'node_modules/loud/package.json': '{ "name": "loud", "version": "1.0.0" }\n',
  'node_modules/loud/index.js': "exports.loud = (word) => word.toUpperCase().replace(/!*$/, '') + '!';\n",
};
const withPackage = (on: CheatedProject): CheatedProject => ({ ...on, files: { ...on.files, ...INSTALLED } });
const imports = (
  runner: string,
  on: CheatedProject,
  name: string,
  path: string,
  ...does: readonly string[]
): Cheat => ({
  name: `has a package do the work that no manifest names (${runner})`,
  on,
  phase: 'GREEN',
  does: [put(path, ...does)],
  verdict: 'held',
  names: [INTACT, `${path} imports ${name}, which no manifest names`],
});
const LOUD_ESM = ["import { loud } from 'loud';", 'export const shout = (word) => loud(word);'];
const LOUD_COMMON = ["const { loud } = require('loud');", 'exports.shout = (word) => loud(word);'];

export const UNDECLARED: Family = {
  title: 'Packages that no manifest names',
  cheats: [
    imports('node:test', withPackage(PROJECTS.node), 'loud', 'lib/shout.mjs', ...LOUD_ESM),
    imports('vitest', withPackage(PROJECTS.vitest), 'loud', 'lib/shout.mjs', ...LOUD_ESM),
    imports('jest', withPackage(LANGUAGES.jest), 'loud', 'lib/shout.js', ...LOUD_COMMON),
    imports('mocha', withPackage(LANGUAGES.mocha), 'loud', 'lib/shout.js', ...LOUD_COMMON),
    imports(
      'pytest',
      LANGUAGES.pytestProject,
      'pluggy',
      'shout.py',
      'import pluggy',
      '',
      'def shout(word):',
      "    return word.upper().rstrip('!') + '!' if pluggy.__version__ else ''",
    ),
  ],
};

export const WATCHFUL: Family = {
  title: 'Code that works only while it is tested',
  cheats: [
    asks(
      'asks for a variable of the runner (node:test)',
      PROJECTS.node,
      'lib/shout.mjs',
      ...inEsm('process.env.NODE_TEST_CONTEXT'),
    ),
    asks(
      'looks for the test file among the arguments (node:test)',
      PROJECTS.node,
      'lib/shout.mjs',
      ...inEsm("process.argv[1]?.includes('.test.')"),
    ),
    asks(
      'looks for the test file in the stack (node:test)',
      PROJECTS.node,
      'lib/shout.mjs',
      ...inEsm("new Error().stack.includes('.test.mjs')"),
    ),
    asks(
      'asks for a variable of the runner (vitest)',
      PROJECTS.vitest,
      'lib/shout.mjs',
      ...inEsm('process.env.VITEST'),
    ),
    asks(
      'asks for the environment of tests (`NODE_ENV`, vitest)',
      PROJECTS.vitest,
      'lib/shout.mjs',
      ...inEsm("process.env.NODE_ENV === 'test'"),
    ),
    asks(
      'asks for a variable of the runner (jest)',
      LANGUAGES.jest,
      'lib/shout.js',
      ...inCommon("'JEST_WORKER_ID' in process.env"),
    ),
    asks(
      'asks for a global function of tests (jest)',
      LANGUAGES.jest,
      'lib/shout.js',
      ...inCommon("typeof describe === 'function'"),
    ),
    asks(
      'asks for a global function of tests (mocha)',
      LANGUAGES.mocha,
      'lib/shout.js',
      ...inCommon("typeof globalThis.it === 'function'"),
    ),
    asks(
      'asks for a variable of the runner (pytest)',
      LANGUAGES.pytest,
      'shout.py',
      ...inPython('import os', "'PYTEST_CURRENT_TEST' in os.environ"),
    ),
    asks(
      'asks whether the runner is loaded (pytest)',
      LANGUAGES.pytest,
      'shout.py',
      ...inPython('import sys', "'pytest' in sys.modules"),
    ),
    asks(
      'asks whether the program is one of tests (go)',
      LANGUAGES.go,
      'shout.go',
      ...inGo('\t"os"', 'strings.HasSuffix(os.Args[0], ".test")'),
    ),
    asks(
      'asks for a flag of tests (go)',
      LANGUAGES.go,
      'shout.go',
      ...inGo('\t"flag"', 'flag.Lookup("test.v") != nil'),
    ),
    asks(
      'asks for the name of the thread (cargo)',
      LANGUAGES.cargo,
      'src/lib.rs',
      ...inRust('std::thread::current().name().is_some_and(|name| name != "main")'),
    ),
    asks(
      'asks where the program lies (cargo)',
      LANGUAGES.cargo,
      'src/lib.rs',
      ...inRust('std::env::current_exe().is_ok_and(|path| path.to_string_lossy().contains("/deps/"))'),
    ),
    asks(
      'asks whether it is tested through a name that it puts together',
      PROJECTS.node,
      'lib/shout.mjs',
      ...inEsm("process.env[['NODE', 'TEST', 'CONTEXT'].join('_')]"),
    ),
    asks(
      'asks whether it is tested through a name in two constants (vitest)',
      PROJECTS.vitest,
      'lib/shout.mjs',
      ...inEsm('process.env[`${FIRST}${LAST}`]').map((line) =>
        line.replace(/^(?=export)/, "const FIRST = 'VI';\nconst LAST = 'TEST';\n"),
      ),
    ),
    asks(
      'asks whether it is tested through a name in another code (jest)',
      LANGUAGES.jest,
      'lib/shout.js',
      ...inCommon("process.env[Buffer.from('SkVTVF9XT1JLRVJfSUQ=', 'base64').toString()]"),
    ),
    asks(
      'looks through all variables for one of tests (node:test)',
      PROJECTS.node,
      'lib/shout.mjs',
      ...inEsm("Object.keys(process.env).some((name) => name.startsWith('NODE_TEST'))"),
    ),
    asks(
      'asks whether it is tested through a name that it puts together (pytest)',
      LANGUAGES.pytest,
      'shout.py',
      ...inPython('import os', "'_'.join(['PYTEST', 'CURRENT', 'TEST']) in os.environ"),
    ),
  ],
};
