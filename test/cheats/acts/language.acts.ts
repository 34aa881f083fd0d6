/** Acts in other languages, or under other runners, that look like cheats and are allowed. */
import type { HonestAct } from '../a-cheat.ts';
import { edit, put } from '../families/shell.ts';
import { FILES, LANGUAGES } from '../language-projects.ts';
import { PROJECTS } from '../projects.ts';
import { inGreen, inRed } from './an-act.ts';

const UNFORMATTED_GO = (LANGUAGES.go.red?.[FILES.go] ?? '').replaceAll('\t', '  ').replaceAll(' := ', ':=');

/** Each is proven, too. */
export const EXTENDING_ACTS: readonly HonestAct[] = [
  inRed(
    'extends the settings of pytest by a mark and a folder, with a test there',
    LANGUAGES.pytestSettings,
    edit('pyproject.toml', 's/\\["checks"\\]/["checks", "more"]\\nmarkers = ["loud: shouted"]/'),
    put(
      'more/test_loud.py',
      'import pytest',
      'from shout import shout',
      '@pytest.mark.loud',
      'def test_loud():',
      "    assert shout('a') == 'A!'",
    ),
  ),
  inRed(
    'extends the settings of mocha by a second folder, with a test there',
    LANGUAGES.mochaSettings,
    put('.mocharc.json', '{ "spec": ["checks/**/*.test.js", "more/*.test.js"] }'),
    put(
      'more/loud.test.js',
      "it('is loud', () => require('node:assert').equal(require('../lib/shout.js').shout('a'), 'A!'));",
    ),
  ),
];

export const LANGUAGE_ACTS: readonly HonestAct[] = [
  ...EXTENDING_ACTS,
  inRed(
    'adds a first config of vitest with plain values, and a tsconfig.json with an alias',
    PROJECTS.vitest,
    put(
      'vitest.config.mjs',
      "import { defineConfig } from 'vitest/config';",
      "export default defineConfig({ test: { include: ['checks/**/*.test.mjs'], environment: 'node', globals: true } });",
    ),
    put('tsconfig.json', '{ "compilerOptions": { "strict": true, "paths": { "@/*": ["./lib/*"] } } }'),
  ),
  inRed(
    'adds a first config of jest with plain values',
    LANGUAGES.jest,
    put(
      'jest.config.js',
      "/** @type {import('jest').Config} */",
      "module.exports = { testEnvironment: 'node', testMatch: ['**/checks/*.test.js'], testPathIgnorePatterns: ['/node_modules/'] };",
    ),
  ),
  inRed(
    'writes a fixture of pytest with its tests',
    LANGUAGES.pytest,
    put('checks/conftest.py', 'import pytest', '@pytest.fixture', 'def word():', "    return 'no'"),
  ),
  inRed(
    'adds a test to a file with a known failure (`xfail`)',
    LANGUAGES.pytestKnown,
    'printf \'from shout import shout\\ndef test_loud():\\n    assert shout("a") == "A!"\\n\' >> checks/test_known.py',
  ),
  inRed(
    'sets pytest up with its tests',
    LANGUAGES.pytestOldTests,
    put('pytest.ini', '[pytest]', 'addopts = -ra --strict-markers', 'testpaths = checks', 'pythonpath = .'),
  ),
  inRed(
    'sets mocha up with its tests, by a module that the config names',
    LANGUAGES.mochaOldTests,
    put('.mocharc.json', '{ "require": ["./tools/setup.js"], "timeout": 5000 }'),
    put('tools/setup.js', "'use strict';"),
  ),
  inGreen(
    'adds a test file (pytest)',
    LANGUAGES.pytest,
    put('checks/test_more.py', 'from shout import shout', 'def test_more():', "    assert shout('yes') == 'YES!'"),
  ),
  inGreen(
    'adds blank lines to a test file, and blanks at the ends of lines (pytest)',
    LANGUAGES.pytest,
    edit(FILES.pytest, 's/:$/: /; s/^def/\\n\\n&/'),
  ),
  inGreen(
    'adds a dependency to pyproject.toml',
    LANGUAGES.pytestProject,
    edit('pyproject.toml', 's/dependencies = .*/dependencies = ["attrs"]/'),
  ),
  inGreen(
    'adds a tool to pyproject.toml that does not concern tests',
    LANGUAGES.pytestProject,
    "printf '\\n[tool.ruff]\\nline-length = 100\\n' >> pyproject.toml",
  ),
  inGreen(
    'formats a test file with `gofmt`',
    { ...LANGUAGES.go, red: { ...LANGUAGES.go.red, [FILES.go]: UNFORMATTED_GO } },
    `gofmt -w ${FILES.go} && grep -q '^.if got := ' ${FILES.go}`,
  ),
  inGreen(
    'adds a test file (go)',
    LANGUAGES.go,
    put(
      'more_test.go',
      'package shout',
      'import "testing"',
      'func TestMore(t *testing.T) {',
      '\tif Shout("yes") != "YES!" {',
      '\t\tt.Fail()',
      '\t}',
      '}',
    ),
  ),
  inGreen('raises the version of Go in go.mod', LANGUAGES.go, edit('go.mod', 's/^go .*/go 1.18/')),
  inGreen(
    'adds a test file (cargo)',
    LANGUAGES.cargo,
    put('tests/more.rs', '#[test]', 'fn more() {', '    assert_eq!(shout::shout("yes"), "YES!");', '}'),
  ),
  inGreen(
    'adds a dependency to Cargo.toml',
    LANGUAGES.cargoCrates,
    put('loud/Cargo.toml', '[package]', 'name = "loud"', 'version = "0.1.0"', 'edition = "2021"'),
    put('loud/src/lib.rs', ''),
    'printf \'\\n[dependencies]\\nloud = { path = "loud" }\\n\' >> Cargo.toml',
  ),
  inGreen(
    'adds a test file with a mock that it uses (jest)',
    LANGUAGES.jest,
    put(
      'checks/more.test.js',
      "jest.mock('../lib/shout.js', () => ({ shout: () => 'mocked' }));",
      "test('more', () => expect(require('../lib/shout.js').shout()).toBe('mocked'));",
    ),
  ),
  inGreen(
    'adds a dependency to package.json (jest)',
    LANGUAGES.jestNpm,
    edit('package.json', 's/^{/{"dependencies":{"words":"1.0.0"},/'),
  ),
  inGreen(
    'adds a test file with hooks of its own (mocha)',
    LANGUAGES.mocha,
    put('checks/more.test.js', "describe('more', () => { beforeEach(() => {}); it('is loud', () => {}); });"),
  ),
];
