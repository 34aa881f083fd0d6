import { describe, expect, test } from 'vitest';
import { listOthers, proposeWrites, renderWrites } from '../../src/evidence/propose-writes.ts';
import { createGlobTest } from '../../src/base/files/glob-test.ts';

describe('globs for what a suite writes', () => {
  test.each<[string, string[], string[], string[]]>([
    [
      'a whole folder where nothing else lies in it',
      ['coverage/a.json', 'coverage/x/b.html'],
      ['src/a.js'],
      ['coverage/**'],
    ],
    ['the outermost folder that is free', ['out/deep/a.txt'], ['src/a.js'], ['out/**']],
    ['an inner folder where the outer one is not free', ['src/out/a.txt'], ['src/a.js'], ['src/out/**']],
    ['the name beside other sources', ['src/a.txt'], ['src/b.txt'], ['src/a.txt']],
    ['the name at the root', ['log.txt'], [], ['log.txt']],
    ['files of an ending where there are several', ['src/1.tmp', 'src/2.tmp'], ['src/a.js'], ['src/*.tmp']],
    [
      'each name where another source has that ending',
      ['src/1.js', 'src/2.js'],
      ['src/a.js'],
      ['src/1.js', 'src/2.js'],
    ],
    ['a name without an ending by itself', ['src/x', 'src/y'], ['src/a.js'], ['src/x', 'src/y']],
    ['nothing for nothing', [], ['src/a.js'], []],
  ])('are %s', (_title, written, others, globs) => {
    expect(proposeWrites(written, others)).toEqual(globs);
  });

  test('never match sources that were there before, even if the suite wrote all of them', () => {
    const before = new Map(['src/a.js', 'src/b.js', 'README.md'].map((path) => [path, 'x']));
    const after = new Map([...before, ['coverage/1.json', 'x'], ['coverage/2.json', 'x']]);
    const written = [...after.keys()];
    expect(proposeWrites(written, listOthers(written, before, after))).toEqual([
      'README.md',
      'coverage/**',
      'src/a.js',
      'src/b.js',
    ]);
  });

  test('name everything that they are for and nothing else, whatever the names are', () => {
    const odd = ['a[1].txt', 'b*.txt', '{c}.txt', '!d', 'e (1)/f.txt', '+(g).txt', '**', 'h\\i', 'j?k'];
    for (const written of odd) {
      const others = ['a1.txt', 'bx.txt', 'c.txt', 'd', 'e 1/f.txt', 'g.txt', 'x/y', 'hi', 'jxk'];
      const isNamed = createGlobTest(proposeWrites([written], others));
      expect([written, isNamed(written), others.filter(isNamed)]).toEqual([written, true, []]);
    }
  });

  test('are written into the config as YAML', () => {
    expect(renderWrites(['coverage/**', 'a"b'])).toBe('writes: ["coverage/**", "a\\"b"]');
  });
});
