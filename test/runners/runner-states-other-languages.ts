/** Todo, skipped and nested tests of the runners of other languages: see `runner-states.ts`. */
import { type Fact, FAILED, OUTSIDE, PASSED, SKIPPED, type RunnerStates } from './runner-states.ts';

const python = (code: string, gives: string, text: string): Fact => ({
  code,
  gives,
  text,
  honest: text.replace(/@pytest\.mark\.\w+\n/, '').replace('assert 0', 'pass'),
});
const ruby = (code: string, gives: string, text: string): Fact => ({
  code,
  gives,
  text,
  honest: text.includes('after(:context)')
    ? text.replace(`raise 'no'`, '')
    : `RSpec.describe('AC-1') { before { }; it('c') {} }`,
});
const go = (code: string, gives: string, body: string): Fact => ({
  code,
  gives,
  text: `func TestAC1_Sum(t *testing.T) { ${body} }\n`,
  honest: 'func TestAC1_Sum(t *testing.T) { t.Run("c", func(t *testing.T) {}) }\n',
});

export const STATES_OF_OTHERS: readonly RunnerStates[] = [
  {
    runner: 'pytest',
    command: ['python3', '-m', 'pytest', '-p', 'no:cacheprovider'],
    nameFile: (name) => `test_${name}.py`,
    prelude: 'import pytest\n',
    todo: [python('xfail', SKIPPED, '@pytest.mark.xfail\ndef test_ac_1(): assert 0')],
    skip: [python('skip', SKIPPED, '@pytest.mark.skip\ndef test_ac_1(): pass')],
    nested: [
      python('@pytest.mark.skip class', SKIPPED, '@pytest.mark.skip\nclass TestAC1_sum:\n  def test_c(self): pass'),
    ],
    hook: [
      python('setup_class', FAILED, `class TestAC1_sum:\n  def setup_class(self): assert 0\n  def test_c(self): pass`),
      python(
        'teardown_class',
        FAILED,
        `class TestAC1_sum:\n  def teardown_class(self): assert 0\n  def test_c(self): pass`,
      ),
    ],
    flaky: [],
  },
  {
    runner: 'rspec',
    command: ['rspec'],
    nameFile: (name) => `spec/${name}_spec.rb`,
    prelude: '',
    todo: [
      ruby("it 'a'", SKIPPED, `RSpec.describe('a') { it 'AC-1' }`),
      ruby('pending', SKIPPED, `RSpec.describe('a') { it('AC-1') { pending; raise 'no' } }`),
    ],
    skip: [
      ruby('xit', SKIPPED, `RSpec.describe('a') { xit('AC-1') {} }`),
      ruby('before { skip }', SKIPPED, `RSpec.describe('AC-1') { before { skip }; it('c') {} }`),
    ],
    nested: [
      ruby('xdescribe', SKIPPED, `RSpec.xdescribe('AC-1') { it('c') {} }`),
      ruby('pending: true', SKIPPED, `RSpec.describe('AC-1', pending: true) { it('c') { raise 'no' } }`),
    ],
    hook: [
      ruby('before(:context)', FAILED, `RSpec.describe('AC-1') { before(:context) { raise 'no' }; it('c') {} }`),
      ruby(
        'after(:context)',
        PASSED + OUTSIDE,
        `RSpec.describe('AC-1') { after(:context) { raise 'no' }; it('c') {} }`,
      ),
    ],
    flaky: [],
  },
  {
    runner: 'go',
    command: ['go', 'test', './...'],
    more: { 'go.mod': 'module example.com/sum\n\ngo 1.19\n' },
    nameFile: (name) => `${name}/a_test.go`,
    prelude: 'package sum\n\nimport "testing"\n\n',
    todo: [],
    skip: [go('t.Skip', SKIPPED, 't.Skip()')],
    nested: [
      go('t.Run … t.Skip', 'passed and skipped', 't.Run("c", func(t *testing.T) {}); t.Skip()'),
      go('t.Run … t.Fail', 'failed and passed', 't.Run("c", func(t *testing.T) {}); t.Fail()'),
    ],
    hook: [],
    flaky: [],
  },
  {
    runner: 'cargo',
    command: ['cargo', 'test', '--offline'],
    more: {
      'Cargo.toml': '[package]\nname = "sum"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': '',
    },
    nameFile: (name) => `tests/${name}.rs`,
    prelude: '',
    todo: [],
    skip: [
      {
        code: '#[ignore]',
        gives: SKIPPED,
        text: '#[test]\n#[ignore]\nfn test_ac_1() {}',
        honest: '#[test]\nfn test_ac_1() {}',
      },
    ],
    nested: [],
    hook: [],
    flaky: [],
  },
];
