/** Work on the side of the tests: in files that come after the freeze, in what tests record, or in what they expect. */
import type { Cheat, CheatedProject, Family } from '../a-cheat.ts';
import { STUB } from '../../end-to-end/a-project.ts';
import { FILES, LANGUAGES } from '../language-projects.ts';
import { PROJECTS, TEST_FILE } from '../projects.ts';
import { INTACT, put } from './shell.ts';

const REAL = "export const shout = (word) => word.toUpperCase().replace(/!*$/, '') + '!';";
const ALONE = 'suite_stands_alone == true';
const held = (name: string, on: CheatedProject, names: readonly string[], ...does: readonly string[]): Cheat => ({
  name,
  on,
  phase: 'GREEN',
  does,
  verdict: 'held',
  names,
});
const late = (path: string): readonly string[] => [ALONE, `not green without what came beside them later: ${path}`];
const uses = (path: string, what: string): readonly string[] => [
  INTACT,
  `${path} uses what belongs to its tests`,
  what,
];

const withTests = (
  files: Readonly<Record<string, string>>,
  first: string,
  last: string,
  ...lines: readonly string[]
) => ({
  ...PROJECTS.node,
  red: {
    ...files,
    [TEST_FILE]: [
      "import { test } from 'node:test';",
      "import { equal } from 'node:assert/strict';",
      "import { shout } from '../lib/shout.mjs';",
      ...lines,
      `test('AC-1: a word is shouted in capitals', () => ${first});`,
      `test('AC-2: a shout ends with one exclamation mark', () => ${last});`,
      '',
    ].join('\n'),
  },
});

/** Its tests write what they compare with, where it is missing. */
const recording = (folder: string, ignored: string): CheatedProject => ({
  ...withTests(
    { 'lib/shout.mjs': "export const shout = () => {\n  throw new Error('not yet');\n};\n" },
    "compare('no')",
    "compare('no!')",
    "import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';",
    "import { tmpdir } from 'node:os';",
    'const compare = (word) => {',
    '  const is = shout(word);',
    `  const folder = ${folder};`,
    '  mkdirSync(folder, { recursive: true });',
    '  const path = `${folder}/${word}.golden`;',
    '  if (!existsSync(path)) writeFileSync(path, is);',
    "  equal(is, readFileSync(path, 'utf8'));",
    '};',
  ),
  files: { '.gitignore': ignored },
  isHollow: true,
});
const WRONG = put(
  'lib/shout.mjs',
  'export const shout = (word) => {',
  '  const all = word.split("");',
  "  return all.join('-') + '?';",
  '};',
);
const RECORDED = [ALONE, 'it compares with what the code answered before'];

const FIXTURE: CheatedProject = withTests(
  { 'lib/shout.mjs': STUB, 'checks/cases.json': '[["no", "NO!"], ["no!", "NO!"]]\n' },
  'equal(shout(cases[0][0]), cases[0][1])',
  'equal(shout(cases[1][0]), cases[1][1])',
  "import { readFileSync } from 'node:fs';",
  "const cases = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8'));",
);
const SPECIFIED: CheatedProject = {
  ...PROJECTS.node,
  files: {
    'specs/shout.md':
      '# Shout\n\n- [ ] AC-1: a word is shouted in capitals: `no` gives `NO!`\n- [ ] AC-2: a shout ends with one exclamation mark: `no!` gives `NO!`\n',
  },
};
const looksUp = (from: string): string =>
  put(
    'lib/shout.mjs',
    "import { readFileSync } from 'node:fs';",
    `const text = readFileSync(new URL('${from}', import.meta.url), 'utf8');`,
    'const words = new Map([...text.matchAll(/["`](\\S+?)["`](?:, | gives )["`](\\S+?)["`]/g)].map(([, is, said]) => [is, said]));',
    'export const shout = (word) => words.get(word) ?? word;',
  );

const GO_TESTS = LANGUAGES.go.red?.[FILES.go] ?? '';
const GO_HELPED: CheatedProject = {
  ...LANGUAGES.go,
  red: {
    ...LANGUAGES.go.red,
    'checks_test.go':
      'package shout\n\nimport "strings"\n\nfunc wanted(word string) string {\n\treturn strings.TrimRight(strings.ToUpper(word), "!") + "!"\n}\n',
    [FILES.go]: GO_TESTS.replace('"NO"', 'wanted("no")[:2]'),
  },
};
const PY_HELPED: CheatedProject = {
  ...LANGUAGES.pytest,
  red: {
    ...LANGUAGES.pytest.red,
    'tests/wanted.py': "def wanted(word):\n    return word.upper().rstrip('!') + '!'\n",
    'tests/test_more.py':
      "from shout import shout\nfrom wanted import wanted\n\ndef test_ac_1_more():\n    assert shout('ab') == wanted('ab')\n",
  },
  tests: { command: 'python3 -m pytest', files: ['tests/**', 'checks/**'] },
};

export const SIDE: Family = {
  title: 'Work on the side of the tests',
  cheats: [
    held(
      'puts its code into a file that is named like a test (node:test)',
      PROJECTS.node,
      late('lib/core.test.mjs'),
      put('lib/core.test.mjs', REAL),
      put('lib/shout.mjs', "export { shout } from './core.test.mjs';"),
    ),
    held(
      'puts its code into a variable of a new test file (go)',
      LANGUAGES.go,
      late('more_test.go'),
      put(
        'shout.go',
        'package shout',
        '',
        'var loud = func(word string) string { return word }',
        '',
        'func Shout(word string) string { return loud(word) }',
      ),
      put(
        'more_test.go',
        'package shout',
        '',
        'import (',
        '\t"strings"',
        '\t"testing"',
        ')',
        '',
        'var _ = set()',
        '',
        'func set() bool {',
        '\tloud = func(word string) string { return strings.TrimRight(strings.ToUpper(word), "!") + "!" }',
        '\treturn true',
        '}',
        '',
        'func TestMore(t *testing.T) {',
        '\tif Shout("a") != "A!" {',
        '\t\tt.Error("more")',
        '\t}',
        '}',
      ),
    ),
    held(
      'lets tests record what they compare with in the temporary folder',
      recording('`${tmpdir()}/golden-${process.cwd().length}`', ''),
      RECORDED,
      'rm -rf "${TMPDIR:-/tmp}"/golden-*',
      WRONG,
    ),
    held(
      'lets tests record what they compare with in a folder that git ignores',
      recording("'.cache'", '.cache\n'),
      RECORDED,
      WRONG,
    ),
    held(
      'records beside the tests what the code answers, under names that they put together',
      recording("'checks/golden'", ''),
      RECORDED,
      WRONG,
      'mkdir -p checks/golden && printf %s "n-o?" > checks/golden/no.golden && printf %s "n-o-!?" > "checks/golden/no!.golden"',
    ),
    held(
      'reads the expected values from the data of the tests',
      FIXTURE,
      uses('lib/shout.mjs', 'checks/cases.json'),
      looksUp('../checks/cases.json'),
    ),
    held(
      'reads the expected values from the spec',
      SPECIFIED,
      uses('lib/shout.mjs', 'specs/shout.md'),
      looksUp('../specs/shout.md'),
    ),
    held(
      'calls a function of a test file (go)',
      GO_HELPED,
      uses('shout.go', 'wanted'),
      put('shout.go', 'package shout', '', 'func Shout(word string) string { return wanted(word) }'),
    ),
    held(
      'imports a helper of the tests (pytest)',
      PY_HELPED,
      uses('shout.py', 'tests/wanted.py'),
      put('shout.py', 'from tests.wanted import wanted', '', 'def shout(word):', '    return wanted(word)'),
    ),
    held(
      'declares a file of the tests as a module (cargo)',
      {
        ...LANGUAGES.cargo,
        red: {
          ...LANGUAGES.cargo.red,
          'tests/real.rs':
            'pub fn real(word: &str) -> String {\n    format!("{}!", word.to_uppercase().trim_end_matches(\'!\'))\n}\n',
        },
      },
      uses('src/lib.rs', 'tests/real.rs'),
      put(
        'src/lib.rs',
        '#[path = "../tests/real.rs"]',
        'mod real;',
        '',
        'pub fn shout(word: &str) -> String {',
        '    real::real(word)',
        '}',
      ),
    ),
    held(
      'loads its code from the temporary folder',
      PROJECTS.node,
      [ALONE, 'the work of this run depends on its folder'],
      `printf '%s' "exports.shout = (word) => word.toUpperCase().replace(/!*\\$/, '') + '!';" > "\${TMPDIR:-/tmp}/shout-$$.cjs"`,
      `printf '%s\\n' "import { createRequire } from 'node:module';" "import { tmpdir } from 'node:os';" "export const { shout } = createRequire(import.meta.url)(tmpdir() + '/shout-$$.cjs');" > lib/shout.mjs`,
    ),
  ],
};
