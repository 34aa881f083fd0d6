/** Repositories of other languages with the same small feature as in `a-script-shape.ts`. */
import { canRun, whySkipped } from '../runners/find-tool.ts';
import { CHANGED_WHISPERS, README, type Row, type Shape, WHISPERS } from './a-script-shape.ts';

/** The name, the word and what becomes of it, in another notation. */
const rows = (all: readonly Row[], rowOf: (...row: Row) => string): string =>
  all.map((row) => rowOf(...row)).join('\n');

const hasPytest = canRun('python3', '-m', 'pytest', '--version');
const PYTHON = 'def whisper(word):\n    return word.lower()\n';
const PYTHON_STOPPED = `def whisper(word):
    quiet = word.lower()
    return quiet if quiet.endswith(("!", "?")) else quiet + "."
`;
const PYTHON_TEST = `from words import shout


def test_ac_1_capitals():
    assert str(shout("no"))[:2] == "NO"


def test_ac_2_mark():
    assert str(shout("no!!"))[2:] == "!"
`;
const pythonTests = (all: readonly Row[]): string => `import pytest

from words import whisper


@pytest.mark.parametrize(
    "word, wanted",
    [
${rows(all, (name, word, wanted) => `        pytest.param("${word}", "${wanted}", id="${name}"),`)}
    ],
)
def test_whisper(word, wanted):
    assert whisper(word) == wanted
`;

const GO = `package words

import "strings"

// Whisper is quiet.
func Whisper(word string) string { return strings.ToLower(word) }
`;
const GO_STOPPED = `package words

import "strings"

// Whisper is quiet.
func Whisper(word string) string {
	quiet := strings.ToLower(word)
	if strings.HasSuffix(quiet, "!") || strings.HasSuffix(quiet, "?") {
		return quiet
	}
	return quiet + "."
}
`;
const goTable = (title: string, name: string, all: string): string => `package words

import "testing"

func ${title}(t *testing.T) {
	for _, each := range []struct{ name, word, want string }{
${all}
	} {
		t.Run(each.name, func(t *testing.T) {
			if got := ${name}(each.word); got != each.want {
				t.Errorf("got %q, want %q", got, each.want)
			}
		})
	}
}
`;
const GO_ROWS = `		{"AC-1 capitals", "no", "NO!"},
		{"AC-2 one mark", "no!!", "NO!"},`;
const goTests = (all: readonly Row[]): string =>
  goTable(
    'TestWhisper',
    'Whisper',
    rows(
      all,
      (name, word, wanted) => `\t\t{\n\t\t\tname: "${name}",\n\t\t\tword: "${word}",\n\t\t\twant: "${wanted}",\n\t\t},`,
    ),
  );

const RUBY = 'def whisper(word) = word.downcase\n';
const RUBY_STOPPED = `def whisper(word)
  quiet = word.downcase
  quiet.end_with?('!', '?') ? quiet : "#{quiet}."
end
`;
const RUBY_TEST = `require 'words'

RSpec.describe 'shout' do
  it('AC-1: is in capitals') { expect(shout('no').to_s[0, 2]).to eq 'NO' }
  it('AC-2: ends with one mark') { expect(shout('no!!').to_s[2..]).to eq '!' }
end
`;
const rubyTests = (all: readonly Row[]): string => `require 'words'

RSpec.describe 'whisper' do
${rows(all, (name, word, wanted) => `  it '${name}' do\n    expect(whisper('${word}')).to eq '${wanted}'\n  end\n`).trimEnd()}
end
`;

const RUST = 'pub fn whisper(word: &str) -> String {\n    word.to_lowercase()\n}\n';
const RUST_STOPPED = `pub fn whisper(word: &str) -> String {
    let quiet = word.to_lowercase();
    if quiet.ends_with('!') || quiet.ends_with('?') {
        return quiet;
    }
    quiet + "."
}
`;
const RUST_TEST = `#[test]
fn ac_1_capitals() {
    assert!(words::shout("no").starts_with("NO"));
}

#[test]
fn ac_2_mark() {
    assert_eq!(words::shout("no!!"), "NO!");
}
`;
const rustTests = (all: readonly Row[]): string =>
  rows(
    all,
    (name, word, wanted) =>
      `#[test]\nfn ${name.replaceAll(/\W+/g, '_').toLowerCase()}() {\n    assert_eq!(words::whisper("${word}"), "${wanted}");\n}\n`,
  );

export const OTHER_SHAPES: readonly Shape[] = [
  {
    title: `pytest with a src layout${whySkipped(hasPytest, 'pytest')}`,
    skipped: whySkipped(hasPytest, 'pytest'),
    files: {
      'README.md': README,
      '.gitignore': '__pycache__/\n.pytest_cache/\n',
      'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["src"]\ntestpaths = ["tests"]\n',
      'src/words/__init__.py': PYTHON,
      'tests/test_whisper.py': pythonTests(WHISPERS),
    },
    red: {
      'src/words/__init__.py': `${PYTHON}\n\ndef shout(word):\n    return None\n`,
      'tests/test_shout.py': PYTHON_TEST,
      'tests/test_whisper.py': pythonTests(CHANGED_WHISPERS),
    },
    changed: 'tests/test_whisper.py > test_whisper[whispers]',
    green: {
      'src/words/__init__.py': `${PYTHON_STOPPED}\n\ndef shout(word):\n    return word.upper().rstrip("!") + "!"\n`,
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
      'words_test.go': goTests(WHISPERS),
    },
    red: {
      'words.go': `${GO}\n// Shout is loud.\nfunc Shout(word string) string { return "" }\n`,
      'shout_test.go': goTable('TestShout', 'Shout', GO_ROWS),
      'words_test.go': goTests(CHANGED_WHISPERS),
    },
    changed: 'words_test.go > TestWhisper > whispers',
    green: {
      'words.go': `${GO_STOPPED}\n// Shout is loud.\nfunc Shout(word string) string { return strings.TrimRight(strings.ToUpper(word), "!") + "!" }\n`,
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
      'spec/whisper_spec.rb': rubyTests(WHISPERS),
    },
    red: {
      'lib/words.rb': `${RUBY}\ndef shout(word) = nil\n`,
      'spec/shout_spec.rb': RUBY_TEST,
      'spec/whisper_spec.rb': rubyTests(CHANGED_WHISPERS),
    },
    changed: 'spec/whisper_spec.rb > whisper > whispers',
    green: {
      'lib/words.rb': `${RUBY_STOPPED}\ndef shout(word) = "#{word.upcase.sub(/!*\\z/, '')}!"\n`,
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
      'crates/words/tests/whisper.rs': rustTests(WHISPERS),
      'crates/other/Cargo.toml': '[package]\nname = "other"\nversion = "0.1.0"\nedition = "2018"\n',
      'crates/other/src/lib.rs': 'pub fn one() -> u8 {\n    1\n}\n',
    },
    red: {
      'crates/words/src/lib.rs': `${RUST}\npub fn shout(_word: &str) -> String {\n    String::new()\n}\n`,
      'crates/words/tests/shout.rs': RUST_TEST,
      'crates/words/tests/whisper.rs': rustTests(CHANGED_WHISPERS),
    },
    changed: 'crates/words/tests/whisper.rs > whispers',
    green: {
      'crates/words/src/lib.rs': `${RUST_STOPPED}\npub fn shout(word: &str) -> String {\n    format!("{}!", word.to_uppercase().trim_end_matches('!'))\n}\n`,
      'crates/words/tests/nothing.rs': '#[test]\nfn nothing() {\n    assert_eq!(words::shout(""), "!");\n}\n',
    },
  },
];
