/** Projects whose tests stand inside of the sources: blocks of vitest, and doctests of pytest. */
import type { CheatedProject } from './a-cheat.ts';

/** A source with a block of tests, and an earlier one above it. */
export const blockSource = (code: string, block: string = BLOCK): string =>
  [
    'export const word = (text) => text.trim();',
    code,
    '',
    'if (import.meta.vitest) {',
    '  const { test, expect } = import.meta.vitest;',
    "  test('a word has no blanks around it', () => expect(word(' no ')).toBe('no'));",
    block,
    '}',
    '',
  ].join('\n');
export const BLOCK = [
  "  test('AC-1: a word is shouted in capitals', () => expect(shout('no').slice(0, 2)).toBe('NO'));",
  "  test('AC-2: a shout ends with one exclamation mark', () => expect(shout('no!').slice(2)).toBe('!'));",
].join('\n');
export const LOUD = "export const shout = (text) => word(text).toUpperCase().replace(/!*$/, '') + '!';";
export const SOURCE = 'lib/shout.mjs';

export const IN_SOURCE: CheatedProject = {
  runner: 'vitest',
  isWhole: true,
  tests: { command: 'node node_modules/vitest/vitest.mjs run' },
  files: {
    'vitest.config.mjs': "export default { test: { includeSource: ['lib/**/*.mjs'] } };\n",
    [SOURCE]: blockSource('', ''),
  },
  red: { [SOURCE]: blockSource("export const shout = () => '';") },
  green: { [SOURCE]: blockSource(LOUD) },
};

const EXAMPLES = ['>>> shout("no")[:2]', "'NO'"];
/** A function with examples, and one from before the work. */
export const docSource = (body: string, examples: readonly string[] = EXAMPLES, more: readonly string[] = []): string =>
  [
    '"""Words.',
    '',
    '>>> word(" no ")',
    "'no'",
    '"""',
    '',
    '',
    'def word(text):',
    '    return text.strip()',
    '',
    '',
    'def shout(text):',
    '    """Shouts a word.',
    '',
    ...examples.map((line) => `    ${line}`),
    '    """',
    `    ${body}`,
    ...more,
    '',
  ].join('\n');
const README = ['# Words', '', '    >>> from shout import shout', "    >>> shout('no!')[2:]", "    '!'", ''].join('\n');
export const LOUD_PY = "return word(text).upper().rstrip('!') + '!'";

export const DOCTESTS: CheatedProject = {
  runner: 'pytest',
  isWhole: true,
  tests: { command: 'python3 -m pytest' },
  files: {
    '.gitignore': '__pycache__/\n.pytest_cache/\n',
    'pytest.ini': '[pytest]\naddopts = --doctest-modules --doctest-glob=README.md\n',
    'specs/shout.md': '# Shout\n\n- [ ] a word is shouted in capitals\n- [ ] a shout ends with one exclamation mark\n',
    'shout.py': docSource('', [], []).slice(0, docSource('', [], []).indexOf('def shout')),
    'README.md': '# Words\n',
  },
  red: { 'shout.py': docSource("return ''"), 'README.md': README },
  green: { 'shout.py': docSource(LOUD_PY) },
};
