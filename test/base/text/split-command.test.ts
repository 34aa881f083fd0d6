import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitCommand } from '../../../src/base/text/split-command.ts';

const SHELL = spawnSync('sh', ['-c', 'exit 0']).status === 0;

describe('a command line', () => {
  it.each([
    ['npx vitest run', ['npx', 'vitest', 'run']],
    ['  node\t--test \n', ['node', '--test']],
    [`sh -c 'a | b; c'`, ['sh', '-c', 'a | b; c']],
    [`a "b c" d\\ e ''`, ['a', 'b c', 'd e', '']],
    [`a b'c'"d"e`, ['a', 'bcde']],
    [`a "\\" \\\\ \\$ \\x"`, ['a', '" \\ $ \\x']],
    [`a --grep=x foo$ '$5' "a$"`, ['a', '--grep=x', 'foo$', '$5', 'a$']],
    [`a NAME=value`, ['a', 'NAME=value']],
    ['vitest test/*.ts ~ #1', ['vitest', 'test/*.ts', '~', '#1']],
  ])('%j is split into its words', (line, words) => {
    expect(splitCommand(line)).toEqual({ words });
  });

  it.each([
    ['a | b', 'contains |, which only a shell understands'],
    ['a && b', 'contains &, which only a shell understands'],
    ['a; b', 'contains ;, which only a shell understands'],
    ['a < b', 'contains <, which only a shell understands'],
    ['a 2>b', 'contains >, which only a shell understands'],
    ['a $(b)', 'contains $(, which only a shell understands'],
    ['a "$(b)"', 'contains $(, which only a shell understands'],
    ['a `b`', 'contains `, which only a shell understands'],
    ['a "`b`"', 'contains `, which only a shell understands'],
    ['a $HOME', 'contains $H, which only a shell understands'],
    ['a "${HOME}"', 'contains ${, which only a shell understands'],
    ['a $5', 'contains $5, which only a shell understands'],
    ["a $'b'", "contains $', which only a shell understands"],
    ['a\nb', 'has several lines, which only a shell understands'],
    ['a \\\nb', 'has several lines, which only a shell understands'],
    ['a "b\nc"', 'has several lines, which only a shell understands'],
    ["a 'b\nc'", 'has several lines, which only a shell understands'],
    ['CI=1 npm test', 'begins by setting a variable, which only a shell understands'],
    ["a 'b", "has a ' that is not closed"],
    ['a "b', 'has a " that is not closed'],
    ['a b\\', 'ends with a backslash'],
    ['', 'names no program'],
    [" '' a", 'names no program'],
    ['a \0', 'contains a NUL character'],
  ])('%j is refused', (line, problem) => {
    expect(splitCommand(line)).toEqual({ problem });
  });

  const word = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !/[\0\n\r]/.test(text));
  const program = word.filter((text) => text !== '');

  it('gives back any words that were quoted', () => {
    const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
    fc.assert(
      fc.property(program, fc.array(word), (first, rest) => {
        expect(splitCommand([first, ...rest].map(quote).join(' '))).toEqual({ words: [first, ...rest] });
      }),
    );
  });

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from(`ab =$(){}'"\\|&;<>\`\n\t`)) }), (line) => {
        expect(Object.keys(splitCommand(line))).toHaveLength(1);
      }),
    );
  });

  it.skipIf(!SHELL)('is split as sh splits it, where it is accepted (needs sh)', () => {
    const line = fc.string({ unit: fc.constantFrom(...Array.from(`ab-,.  '"\\$=`)), minLength: 1, maxLength: 20 });
    let accepted = 0;
    fc.assert(
      fc.property(line, (text) => {
        const split = splitCommand(`x ${text}`);
        if (!('words' in split)) return;
        accepted += 1;
        const shell = spawnSync('sh', ['-c', `printf '%s\\n' x ${text}`], { encoding: 'utf8' });
        expect(split.words).toEqual(shell.stdout.replace(/\n$/, '').split('\n'));
      }),
      { numRuns: 150 },
    );
    expect(accepted).toBeGreaterThan(20);
  });
});
