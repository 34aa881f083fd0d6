/** Tests that were there before, and what they stand on, weakened in RED (rule 2.7). */
import { DO_THE_WORK } from '../../end-to-end/a-shell-agent.ts';
import type { Cheat, Family } from '../a-cheat.ts';
import { EARLIER, OLD } from '../earlier-projects.ts';
import { PROJECTS } from '../projects.ts';
import { edit, INTACT, put } from './shell.ts';

const FILES = {
  node: OLD.esm,
  vitest: OLD.esm,
  jest: OLD.cjs,
  mocha: OLD.cjs,
  pytest: OLD.pytest,
  go: OLD.go,
  cargo: OLD.cargo,
} as const satisfies Readonly<Record<keyof typeof EARLIER, string>>;

const inRed = (runner: keyof typeof FILES, name: string, why: string, ...does: readonly string[]): Cheat => ({
  name: `${name}, in RED (${runner})`,
  on: EARLIER[runner],
  phase: 'RED',
  does: [DO_THE_WORK, ...does],
  verdict: 'held',
  names: [INTACT, `${FILES[runner]} has earlier tests, and ${why}`],
});
const byEdit = (runner: keyof typeof FILES, name: string, why: string, expression: string): Cheat =>
  inRed(runner, name, why, edit(FILES[runner], expression));
const more = (runner: keyof typeof FILES, ...lines: readonly string[]): string =>
  `printf '%s\\n' ${lines.map((line) => `'${line.replaceAll("'", `'\\''`)}'`).join(' ')} >> ${FILES[runner]}`;

export const EARLIER_TESTS: Family = {
  title: 'Earlier tests in RED',
  cheats: [
    byEdit('vitest', 'empties an earlier test', '"adds nothing" is changed', '/add(start, 0)/d'),
    byEdit(
      'jest',
      'makes an earlier test ask for less',
      '"adds" is changed',
      's/sum(2)).toBe(3)/sum(2)).toBeDefined()/',
    ),
    byEdit(
      'mocha',
      'lets an earlier test return first',
      '"adds nothing" is changed',
      's/equal(add(start, 0), 1)/return; &/',
    ),
    byEdit('pytest', 'empties an earlier test', '"test_adds" is changed', 's/check(add(start, 2), 3)/pass/'),
    byEdit('go', 'skips the end of an earlier test', '"TestAdds" is changed', 's/^.check(t, Add(1, 2), 3)/\\treturn/'),
    byEdit('cargo', 'empties an earlier test', '"adds" is changed', 's/    check(add(1, 2), 3);//'),

    byEdit(
      'node',
      'makes the set-up of earlier tests give the answer',
      'code outside of tests is changed',
      's/add(start, more)/3/',
    ),
    byEdit('pytest', 'empties a helper of earlier tests', '"check" is changed', 's/assert is_ == wanted/pass/'),
    byEdit('go', 'lets a helper of earlier tests only log', '"check" is changed', 's/t.Errorf/t.Logf/'),
    byEdit(
      'cargo',
      'empties a helper of earlier tests',
      '"check" is changed',
      's/assert_eq!(is, wanted);/let _ = (is, wanted);/',
    ),

    byEdit(
      'jest',
      'removes a row from a table of earlier tests',
      'code outside of tests is changed',
      "s/, \\['two', 1, 2\\]//",
    ),
    byEdit('pytest', 'removes a row from a table of earlier tests', '"test_adds_rows" is changed', 's/, (1, 2)\\]/]/'),
    byEdit('go', 'removes a row from a table of earlier tests', '"TestAddsRows" is changed', '/{1, 2},/d'),

    inRed(
      'vitest',
      'mocks the code of earlier tests for their whole file',
      'it adds something else than a test with a name',
      more('vitest', "import { vi } from 'vitest';", "vi.mock('../lib/add.mjs', () => ({ add: (a, b) => a + b }));"),
    ),
    inRed(
      'jest',
      'adds a hook for earlier tests, which replaces what they call',
      'it adds something else than a test with a name',
      more('jest', "beforeEach(() => jest.spyOn({ add }, 'add'));"),
    ),
    inRed(
      'pytest',
      'adds a fixture that counts for earlier tests',
      'it has a new hook, "easy", which counts for earlier tests',
      more('pytest', '', '', '@pytest.fixture(autouse=True)', 'def easy():', '    yield'),
    ),
    inRed(
      'pytest',
      'declares a helper of earlier tests a second time',
      'it declares check anew, which earlier tests use',
      more('pytest', '', '', 'def check(is_, wanted):', '    return is_ == wanted'),
    ),
    inRed(
      'go',
      'adds a main function of the tests that replaces what they call',
      'it has a new hook, "TestMain", which counts for earlier tests',
      more('go', '', 'func TestMain(m *testing.M) {', '\tm.Run()', '}'),
    ),
    inRed(
      'cargo',
      'gives earlier tests an assertion that checks nothing',
      'it declares assert_eq anew, which earlier tests use',
      more(
        'cargo',
        '',
        '#[allow(unused_macros)]',
        'macro_rules! assert_eq {',
        '    ($a:expr, $b:expr) => { let _ = ($a, $b); };',
        '}',
      ),
    ),
    inRed(
      'mocha',
      'loads other code in the place of that of earlier tests',
      'add is no longer imported as it was',
      put('checks/fake-add.js', 'exports.add = (a, b) => a + b;'),
      edit(FILES.mocha, 's#\\.\\./lib/add.js#./fake-add.js#'),
    ),
    inRed(
      'node',
      'changes another test under the name of a new variable',
      '"adds" is changed',
      edit(FILES.node, 's/start/first/g; s/sum(2), 3/sum(2), sum(2)/'),
    ),
    {
      name: 'breaks what an earlier test asks for, in RED',
      on: PROJECTS.oldTests,
      phase: 'RED',
      does: [DO_THE_WORK, edit('lib/add.mjs', 's/a + b/a - b/')],
      verdict: 'held',
      names: ['existing_failing == 0', '"checks/add.test.mjs > adds" passed before and does not now, because of code'],
    },
  ],
};
