/**
 * Ten shapes of a repository, each with a small feature: an existing function and its test are there, RED adds the tests of
 * another one, GREEN writes it and adds a case (to the frozen file where dualgate reads its tests one by one), DOCUMENT adds a sentence to the README.
 *
 * @module
 */
import { expect } from 'vitest';
import { canRun, whySkipped } from '../testing/find-tool.ts';
import { modulesWith, whySkipped as whyNoRunner } from '../testing/runner-modules.ts';
import { commitAll } from './a-project.ts';
import { aScript, type Feature, README } from './a-script-shape.ts';
import { layOut, nameAgent } from './from-init.ts';
import { pathOf } from './read-project.ts';
import { runProgram } from './run-program.ts';

export interface Shape extends Feature {
  readonly title: string;
  readonly skipped: string;
  readonly modules?: string | null;
  /** The function, in the README. @default 'shout' */
  readonly name?: string;
}

const sentenceOf = (name: string): string =>
  `${README}\nThe function \`${name}\` writes a word in capitals, and ends it with exactly one exclamation mark.\n`;

const EQUAL = "const { equal } = require('node:assert/strict');";
const withEqual = (name: string, got: string, wanted: string): string =>
  `test('${name}', () => equal(${got}, ${wanted}));`;
const withExpect: typeof withEqual = (name, got, wanted) => `test('${name}', () => expect(${got}).toBe(${wanted}));`;

const BUILD = `const { copyFileSync, mkdirSync } = require('node:fs');
mkdirSync('dist', { recursive: true });
copyFileSync('src/words.js', 'dist/words.js');
`;

const hasPytest = canRun('python3', '-m', 'pytest', '--version');
const PYTHON = 'def whisper(word):\n    return word.lower()\n';
const PYTHON_TEST = `from words import shout


def test_ac_1_capitals():
    assert str(shout("no"))[:2] == "NO"


def test_ac_2_mark():
    assert str(shout("no!!"))[2:] == "!"
`;

const GO =
  'package words\n\nimport "strings"\n\n// Whisper is quiet.\nfunc Whisper(word string) string { return strings.ToLower(word) }\n';
const GO_ROWS = `	{"AC-1 capitals", "no", "NO!"},
	{"AC-2 one mark", "no!!", "NO!"},
`;
const GO_TEST = `package words

import "testing"

var shouts = []struct{ name, word, want string }{
${GO_ROWS}}

func TestShout(t *testing.T) {
	for _, each := range shouts {
		t.Run(each.name, func(t *testing.T) {
			if got := Shout(each.word); got != each.want {
				t.Errorf("got %q, want %q", got, each.want)
			}
		})
	}
}
`;

const RUBY = 'def whisper(word) = word.downcase\n';
const RUBY_TEST = `require 'words'

RSpec.describe 'shout' do
  it('AC-1: is in capitals') { expect(shout('no').to_s[0, 2]).to eq 'NO' }
  it('AC-2: ends with one mark') { expect(shout('no!!').to_s[2..]).to eq '!' }
end
`;

const RUST = 'pub fn whisper(word: &str) -> String {\n    word.to_lowercase()\n}\n';
const RUST_TEST = `#[test]
fn ac_1_capitals() {
    assert!(words::shout("no").starts_with("NO"));
}

#[test]
fn ac_2_mark() {
    assert_eq!(words::shout("no!!"), "NO!");
}
`;

export const SHAPES: readonly Shape[] = [
  {
    title: `jest${whyNoRunner('jest')}`,
    skipped: whyNoRunner('jest'),
    modules: modulesWith('jest'),
    ...aScript({ test: 'jest', prelude: '', line: withExpect }),
  },
  {
    title: 'a workspace of vitest',
    skipped: '',
    modules: modulesWith('vitest'),
    ...aScript({
      test: 'vitest run',
      isModule: true,
      place: 'packages/words/',
      manifest: { workspaces: ['packages/*'] },
      more: {
        'vitest.config.js': "export default { test: { projects: ['packages/*'] } };\n",
        'packages/words/package.json': '{ "name": "@acme/words", "type": "module" }\n',
      },
      prelude: "import { expect, test } from 'vitest';",
      line: withExpect,
    }),
  },
  {
    title: `mocha behind a build${whyNoRunner('mocha')}`,
    skipped: whyNoRunner('mocha'),
    modules: modulesWith('mocha'),
    ...aScript({
      test: 'npm run build && mocha',
      lib: 'src',
      built: 'dist',
      manifest: { scripts: { build: 'node build.js', test: 'npm run build && mocha' } },
      more: { '.gitignore': 'node_modules\ndist/\n', 'build.js': BUILD },
      prelude: EQUAL,
      line: (...words) => withEqual(...words).replace('test', 'it'),
    }),
  },
  {
    title: `ava${whyNoRunner('ava')}`,
    skipped: whyNoRunner('ava'),
    modules: modulesWith('ava'),
    ...aScript({
      test: 'ava',
      isModule: true,
      prelude: "import test from 'ava';",
      line: (name, got, wanted) => `test('${name}', (t) => t.is(${got}, ${wanted}));`,
    }),
  },
  {
    title: 'node:test',
    skipped: '',
    ...aScript({ test: 'node --test', prelude: `const { test } = require('node:test');\n${EQUAL}`, line: withEqual }),
  },
  {
    title: `tape${whyNoRunner('tape')}`,
    skipped: whyNoRunner('tape'),
    modules: modulesWith('tape'),
    ...aScript({
      test: "tape 'test/*.js'",
      addsHere: false,
      prelude: "const test = require('tape');",
      line: (name, got, wanted) => `test('${name}', (t) => {\n  t.equal(${got}, ${wanted});\n  t.end();\n});`,
    }),
  },
  {
    title: `pytest with a src layout${whySkipped(hasPytest, 'pytest')}`,
    skipped: whySkipped(hasPytest, 'pytest'),
    files: {
      'README.md': README,
      '.gitignore': '__pycache__/\n.pytest_cache/\n',
      'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["src"]\ntestpaths = ["tests"]\n',
      'src/words/__init__.py': PYTHON,
      'tests/test_whisper.py':
        'from words import whisper\n\n\ndef test_whispers():\n    assert whisper("NO") == "no"\n',
    },
    red: {
      'src/words/__init__.py': `${PYTHON}\n\ndef shout(word):\n    return None\n`,
      'tests/test_shout.py': PYTHON_TEST,
    },
    green: {
      'src/words/__init__.py': `${PYTHON}\n\ndef shout(word):\n    return word.upper().rstrip("!") + "!"\n`,
      'tests/test_nothing.py': 'from words import shout\n\n\ndef test_nothing():\n    assert shout("") == "!"\n',
    },
  },
  {
    title: `a table of Go${whySkipped(canRun('go', 'version'), 'go')}`,
    skipped: whySkipped(canRun('go', 'version'), 'go'),
    name: 'Shout',
    files: {
      'README.md': README,
      'go.mod': 'module example.org/words\n\ngo 1.18\n',
      'words.go': GO,
      'words_test.go':
        'package words\n\nimport "testing"\n\nfunc TestWhisper(t *testing.T) {\n\tif Whisper("NO") != "no" {\n\t\tt.Error("loud")\n\t}\n}\n',
    },
    red: {
      'words.go': `${GO}\n// Shout is loud.\nfunc Shout(word string) string { return "" }\n`,
      'shout_test.go': GO_TEST,
    },
    green: {
      'words.go': `${GO}\n// Shout is loud.\nfunc Shout(word string) string { return strings.TrimRight(strings.ToUpper(word), "!") + "!" }\n`,
      'nothing_test.go':
        'package words\n\nimport "testing"\n\nfunc TestNothing(t *testing.T) {\n\tif Shout("") != "!" {\n\t\tt.Error("no mark")\n\t}\n}\n',
    },
  },
  {
    title: `RSpec${whySkipped(canRun('rspec', '--version'), 'rspec')}`,
    skipped: whySkipped(canRun('rspec', '--version'), 'rspec'),
    files: {
      'README.md': README,
      '.rspec': '--format progress\n',
      'lib/words.rb': RUBY,
      'spec/whisper_spec.rb':
        "require 'words'\n\nRSpec.describe 'whisper' do\n  it('is quiet') { expect(whisper('NO')).to eq 'no' }\nend\n",
    },
    red: { 'lib/words.rb': `${RUBY}\ndef shout(word) = nil\n`, 'spec/shout_spec.rb': RUBY_TEST },
    green: {
      'lib/words.rb': `${RUBY}\ndef shout(word) = "#{word.upcase.sub(/!*\\z/, '')}!"\n`,
      'spec/nothing_spec.rb':
        "require 'words'\n\nRSpec.describe 'shout' do\n  it('is the mark for nothing') { expect(shout('')).to eq '!' }\nend\n",
    },
  },
  {
    title: `a workspace of cargo${whySkipped(canRun('cargo', '--version'), 'cargo')}`,
    skipped: whySkipped(canRun('cargo', '--version'), 'cargo'),
    files: {
      'README.md': README,
      '.gitignore': 'target/\nCargo.lock\n',
      'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n',
      'crates/words/Cargo.toml': '[package]\nname = "words"\nversion = "0.1.0"\nedition = "2018"\n',
      'crates/words/src/lib.rs': RUST,
      'crates/words/tests/whisper.rs': '#[test]\nfn whispers() {\n    assert_eq!(words::whisper("NO"), "no");\n}\n',
      'crates/other/Cargo.toml': '[package]\nname = "other"\nversion = "0.1.0"\nedition = "2018"\n',
      'crates/other/src/lib.rs': 'pub fn one() -> u8 {\n    1\n}\n',
    },
    red: {
      'crates/words/src/lib.rs': `${RUST}\npub fn shout(_word: &str) -> String {\n    String::new()\n}\n`,
      'crates/words/tests/shout.rs': RUST_TEST,
    },
    green: {
      'crates/words/src/lib.rs': `${RUST}\npub fn shout(word: &str) -> String {\n    format!("{}!", word.to_uppercase().trim_end_matches('!'))\n}\n`,
      'crates/words/tests/nothing.rs': '#[test]\nfn nothing() {\n    assert_eq!(words::shout(""), "!");\n}\n',
    },
  },
];

/** From init to the end, with one turn for each phase. */
export const completes = async (home: string, { red, green, name = 'shout', ...shape }: Shape): Promise<void> => {
  const project = await layOut(home, {
    ...shape,
    work: { RED: red, GREEN: green, REFACTOR: {}, DOCUMENT: { 'README.md': sentenceOf(name) } },
  });
  expect(await runProgram(project, 'init')).toMatchObject({ exitCode: 0, stderr: '' });
  await nameAgent(project);
  await commitAll(project, 'Set up dualgate');
  const run = await runProgram(project, 'run');
  expect(pathOf(project), run.stdout + run.stderr).toEqual([
    'RED 1 exited',
    'GREEN 1 exited',
    'REFACTOR 1 exited',
    'DOCUMENT 1 exited',
  ]);
  expect(run.exitCode).toBe(0);
};
