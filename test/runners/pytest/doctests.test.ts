import { describe, expect, test } from 'vitest';
import { addedDoctests, readDoctests } from '../../../src/runners/pytest/doctests.ts';

const SOURCE = `"""Numbers.

>>> one()
1
"""
import math


def one():
    """Is one.

    >>> one()
    1
    >>> [one(),
    ...  one()]
    [1, 1]

    >>> one() + 1
    2
    """
    return 1
`;
const read = (text: string) => readDoctests(text, 'numbers.py');

describe('doctests', () => {
  test('are sections of examples, each with the function that it describes', () => {
    expect(read(SOURCE).split('\n\n')).toEqual([
      'module\n>>> one()\n1',
      'one\n>>> one()\n1\n>>> [one(),\n...  one()]\n[1, 1]',
      'one\n>>> one() + 1\n2',
    ]);
    expect(readDoctests('# A\n\n    >>> one()\n    1\n\nEnd\n', 'README.md')).toBe('text\n>>> one()\n1');
    expect(read('def one():\n    return 1\n')).toBe('');
  });

  test('stay what they are where code, prose and indentation change', () => {
    const other = SOURCE.replace('Is one.', 'Is the first number.')
      .replace('return 1', 'return int(1)')
      .replace('import math\n', '');
    expect(read(other)).toBe(read(SOURCE));
  });

  test('are other ones in a string that is no docstring, and where code says which of them run', () => {
    const aside = SOURCE.replace('    """Is one.', '    pass\n    """Is one.');
    expect(read(aside)).not.toBe(read(SOURCE));
    for (const line of ["one.__doc__ = ''", '__test__ = {}', 'import doctest', "setattr(one, '__doc__', '')"])
      expect(read(`${SOURCE}${line}\n`), line).not.toBe(read(SOURCE));
  });

  const was = 'one\n>>> one()\n1\n\ntwo\n>>> two()\n2';

  test.each([
    ['a function', `${was}\n\nthree\n>>> three()\n3`, ['three']],
    ['a function between others', was.replace('\n\ntwo', '\n\nhalf\n>>> half()\n0.5\n\ntwo'), ['half']],
    ['an example at an end', `${was}\n>>> two() + 1\n3`, ['two']],
    ['an object of its own', `${was}\n\nbox\n>>> box = Box()\n>>> box.size = 2\n>>> box.size\n2`, ['box']],
    ['nothing', was, []],
  ])('may get more: %s', (_what, now, added) => {
    expect(addedDoctests(was, now)).toEqual(added);
  });

  test.each([
    ['an example is gone', 'two\n>>> two()\n2'],
    ['an answer is another one', was.replace('\n2', '\n3')],
    ['an answer goes on', was.replace('\n1\n', '\n1\n2\n')],
    ['an example is skipped', was.replace('two()', 'two()  # doctest: +SKIP')],
    ['one comes before those of its function', was.replace('two\n', 'two\n>>> two = lambda: 2\n\ntwo\n')],
    ['one changes a function', `${was}\n\nthree\n>>> one.__code__ = two.__code__`],
    ['one sets a member of another object', `${was}\n\nthree\n>>> parts.two = 2`],
    ['code says which run', `${was}\n\ncode one.__doc__ = ''`],
  ])('are changed if %s', (_what, now) => {
    expect(addedDoctests(was, now)).toBeNull();
  });
});
