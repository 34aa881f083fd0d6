import { describe, expect, test } from 'vitest';
import { findRunPackages, followPrograms } from '../../../../src/evidence/integrity/checked/follow-programs.ts';

/** @param product - what tests or the package load */
const follow = (files: Readonly<Record<string, string>>, first: string, product: readonly string[] = []) =>
  followPrograms(
    [first],
    new Set(Object.keys(files)),
    async (path) => files[path] ?? '',
    (path) => product.includes(path),
  );

const READS = "import { readFileSync } from 'node:fs';\n";

describe('what the program of a check loads and reads', () => {
  test.each([
    ['a module beside it', { 'tools/a.mjs': "import './b.mjs';", 'tools/b.mjs': '' }, ['tools/b.mjs']],
    [
      'modules of modules',
      { 'tools/a.mjs': "import './b.mjs';", 'tools/b.mjs': "import '../scripts/c.mjs';", 'scripts/c.mjs': '' },
      ['tools/b.mjs', 'scripts/c.mjs'],
    ],
    [
      'a file from the root',
      { 'tools/a.mjs': `${READS}readFileSync('tools/rules.json')`, 'tools/rules.json': '' },
      ['tools/rules.json'],
    ],
    [
      'a file beside it',
      { 'tools/a.mjs': "new URL('./rules.json', import.meta.url)", 'tools/rules.json': '' },
      ['tools/rules.json'],
    ],
    [
      'a path in parts',
      { 'tools/a.mjs': "join(root, 'tools', 'more', 'rules.json')", 'tools/more/rules.json': '' },
      ['tools/more/rules.json'],
    ],
    [
      'a folder',
      { 'tools/a.mjs': "readdirSync(new URL('./rules', import.meta.url))", 'tools/rules/b.json': '' },
      ['tools/rules/b.json'],
    ],
    [
      'a module of Python',
      { 'tools/a.py': 'from tools import rules\nimport words', 'tools/rules.py': '', 'tools/words.py': '' },
      ['tools/rules.py', 'tools/words.py'],
    ],
    [
      'a file in Python',
      { 'tools/a.py': 'open(Path(__file__).parent / "more" / "words.txt")', 'tools/more/words.txt': '' },
      ['tools/more/words.txt'],
    ],
    [
      'programs and lists of a shell script',
      {
        'tools/a.sh': 'grep -vf tools/words.txt lib/*.mjs && node tools/b.mjs',
        'tools/words.txt': '',
        'tools/b.mjs': '',
      },
      ['tools/words.txt', 'tools/b.mjs'],
    ],
    [
      'what a program of Go embeds',
      { 'tools/look/main.go': '//go:embed words.txt\nvar words string', 'tools/look/words.txt': '' },
      ['tools/look/words.txt'],
    ],
    ['a plugin that settings name', { pylintrc: 'load-plugins=tools.rules', 'tools/rules.py': '' }, ['tools/rules.py']],
    ['a module at the root', { 'check.mjs': "import './words.mjs';", 'words.mjs': '' }, ['words.mjs']],
    [
      'a module of tools inside of a package',
      { 'packages/a/scripts/a.mjs': "import './b.mjs';", 'packages/a/scripts/b.mjs': '' },
      ['packages/a/scripts/b.mjs'],
    ],
  ])('is held: %s', async (_what, files, held) => {
    expect(await follow(files, Object.keys(files)[0] ?? '')).toEqual(held);
  });

  test.each([
    ['the product that it imports', { 'tools/a.mjs': "import '../src/a.mjs';", 'src/a.mjs': '' }],
    ['tools of the product', { 'tools/a.mjs': "import '../src/tools/a.mjs';", 'src/tools/a.mjs': '' }],
    [
      'documents and manifests that it looks at',
      { 'a.mjs': "'README.md' 'package.json' 'CHANGELOG.md'", 'README.md': '', 'package.json': '', 'CHANGELOG.md': '' },
    ],
    ['translations that it looks at', { 'tools/a.mjs': "readdirSync('locales')", 'locales/de.json': '' }],
    ['tests that it names', { 'tools/a.mjs': "'./a.test.mjs'", 'tools/a.test.mjs': '' }],
    ['code beside a program among the product', { 'src/build.mjs': "import './a.mjs';", 'src/a.mjs': '' }],
    [
      'a limit that it writes itself',
      { 'tools/a.mjs': "const FILE = 'tools/limit.json';\nwriteFileSync(FILE, '1');", 'tools/limit.json': '' },
    ],
    [
      'a limit that it writes itself, in Python',
      { 'tools/a.py': "LIMIT = HERE / 'limit.json'\nLIMIT.write_text('1')", 'tools/limit.json': '' },
    ],
  ])('is free: %s', async (_what, files) => {
    expect(await follow(files, Object.keys(files)[0] ?? '')).toEqual([]);
  });

  test('is free at the root where tests or the package load it', async () => {
    const files = { 'build.mjs': "import './index.mjs';", 'index.mjs': '' };
    expect(await follow(files, 'build.mjs', ['index.mjs'])).toEqual([]);
  });
});

describe('packages that a command runs', () => {
  const SOURCES = new Set([
    'tools/look/main.go',
    'tools/other/main.go',
    'xtask/Cargo.toml',
    'xtask/src/main.rs',
    'crates/judge/Cargo.toml',
    'crates/judge/src/main.rs',
  ]);
  test.each([
    ['go run ./tools/look ./...', ['tools/look/main.go']],
    ['cargo xtask lint', ['xtask/Cargo.toml', 'xtask/src/main.rs']],
    ['cargo run -q -p judge -- src', ['crates/judge/Cargo.toml', 'crates/judge/src/main.rs']],
    ['go vet ./... && cargo clippy', []],
  ])('are found: %s', (command, found) => {
    expect(findRunPackages(command, SOURCES)).toEqual(found);
  });
});
