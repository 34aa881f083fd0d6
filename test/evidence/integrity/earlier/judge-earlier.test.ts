import { describe, expect, test } from 'vitest';
import { judgeEarlier } from '../../../../src/evidence/integrity/earlier/judge-earlier.ts';
import { CARGO, FEATURE, GO, JEST, lines, PYTEST, RSPEC } from './earlier-files.ts';

const TEXTS = {
  'test/cart.test.js': JEST,
  'tests/test_cart.py': PYTEST,
  'cart_test.go': GO,
  'tests/cart.rs': CARGO,
  'spec/cart_spec.rb': RSPEC,
  'test/cart.feature': FEATURE,
} as const;
type Path = keyof typeof TEXTS;

const judge = async (path: Path, after: string, fresh: Readonly<Record<string, string>> = {}) => {
  expect(after).not.toBe(TEXTS[path]);
  return (await judgeEarlier([{ path, before: TEXTS[path], after }], new Map(Object.entries(fresh))))[0]?.why;
};
const replace = (path: Path, old: string, now: string): string => {
  expect(TEXTS[path]).toContain(old);
  return TEXTS[path].replaceAll(old, now);
};
const append = (path: Path, ...added: readonly string[]): string => TEXTS[path] + lines('', ...added);
const [JS, PY, GO_FILE, RS, RB, FEATURE_FILE] = [
  'test/cart.test.js',
  'tests/test_cart.py',
  'cart_test.go',
  'tests/cart.rs',
  'spec/cart_spec.rb',
  'test/cart.feature',
] as const;

describe('a file with earlier tests that got more, and lost nothing', () => {
  test.each<readonly [string, Path, string]>([
    ['a test', JS, append(JS, "test('removes', () => expect(new Cart().remove(1)).toBe(0));")],
    [
      'a test within a group, and an import',
      JS,
      replace(
        JS,
        "  it('adds', ",
        "  it('removes', () => {\n    expect(remove(cart)).toBe(0);\n  });\n\n  it('adds', ",
      ).replace(
        "const { money } = require('./helpers');",
        "const { money } = require('./helpers');\nconst fs = require('node:fs');\nconst { remove } = require('../src/remove');",
      ),
    ],
    [
      'a group with hooks, spies and clocks of its own, and a helper',
      JS,
      append(
        JS,
        "const fixed = () => new Date('2020-01-01');",
        "describe('removes', () => {",
        '  let clock;',
        '  beforeEach(() => {',
        '    jest.useFakeTimers();',
        '    clock = fixed();',
        "    jest.spyOn(console, 'log').mockReturnValue(undefined);",
        '    process.env.CART = "1";',
        '  });',
        '  afterEach(() => jest.restoreAllMocks());',
        "  it('one', () => expect(new Cart().remove(clock)).toBe(0));",
        '});',
      ),
    ],
    ['a row behind the others', JS, replace(JS, "['two', 2]];", "['two', 2], ['three', 3]];")],
    ['a row between the others', JS, replace(JS, "[['one', 1], ", "[['one', 1],\n  ['none', 0],\n  ")],
    ['other formatting', JS, replace(JS, "'", '"').replaceAll(';\n', '\n').replaceAll('    ', '\t\t')],
    [
      'another name for a variable of its set-up, and a test',
      JS,
      replace(JS, 'cart.', 'basket.').replace('let cart', 'let basket').replace('cart = new', 'basket = new') +
        "test('removes', () => expect(new Cart().remove(1)).toBe(0));\n",
    ],
    ['another name for a helper', JS, replace(JS, 'filled', 'full')],
    ['a comment', JS, replace(JS, "  it('adds'", "  // Two.\n  it('adds'")],

    ['a test', PY, append(PY, '', 'def test_removes(cart):', '    assert cart.remove(1) == 0')],
    [
      'imports, a fixture, a helper, and a test with a patch',
      PY,
      append(
        PY,
        '',
        '@pytest.fixture',
        'def full(tmp_path):',
        '    return Cart([3])',
        '',
        '',
        'def price(of):',
        '    return of * 2',
        '',
        '',
        'def test_removes(full, monkeypatch):',
        '    monkeypatch.setattr("shop.rate", 1)',
        '    assert remove(full) == price(0)',
      )
        .replace('import pytest\n', 'import json\n\nimport pytest\n')
        .replace('Cart, money', 'Cart, money, remove'),
    ],
    [
      'a test and a helper in a class',
      PY,
      append(
        PY,
        '    def half(self):',
        '        return 1',
        '',
        '    def test_empty(self):',
        '        assert self.half() == 1',
      ),
    ],
    ['a row behind the others', PY, replace(PY, '    ("two", 2),\n', '    ("two", 2),\n    ("three", 3),\n')],
    ['a row between the others', PY, replace(PY, '    ("two", 2),\n', '    ("none", 0),\n    ("two", 2),\n')],
    [
      'other formatting',
      PY,
      replace(PY, "'€'", '"€"')
        .replace('(cart, word, wanted)', '(\n    cart,\n    word,\n    wanted,\n)')
        .replace('[\n    ("one", 1),\n    ("two", 2),\n]', '[("one", 1), ("two", 2)]'),
    ],
    [
      'another name for a fixture',
      PY,
      replace(PY, 'cart.', 'basket.').replaceAll('cart()', 'basket()').replaceAll('(cart', '(basket'),
    ],
    ['another name for a helper', PY, replace(PY, 'check(', 'is_same(')],
    ['another name for what its set-up makes', PY, replace(PY, 'self.sum', 'self.total_sum')],
    [
      'a comment, and a way to start it',
      PY,
      append(PY, '# The end.', 'if __name__ == "__main__":', '    pytest.main()'),
    ],
    [
      'its tests in another order',
      PY,
      replace(PY, 'def check(is_, wanted):\n    assert is_ == wanted\n\n\n', '') +
        '\n\ndef check(is_, wanted):\n    assert is_ == wanted\n',
    ],

    [
      'a test and an import',
      GO_FILE,
      append(GO_FILE, 'func TestRemoves(t *testing.T) {', '\tc := newCart(t)', '\tc.Remove(1)', '}').replace(
        'import "testing"',
        'import (\n\t"errors"\n\t"testing"\n)',
      ),
    ],
    ['a row', GO_FILE, replace(GO_FILE, '\t\t{"two", 2},\n', '\t\t{"two", 2},\n\t\t{"three", 3},\n')],
    ['other formatting', GO_FILE, replace(GO_FILE, '\t', '  ').replaceAll(' := ', ':=')],
    ['another name for a helper', GO_FILE, replace(GO_FILE, 'newCart', 'makeCart')],
    ['another name for a variable', GO_FILE, replace(GO_FILE, 'tt', 'each')],
    [
      'a case as a subtest',
      GO_FILE,
      replace(
        GO_FILE,
        '\t\t})\n\t}\n}\n',
        '\t\t})\n\t}\n\tt.Run("none", func(t *testing.T) {\n\t\tt.Log(Count(""))\n\t})\n}\n',
      ),
    ],

    [
      'a test and imports',
      RS,
      append(RS, '#[test]', '#[should_panic]', 'fn removes() {', '    remove(filled());', '}').replace(
        '{count, Cart}',
        '{count, remove, Cart}',
      ),
    ],
    ['a row', RS, replace(RS, '("two", 2)]', '("two", 2), ("three", 3)]')],
    [
      'other formatting',
      RS,
      replace(
        RS,
        'assert_eq!(count(word), wanted, "{word}");',
        'assert_eq!(\n            count(word),\n            wanted,\n            "{word}",\n        );',
      ),
    ],
    ['another name for a helper', RS, replace(RS, 'filled', 'full')],

    [
      'a test, a value and a group',
      RB,
      replace(
        RB,
        "  it 'is empty'",
        "  let(:full) { Cart.new([1]) }\n\n  context 'when full' do\n    before { full.open }\n\n    it 'removes' do\n      expect(full.remove).to eq(1)\n    end\n  end\n\n  it 'is empty'",
      ),
    ],
    ['a row', RB, replace(RB, "['two', 2]]", "['two', 2], ['three', 3]]")],
    ['another name for a value', RB, replace(RB, 'cart.', 'basket.').replace(':cart', ':basket')],

    [
      'a scenario',
      FEATURE_FILE,
      append(FEATURE_FILE, '  Scenario: full', '    Given a full cart', '    Then the total is 3'),
    ],
  ])('is as it was: %s (%s)', async (_name, path, after) => {
    expect(await judge(path, after)).toBeUndefined();
  });
});

describe('a file with earlier tests that are not what they were', () => {
  test.each<readonly [string, Path, string, string]>([
    ['an emptied test', JS, replace(JS, 'expect(cart.total()).toBe(0);', ''), '"is empty" is changed'],
    ['a test that asks for less', JS, replace(JS, '.toBe(0)', '.toBeDefined()'), '"is empty" is changed'],
    [
      'a test that returns first',
      JS,
      replace(JS, '    expect(cart.total()).toBe(0)', '    return;\n    expect(cart.total()).toBe(0)'),
      '"is empty" is changed',
    ],
    [
      'another hook',
      JS,
      replace(JS, 'cart = new Cart();', 'cart = { total: () => 0, add() {} };'),
      'code outside of tests is changed',
    ],
    [
      'a longer hook',
      JS,
      replace(JS, 'cart = new Cart();', 'cart = new Cart();\n    cart.total = () => 0;'),
      'code outside of tests is changed',
    ],
    [
      'a new hook for them',
      JS,
      replace(JS, "  it('is empty'", "  beforeEach(() => { cart.total = () => 0; });\n\n  it('is empty'"),
      'it adds something else than a test with a name',
    ],
    [
      'another helper',
      JS,
      replace(JS, 'return new Cart([3])', 'return { total: () => 1 }'),
      'code outside of tests is changed',
    ],
    ['a row that is gone', JS, replace(JS, ", ['two', 2]", ''), 'code outside of tests is changed'],
    ['another row', JS, replace(JS, "['two', 2]", "['two', 3]"), 'code outside of tests is changed'],
    [
      'a longer list that says what is right',
      JS,
      replace(JS, 'limits = [1, 2]', 'limits = [1, 2, 3]'),
      'code outside of tests is changed',
    ],
    [
      'a mock for the whole file',
      JS,
      append(JS, "jest.mock('../src/cart', () => ({ Cart: class {} }));"),
      'it adds something else than a test with a name',
    ],
    [
      'a mock in a new test, which a runner moves to the top',
      JS,
      append(JS, "test('more', () => { jest.mock('../src/cart'); });"),
      '"more" calls jest.mock, which may change the earlier tests',
    ],
    [
      'a new test that changes what others import',
      JS,
      append(JS, "test('more', () => { Cart.prototype.total = () => 0; });"),
      '"more" changes Cart.prototype.total, which may change the earlier tests',
    ],
    [
      'a new test that changes a class',
      JS,
      append(JS, "test('more', () => { Cart.count = () => 1; });"),
      '"more" changes Cart.count, which may change the earlier tests',
    ],
    [
      'another assertion',
      JS,
      append(JS, 'const expect = () => ({ toBe() {} });'),
      'it adds something else than a test with a name',
    ],
    [
      'another module in the place of one',
      JS,
      replace(JS, "'../src/cart'", "'./fake-cart'"),
      'Cart is no longer imported as it was',
    ],
    ['another name for what it imports', JS, replace(JS, 'money', 'coin'), '"adds" is changed'],
    ['a matcher with another name', JS, replace(JS, 'toContain', 'toBeDefined'), '"limits" is changed'],
    ['a module that is loaded for its effect', JS, `require('./patch');\n${JS}`, '"is empty" is changed'],

    ['an emptied test', PY, replace(PY, '    check(cart.total(), 0)', '    pass'), '"test_empty" is changed'],
    [
      'a test that is skipped',
      PY,
      replace(PY, 'def test_empty', '@pytest.mark.skip\ndef test_empty'),
      '"test_empty" is changed',
    ],
    [
      'a second test of the same name',
      PY,
      append(PY, '', 'def test_empty():', '    pass'),
      'it declares test_empty anew, which earlier tests use',
    ],
    [
      'a second one in a class',
      PY,
      append(PY, '    def test_sign(self):', '        pass'),
      'it declares test_sign anew, which earlier tests use',
    ],
    ['a second helper', PY, append(PY, '', 'check = print'), 'it declares check anew, which earlier tests use'],
    [
      'a helper that asks for nothing',
      PY,
      replace(PY, '    assert is_ == wanted', '    return is_ == wanted'),
      '"check" is changed: it has return in the place of assert',
    ],
    [
      'another fixture',
      PY,
      replace(PY, 'return Cart()', 'return FakeCart()'),
      '"cart" is changed: it has FakeCart in the place of Cart',
    ],
    ['a set-up that gives the answer', PY, replace(PY, 'money(3)', "'€'"), '"setup_method" is changed'],
    [
      'a fixture that nobody asks for',
      PY,
      append(
        PY,
        '',
        '@pytest.fixture(autouse=True)',
        'def easy(monkeypatch):',
        '    monkeypatch.setattr("cart.Cart.total", lambda self: 0)',
      ),
      'it has a new hook, "easy", which counts for earlier tests',
    ],
    [
      'a hook of the file',
      PY,
      append(PY, '', 'def setup_function():', '    Cart.total = lambda self: 0'),
      'it has a new hook, "setup_function", which counts for earlier tests',
    ],
    [
      'a mark for the whole file',
      PY,
      append(PY, '', 'pytestmark = pytest.mark.skip'),
      'it has a new hook, "pytestmark", which counts for earlier tests',
    ],
    [
      'code as the file is loaded',
      PY,
      append(PY, '', 'Cart.total = lambda self: 0'),
      'it has new code outside of tests: "Cart.total = lambda self: 0"',
    ],
    [
      'a longer list that says what is right',
      PY,
      replace(PY, 'LIMITS = [1, 2]', 'LIMITS = [1, 2, 3]'),
      '"LIMITS" is changed',
    ],
    ['a row that is gone', PY, replace(PY, '    ("two", 2),\n', ''), '"test_counts" is changed'],
    ['another value in a row', PY, replace(PY, '("two", 2)', '("two", 3)'), '"test_counts" is changed'],
    [
      'an assertion that a condition skips',
      PY,
      replace(PY, '    check(cart.total(), 0)', '    if cart.items:\n        check(cart.total(), 0)'),
      '"test_empty" is changed',
    ],
    [
      'an assertion in a loop that never runs',
      PY,
      replace(PY, '    assert is_ == wanted', '    for each in []:\n        assert is_ == wanted'),
      '"check" is changed',
    ],
    [
      'another module in the place of one',
      PY,
      replace(PY, 'from cart import', 'from fake_cart import'),
      'the import of Cart is gone',
    ],
    [
      'a name of an import that becomes another',
      PY,
      replace(PY, 'import Cart, money', 'import Cart, coin').replaceAll('money(', 'coin('),
      '"TestMoney" is changed: it has coin in the place of money',
    ],
    [
      'a hook that nobody calls any more',
      PY,
      replace(PY, 'setup_method', 'prepare'),
      '"TestMoney" is changed: it has prepare in the place of setup_method',
    ],

    [
      'a test that does not fail',
      GO_FILE,
      replace(
        GO_FILE,
        '\t\tt.Errorf("got %d", got)\n\t}\n}\n\nfunc TestCounts',
        '\t\tt.Logf("got %d", got)\n\t}\n}\n\nfunc TestCounts',
      ),
      '"TestEmpty" is changed',
    ],
    [
      'a test that returns first',
      GO_FILE,
      replace(GO_FILE, '\tc := newCart(t)\n', '\treturn\n\tc := newCart(t)\n'),
      '"TestEmpty" is changed',
    ],
    [
      'a test that is skipped',
      GO_FILE,
      replace(GO_FILE, '\tc := newCart(t)\n', '\tt.Skip()\n\tc := newCart(t)\n'),
      '"TestEmpty" is changed',
    ],
    ['another expected output', GO_FILE, replace(GO_FILE, '// Output: 0', '// Output: 1'), '"ExampleCart" is changed'],
    ['no expected output', GO_FILE, replace(GO_FILE, '\t// Output: 0\n', ''), '"ExampleCart" is changed'],
    [
      'a TestMain',
      GO_FILE,
      append(GO_FILE, 'func TestMain(m *testing.M) {', '\tNew = fake', '\tm.Run()', '}'),
      'it has a new hook, "TestMain", which counts for earlier tests',
    ],
    [
      'code that runs first',
      GO_FILE,
      append(GO_FILE, 'func init() {', '\tNew = fake', '}'),
      'it has a new hook, "init", which counts for earlier tests',
    ],
    ['a row that is gone', GO_FILE, replace(GO_FILE, '\t\t{"two", 2},\n', ''), '"TestCounts" is changed'],
    [
      'a condition that is never met',
      GO_FILE,
      replace(GO_FILE, 'got != 0', 'got != 0 && false'),
      '"TestEmpty" is changed',
    ],

    ['an emptied test', RS, replace(RS, '    assert_eq!(cart.total(), 0);\n', ''), '"empty" is changed'],
    [
      'a test that may panic',
      RS,
      replace(RS, '#[test]\nfn empty', '#[test]\n#[should_panic]\nfn empty'),
      '"empty" is changed',
    ],
    [
      'a test that is ignored',
      RS,
      replace(RS, '#[test]\nfn empty', '#[test]\n#[ignore]\nfn empty'),
      '"empty" is changed',
    ],
    [
      'an assertion of its own',
      RS,
      append(RS, 'macro_rules! assert_eq {', '    ($($any:tt)*) => {};', '}'),
      'it declares assert_eq anew, which earlier tests use',
    ],
    [
      'an assertion from elsewhere',
      RS,
      replace(RS, 'use cart::{count, Cart};', 'use cart::{count, Cart};\nuse fake::assert_eq;'),
      'it imports assert_eq anew, which earlier tests use',
    ],
    [
      'a longer list that says what is right',
      RS,
      replace(RS, '[1, 3].contains', '[1, 3, 4].contains'),
      '"sum" is changed',
    ],
    ['another value in a row', RS, replace(RS, '("two", 2)', '("two", 3)'), '"counts" is changed'],

    ['an emptied test', RB, replace(RB, '    expect(cart.total).to eq(0)\n', ''), 'it "is empty" is changed'],
    [
      'a test that waits for its code',
      RB,
      replace(RB, "it 'is empty'", "xit 'is empty'"),
      'it "is empty" is changed: it has xit in the place of it',
    ],
    [
      'another value',
      RB,
      replace(RB, 'let(:cart) { Cart.new }', 'let(:cart) { double(total: 0) }'),
      'let "cart" is changed',
    ],
    [
      'a hook for them',
      RB,
      replace(RB, "  it 'is empty'", "  before { allow(cart).to receive(:total).and_return(0) }\n\n  it 'is empty'"),
      'it has a new hook, the line "before { allow(cart).to receive(:total).and_return(0) }", which counts for earlier tests',
    ],

    [
      'a scenario with less',
      FEATURE_FILE,
      replace(FEATURE_FILE, '    Then the total is 0\n', ''),
      'the line "Scenario: empty" is changed',
    ],
  ])('is told: %s (%s)', async (_name, path, after, why) => {
    expect(await judge(path, after)).toBe(why);
  });
});
