import { describe, expect, test } from 'vitest';
import { findUnread } from '../../../src/evidence/mutation-check/unread-code.ts';
import { aRepository, git, hasGit, write } from '../a-repository.ts';

const BODY = [
  'const all = word.split("");',
  'const first = all[0] ?? "";',
  'const rest = all.slice(1);',
  'return first + rest.join("-");',
];
const LOADS = (name: string): string => `export const a = new Function('word', read('${name}'));\n`;

const look = async (now: Readonly<Record<string, string>>, before: Readonly<Record<string, string>> = {}) => {
  const workspace = await aRepository({ 'README.md': 'a', ...before });
  const base = await git(workspace, 'rev-parse', 'HEAD');
  await write(workspace, now);
  const found = await findUnread({ workspace, base, files: Object.keys(now), isTest: () => false });
  return found.map(({ path, lines, why }) => `${path} ${lines} ${why}`);
};

describe.skipIf(!hasGit)('code that the mutation check cannot read (needs git)', () => {
  test('is a value of data that code runs, in the lines of the value', async () => {
    const values = {
      title: 'A text that is long enough, and says what to return when nothing else is said.',
      body: BODY.join('\n'),
    };
    expect(await look({ 'a.json': JSON.stringify(values), 'a.js': LOADS('a.json') })).toEqual(['a.json 4 text']);
    expect(await look({ 'a.yaml': `body: |\n  ${BODY.join('\n  ')}\n`, 'a.js': LOADS('a.yaml') })).toEqual([
      'a.yaml 4 text',
    ]);
  });

  test('is a long string of code in a file that runs text, and a docstring that the code asks for', async () => {
    const text = `export const a = new Function('word', \`\n${BODY.join('\n')}\n\`);\n`;
    const python = `"""\ndef a(word):\n    first = word[0]\n    rest = word[1:]\n    return first + rest.join('-')\n"""\n`;
    expect(await look({ 'a.js': text })).toEqual(['a.js 4 text']);
    expect(await look({ 'a.py': `${python}exec(__doc__)\n` })).toEqual(['a.py 4 text']);
    expect(await look({ 'a.py': `${python}exec('a = 1')\n` })).toEqual([]);
  });

  test('is no string in a file that made code before', async () => {
    const maker = "export const b = new Function('word', 'return word;');\n";
    const text = `${maker}export const a = new Function('word', \`\n${BODY.join('\n')}\n\`);\n`;
    expect(await look({ 'a.js': text }, { 'a.js': maker })).toEqual([]);
    expect(await look({ 'a.js': text }, { 'a.js': 'export const b = 1;\n' })).toEqual(['a.js 4 text']);
  });

  test('counts a long line as several', async () => {
    expect(await look({ 'a.data': `${BODY.join(' ')} ${'// more '.repeat(40)}`, 'a.js': LOADS('a.data') })).toEqual([
      'a.data 6 ending',
    ]);
  });

  test('is no data that code only reads, no prose, no pieces of a template, and no method called exec', async () => {
    const data = JSON.stringify({ body: BODY.join('\n') });
    expect(await look({ 'a.json': data, 'a.js': "export const a = /a/.exec(read('a.json'));\n" })).toEqual([]);
    const prose = 'The order is shipped (or not) when the customer returns it; otherwise the shop keeps it for a week.';
    expect(await look({ 'a.json': JSON.stringify({ prose }), 'a.js': LOADS('a.json') })).toEqual([]);
    const pieces = "export const a = (text) => new Function('given', 'return ' + JSON.stringify(text) + ';');\n";
    expect(await look({ 'a.js': pieces })).toEqual([]);
  });
});
