import { describe, expect, test } from 'vitest';
import { findWatchfulCode } from '../../../../src/evidence/integrity/helpers/watchful-code.ts';
import { aRepository, git, hasGit, write } from '../../a-repository.ts';

type Files = Readonly<Record<string, string>>;

/** Every file of RED is frozen but code. */
const look = async (red: Files, green: Files, before: Files = {}) => {
  const workspace = await aRepository(before);
  const base = await git(workspace, 'rev-parse', 'HEAD');
  await write(workspace, { ...red, ...green });
  const frozen = Object.fromEntries(Object.keys(red).map((path) => [path, 'frozen']));
  const files = Object.keys({ ...before, ...red, ...green });
  const found = await findWatchfulCode({ workspace, base, files, frozen, isPrinted: false });
  return found.map(({ path, why }) => `${path} ${why.split(':').slice(0, 2).join(':')}`);
};
const JS = { 'checks/a.test.js': "import { a } from '../a.js';", 'checks/cases.json': '[]' };
const USES = 'uses what belongs to its tests';

describe.skipIf(!hasGit)('code of this run (needs git)', () => {
  test('that reads data of its tests is named, by its path or by its parts', async () => {
    const byPath = await look(JS, { 'a.js': "\nexport const a = read('./checks/cases.json');\n" });
    const byParts = await look(JS, { 'a.js': "export const a = read(join('checks', 'cases.json'));\n" });
    expect([byPath, byParts]).toEqual([
      [`a.js ${USES} (line 2: checks/cases.json)`],
      [`a.js ${USES} (line 1: checks/cases.json)`],
    ]);
  });

  test('that imports a test file, in Python and in Rust, is named', async () => {
    const python = await look(
      { 'tests/test_a.py': 'from a import a\n' },
      { 'a.py': 'from tests.test_a import CASES\n\na = CASES\n' },
    );
    const rust = await look(
      { 'tests/real.rs': 'pub fn real() {}\n' },
      { 'src/lib.rs': '#[path = "../tests/real.rs"]\nmod real;\n' },
    );
    expect([python, rust]).toEqual([
      [`a.py ${USES} (line 1: tests/test_a.py)`],
      [`src/lib.rs ${USES} (line 1: tests/real.rs)`],
    ]);
  });

  test('that calls a function which only test files of its package declare is named', async () => {
    const red = { 'a_test.go': 'package a\n\nfunc wanted() int { return 1 }\n\nfunc other() {}\n' };
    const code = 'package a\n\nfunc A() int { return wanted() }\n\nfunc B(other func()) { other() }\n';
    expect(await look(red, { 'a.go': code })).toEqual([`a.go ${USES} (line 3: wanted)`]);
  });

  test('is free to read its own data, whatever its folder is called', async () => {
    const red = {
      'checks/a.test.js': "import { a } from '../lib/a.js';",
      'specs/api.yaml': 'a: 1',
      'lib/fixtures/b.json': '1',
    };
    const code = "export const a = read('../specs/api.yaml', './fixtures/b.json'); // not '../checks/a.test.js'\n";
    expect(await look(red, { 'lib/a.js': code })).toEqual([]);
  });

  test('is free to read its own data, although the tests have some of the same folder and name', async () => {
    const red = { 'checks/a.test.js': "import { a } from '../a.js';", 'checks/data/users.json': '[]' };
    const code = "export const a = read(join('data', 'users.json'));\n";
    expect(await look(red, { 'a.js': code, 'data/users.json': '[]' })).toEqual([]);
    expect(await look(red, { 'a.js': code })).toEqual([`a.js ${USES} (line 1: checks/data/users.json)`]);
  });

  test('is free to call a function of the language that the tests declare for an older Go', async () => {
    const red = { 'a_test.go': 'package a\n\nfunc min(one, other int) int { return one }\n' };
    expect(await look(red, { 'a.go': 'package a\n\nfunc A(b int) int { return min(b, 1) }\n' })).toEqual([]);
  });

  test('is free to do what it did before, and to have tools that read data of tests', async () => {
    const code = "export const a = read('./checks/cases.json');\n";
    const tool = "console.log(read('../checks/cases.json'));\n";
    expect(await look(JS, { 'a.js': `${code}export const b = 1;\n`, 'tools/b.js': tool }, { 'a.js': code })).toEqual(
      [],
    );
  });
});
