import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { renderCommandHelp, renderProgramHelp } from '../../src/cli/main.ts';
import { readMessages, renderMessages } from './messages.ts';
import { proseOf, readPages, ROOT } from './pages.ts';
import { findBanned } from './plain-words.ts';

/** Code spans hold names; the headings of a page may be questions or topics. */
const withoutCode = (text: string): string => text.replaceAll(/`[^`\n]*`/g, '`x`').replaceAll(/^#.*$/gm, '');

describe('plain words', () => {
  test('are in every message of the sources', () => {
    const found = readMessages().flatMap(({ path, text }) => findBanned(text).map((each) => `${path}: ${each}`));
    expect(found).toEqual([]);
  });

  test('are in every help', async () => {
    const helps = await Promise.all(COMMANDS.map(async (each) => renderCommandHelp(each, await each.help())));
    expect([renderProgramHelp(COMMANDS), ...helps].flatMap(findBanned)).toEqual([]);
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
