/** Ordinary work in files with earlier tests, in RED, which changes none of them. */
import { EARLIER, OLD } from '../earlier-projects.ts';
import { edit, put, quote } from '../families/shell.ts';
import { inRed } from './an-act.ts';
import type { HonestAct } from '../a-cheat.ts';

const more = (file: string, ...lines: readonly string[]): string =>
  `printf '%s\\n' ${lines.map(quote).join(' ')} >> ${file}`;

export const EARLIER_ACTS: readonly HonestAct[] = [
  inRed(
    'adds a test, a helper and an import to a file with earlier tests (node:test)',
    EARLIER.node,
    more(
      OLD.esm,
      "import { shout } from '../lib/shout.mjs';",
      'const twice = (word) => word + word;',
      "test('shouts twice', () => equal(shout(twice('a')), 'AA!'));",
    ),
  ),
  inRed(
    'adds a group with hooks and spies to a file with earlier tests (vitest)',
    EARLIER.vitest,
    edit(OLD.esm, 's/{ beforeEach, expect, test }/{ afterEach, beforeEach, describe, expect, test, vi }/'),
    more(
      OLD.esm,
      "import { shout } from '../lib/shout.mjs';",
      "describe('shouting', () => {",
      '  let word;',
      "  beforeEach(() => { word = 'a'; vi.useFakeTimers(); });",
      '  afterEach(() => vi.useRealTimers());',
      "  test('is loud', () => expect(shout(word)).toBe('A!'));",
      '});',
    ),
  ),
  inRed(
    'formats a file with earlier tests, and adds a test (jest)',
    EARLIER.jest,
    edit(OLD.cjs, `s/'/"/g; s/^  /    /`),
    more(OLD.cjs, "test('shouts a sum', () => expect(require('../lib/shout.js').shout(`${add(1, 1)}`)).toBe('2!'));"),
  ),
  inRed(
    'renames a variable in the set-up of earlier tests, for new ones too (mocha)',
    EARLIER.mocha,
    edit(OLD.cjs, 's/start/first/g'),
    more(OLD.cjs, "it('shouts a sum', () => equal(require('../lib/shout.js').shout(`${first}`), '1!'));"),
  ),
  inRed(
    'moves a helper of earlier tests into a file, for new ones too (node:test)',
    EARLIER.node,
    put('test/rows.mjs', "export const rows = [['one', 1, 1], ['two', 1, 2]];"),
    edit(OLD.esm, "/^const rows/d; s#^import { add.*#&\\nimport { rows } from '../test/rows.mjs';#"),
  ),
  inRed(
    'renames a fixture of earlier tests, and adds a test with it (pytest)',
    EARLIER.pytest,
    edit(OLD.pytest, 's/\\bstart\\b/first/g; s/^from add.*/&\\nfrom shout import shout/'),
    more(OLD.pytest, '', '', 'def test_shouts_a_sum(first):', "    assert shout(str(first)) == '1!'"),
  ),
  inRed(
    'adds a test and an import to a file with earlier tests (go)',
    EARLIER.go,
    edit(OLD.go, 's/^import "testing"/import (\\n\\t"strings"\\n\\t"testing"\\n)/'),
    more(
      OLD.go,
      '',
      'func TestShoutsALot(t *testing.T) {',
      '\tif got := Shout("a"); !strings.HasPrefix(got, "A!") {',
      '\t\tt.Errorf("got %q", got)',
      '\t}',
      '}',
    ),
  ),
  inRed(
    'adds a test and an import to a file with earlier tests (cargo)',
    EARLIER.cargo,
    edit(OLD.cargo, 's/^use shout.*/&\\nuse shout::shout;/'),
    more(OLD.cargo, '', '#[test]', 'fn shouts_a_sum() {', '    assert_eq!(shout(&add(1, 1).to_string()), "2!");', '}'),
  ),
];
