import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBroken, freezeFiles, readStates, findTestFiles } from '../../../src/evidence/integrity/freeze.ts';
import { readTestSettings } from '../../../src/evidence/integrity/frozen-settings.ts';
import { RUNNERS } from '../../../src/runners/runners.ts';
import { aRepository, hasGit } from '../a-repository.ts';

const readRustTests = (text: string) => RUNNERS.cargo.tests?.inside?.read(text, 'lib.rs');

const PYPROJECT = `[project]
dependencies = ["requests"]

[tool.pytest.ini_options]
addopts = "-q"
filterwarnings = [
  "error",
]

[tool.black]
line-length = 100
`;

const RUST = `pub fn add(a: i32, b: i32) -> i32 { a + b } // #[test] in a comment
const TEXT: &str = "#[cfg(test)] mod tests {";
#[cfg(not(test))]
pub fn only_outside() {}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn adds() { assert_eq!(add(1, 2), 3, "not } three"); let _c = '}'; }
}
pub fn after() -> &'static str { "x" }
#[ignore]
#[tokio::test(flavor = "multi_thread")]
async fn slow() { }
`;

describe('the settings of pytest in a pyproject.toml', () => {
  test.each([
    ['a dependency that is added', '"requests"', '"requests", "rich"', false],
    ['a setting of another tool', '100', '120', false],
    ['an option of pytest', '-q', '-q -k nothing', true],
    ['a line of an array', '  "error",\n', '', true],
    [
      'a table that is written in another way',
      '[tool.black]',
      'tool.pytest.ini_options.addopts = "-k x"\n[tool.black]',
      true,
    ],
    [
      'a table of all tools',
      '[tool.black]',
      '[tool]\npytest = { ini_options = { addopts = "-k x" } }\n[tool.black]',
      true,
    ],
  ])('are told apart from the rest: %s', (_what, from, to, isChanged) => {
    const changed = PYPROJECT.replace(from, to);
    expect(changed).not.toBe(PYPROJECT);
    const counts = (text: string) => readTestSettings('pyproject.toml', text);
    expect(counts(changed) !== counts(PYPROJECT)).toBe(isChanged);
  });
});

describe('the tests inside of a Rust source', () => {
  test('are its items under a test attribute, with all their attributes', () => {
    expect(readRustTests(RUST)).toBe(
      `${RUST.slice(RUST.indexOf('#[cfg(test)]\nmod'), RUST.indexOf('\npub fn after'))}\n${RUST.slice(RUST.indexOf('#[ignore]')).trimEnd()}`,
    );
  });

  test.each([
    ['the code beside them', 'a + b', 'b + a', false],
    ['an assertion', 'add(1, 2), 3', 'add(1, 2), 4', true],
    ['an attribute that switches one off', '    #[test]', '    #[test]\n    #[ignore]', true],
    ['an attribute in front of the others', '#[tokio', '#[should_panic]\n#[tokio', true],
  ])('change with %s: as it should be', (_what, from, to, isChanged) => {
    const changed = RUST.replace(from, to);
    expect(changed).not.toBe(RUST);
    expect(readRustTests(changed) !== readRustTests(RUST)).toBe(isChanged);
  });

  test('are the whole file when it is for tests alone', () =>
    expect(readRustTests('#![cfg(test)]\nfn a() {}\nfn b() {}\n')).toBe('#![cfg(test)]\nfn a() {}\nfn b() {}\n'));
});

describe.skipIf(!hasGit)('a freeze of parts (needs git)', () => {
  const breachesAfter = async (path: string, text: string) => {
    const sources = { 'src/lib.rs': RUST, 'src/plain.rs': 'pub fn a() {}\n', 'pyproject.toml': PYPROJECT };
    const folder = await aRepository(sources);
    const paths = findTestFiles(Object.keys(sources), [], ['cargo', 'test']);
    const frozen = await freezeFiles(folder, [...paths, 'pyproject.toml#tests']);
    await writeFile(join(folder, path), text);
    return (await findBroken(folder, frozen)).map((breach) => `${breach.path} ${breach.what}`);
  };

  test('names a test inside of a source that was weakened, and lets the source be edited', async () => {
    expect(await breachesAfter('src/lib.rs', RUST.replace('add(1, 2), 3', '3, 3'))).toEqual([
      'src/lib.rs#tests changed',
    ]);
    expect(await breachesAfter('src/lib.rs', 'pub fn add() {}\n')).toEqual(['src/lib.rs#tests removed']);
    expect(await breachesAfter('src/lib.rs', RUST.replace('a + b', 'a.wrapping_add(b)'))).toEqual([]);
  });

  test('that an operator looks at has the tests that a source has not', async () => {
    const folder = await aRepository({ 'src/plain.rs': 'pub fn a() {}\n' });
    expect([
      await freezeFiles(folder, ['src/plain.rs#tests']),
      await readStates(folder, ['src/plain.rs#tests']),
    ]).toEqual([{}, { 'src/plain.rs#tests': 'absent' }]);
  });

  test('lets tests be added to a source that had none', async () => {
    expect(await breachesAfter('src/plain.rs', '#[test] fn a() {}\n')).toEqual([]);
  });

  test('names settings of pytest that changed, and lets dependencies be added', async () => {
    expect(await breachesAfter('pyproject.toml', PYPROJECT.replace('-q', '-k x'))).toEqual([
      'pyproject.toml#tests changed',
    ]);
    expect(await breachesAfter('pyproject.toml', PYPROJECT.replace('requests', 'rich'))).toEqual([]);
  });
});
