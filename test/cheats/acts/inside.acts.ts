/** Acts around tests inside of sources that look like cheats and are allowed. */
import type { HonestAct } from '../a-cheat.ts';
import { edit, put } from '../families/shell.ts';
import { BLOCK, blockSource, docSource, DOCTESTS, IN_SOURCE, LOUD, LOUD_PY, SOURCE } from '../inside-projects.ts';
import { inGreen, inRed } from './an-act.ts';

const write = (file: string, text: string): string => put(file, ...text.trimEnd().split('\n'));

const COUNTED = 'let calls = 0;\nexport const count = () => (calls += 1);';
const RESET = BLOCK.replace('() => expect', '() => (calls = 0, expect').replace("toBe('NO'));", "toBe('NO')));");

/** Each is proven, too. */
export const INSIDE_PROVEN: readonly HonestAct[] = [
  inGreen(
    'adds a test to the block of a source (vitest)',
    IN_SOURCE,
    write(SOURCE, blockSource(LOUD, `${BLOCK}\n  test('it is loud', () => expect(shout('a')).toBe('A!'));`)),
  ),
  inGreen(
    'adds a function with examples of its own (pytest)',
    DOCTESTS,
    write(
      'shout.py',
      docSource(LOUD_PY, undefined, [
        '',
        '',
        'def whisper(text):',
        '    """Whispers.',
        '',
        '    >>> whisper("NO")',
        "    'no'",
        '    """',
        '    return text.lower()',
      ]),
    ),
  ),
];

export const INSIDE_ACTS: readonly HonestAct[] = [
  ...INSIDE_PROVEN,
  inGreen(
    'formats a source with a block of tests (vitest)',
    IN_SOURCE,
    edit(SOURCE, 's/\'/"/g; s/^  test(/    test(/; s/;$//'),
  ),
  inGreen(
    'asks for the place of its module beside a block of tests (vitest)',
    IN_SOURCE,
    write(SOURCE, blockSource(`export const here = new URL('.', import.meta.url);\n${LOUD}`)),
  ),
  inRed(
    'sets a state of the module back in a block of tests (vitest)',
    { ...IN_SOURCE, green: { [SOURCE]: blockSource(`${COUNTED}\n${LOUD}`, RESET) } },
    write(SOURCE, blockSource(`${COUNTED}\nexport const shout = () => '';`, RESET)),
  ),
  inGreen(
    'edits the words around examples, and adds one (pytest)',
    DOCTESTS,
    edit('shout.py', 's/Shouts a word/Shouts one word, loudly/; s/^    .NO.$/&\\n    >>> shout("a")\\n    "A!"/'),
    edit('shout.py', `s/^    "A!"$/    'A!'/`),
    edit('README.md', 's/^# Words/# All words/'),
  ),
];
