import { describe, expect, it } from 'vitest';
import { readYaml } from '../../../src/project/config/read-yaml.ts';
import { problemsOf } from './a-config.ts';

const DEEP: readonly (readonly [string, string])[] = [
  ['lists in brackets', '['.repeat(50_000)],
  ['maps in braces', '{a: '.repeat(25_000)],
  ['keys in braces', '{? '.repeat(25_000)],
  ['lists on one line', '- '.repeat(50_000)],
  ['keys on one line', '? '.repeat(50_000)],
  ['values on one line', 'a: '.repeat(25_000)],
  ['lists under each other', Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}-`).join('\n')],
  ['maps under each other', Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ['brackets after much else', `a: [${'[], '.repeat(1000)}${'['.repeat(200)}`],
];

describe('a text that would wear out the stack of the parser', () => {
  it.each(DEEP)('is refused before it is parsed: %s', (_what, text) => {
    expect(problemsOf(text)).toEqual(['dualgate.yaml: is nested too deeply (more than 100 levels)']);
  });
});

describe('a text that only looks deep', () => {
  it.each([
    ['brackets in quotes', `a: "${'['.repeat(500)}"`],
    ['brackets in a block', `a: |\n  ${'['.repeat(500)}\n`],
    ['a block that is far to the right', `a: |\n${' '.repeat(300)}x\n`],
    ['brackets in a comment', `# ${'['.repeat(500)}`],
    ['a long list', `a: [${'b, '.repeat(500)}]`],
    ['a wide map', `a: {${Array.from({ length: 500 }, (_, key) => `k${key}: 1`).join(', ')}}`],
    ['many lines', 'a:\n  - b: c\n'.repeat(500)],
  ])('is not deep: %s', (_what, text) => {
    const problems = readYaml(text, '').problems.map(({ message }) => message);
    expect(problems.filter((each) => each.includes('too deeply'))).toEqual([]);
  });
});
