import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { renderCommandHelp, renderProgramHelp } from '../../src/cli/main.ts';
import { readComments, readMessages, renderMessages } from './messages.ts';
import { proseOf, readPages, ROOT } from './pages.ts';
import { findBanned } from './plain-words.ts';

/** Code spans hold names; the headings of a page may be questions or topics. */
const withoutCode = (text: string): string => text.replaceAll(/`[^`\n]*`/g, '`x`').replaceAll(/^#.*$/gm, '');

/** First arguments of `test`, `it` and `describe`, with their tables or without; rows of tables are data. */
const TITLE = /\b(?:test|it|describe)(?:\.\w+(?:\([^()\n]*\))?)*\(\s*(['"`])((?:(?!\1)[^\\\n])+)\1/g;

const listTitles = () =>
  readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') && !path.endsWith('plain-words.test.ts'))
    .flatMap((path) =>
      [...readFileSync(join(ROOT, 'test', path), 'utf8').matchAll(TITLE)].map(([, , title = '']) => ({ path, title })),
    );

describe('plain words', () => {
  test('are in every message of the sources', () => {
    const found = readMessages().flatMap(({ path, text }) => findBanned(text).map((each) => `${path}: ${each}`));
    expect(found).toEqual([]);
  });

  test('are in every help', async () => {
    const helps = await Promise.all(COMMANDS.map(async (each) => renderCommandHelp(each, await each.help())));
    expect([renderProgramHelp(COMMANDS), ...helps].flatMap(findBanned)).toEqual([]);
  });

  test('are in the titles of the tests', () => {
    const found = listTitles().flatMap(({ path, title }) => findBanned(title).map((each) => `${path}: ${each}`));
    expect(found).toEqual([]);
  });

  test('are in the comments', () => {
    const found = readComments().flatMap(({ path, text }) =>
      findBanned(withoutCode(text)).map((each) => `${path}: ${each}`),
    );
    expect(found).toEqual([]);
  });

  // The page that lists the words has to name them; the history names what it replaced.
  test.each(
    readPages()
      .filter(({ path }) => path !== 'CHANGELOG.md')
      .map((page) => [page.path, page] as const),
  )('are on %s', (path, page) => {
    const prose =
      path === 'docs/concepts.md'
        ? proseOf(page).replace(/^## Words to avoid[\s\S]*?(?=^## |(?![\s\S]))/m, '')
        : proseOf(page);
    expect(findBanned(withoutCode(prose))).toEqual([]);
  });

  test.each([
    ['The phase is left.', 'exited'],
    ['The run goes on.', 'is active'],
    ['It broke off.', 'crashed'],
    ['Nobody knows which.', 'subject, verb'],
    ['What was measured counts.', 'subject, verb'],
    ['Fix it. Of the suite it knows nothing.', 'subject, verb'],
  ])('name what to write instead: %s', (text, instead) => {
    expect(findBanned(text).join()).toContain(instead);
  });

  test.each(['What does it do?', 'Ends what the agent left running.', 'Turn left out.', 'The phase is held.'])(
    'do not refuse an honest sentence: %s',
    (text) => {
      expect(findBanned(text)).toEqual([]);
    },
  );
});

test('the catalogue has the messages of strings, templates and the page', () => {
  const messages = readMessages();
  // `MESSAGES=FILE` prints the catalogue to one file, to be read in one sitting.
  if (process.env['MESSAGES'] !== undefined)
    writeFileSync(join(ROOT, process.env['MESSAGES']), renderMessages(messages));
  const texts = messages.map(({ text }) => text);
  expect(texts.length).toBeGreaterThan(1_500);
  expect(renderMessages(messages)).toMatch(/^## src\/ledger\/[\s\S]*^- Cannot read record \{seq\} of the ledger: /m);
});

test('the law of titles reads the titles of most tests', () => {
  expect(listTitles().length).toBeGreaterThan(2_000);
});
