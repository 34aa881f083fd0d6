import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, afterEach, beforeEach, it } from 'vitest';
import {
  createKeywordFinder,
  MAX_SEARCHED_BYTES,
  findPatterns,
  listenForPatterns,
} from '../../../src/signals/patterns/find-keywords.ts';
import { CONFIG_PRESETS } from '../../../src/signals/systems/systems.ts';
import { parse, LEAST } from '../../project/config/a-config.ts';

describe('find keywords', () => {
  const PATTERNS = ['\\bdone\\b', '\\ball\\b.*\\bpass'];
  const find = (text: string, chunkBytes = 1_000_000, prompt = '') => {
    const bytes = Buffer.from(text);
    const finder = createKeywordFinder(PATTERNS, prompt);
    for (let at = 0; at < bytes.length; at += chunkBytes) finder.write(bytes.subarray(at, at + chunkBytes));
    return finder.end();
  };

  describe('a keyword', () => {
    test('is found in prose, whatever the case and the colour, however the text is cut', () => {
      const text = 'It took a while.\nI am \u001B[32mDone\u001B[0m, and ALL 11 tests pass.\n';
      expect(find(text)).toEqual(PATTERNS);
      for (const chunk of [1, 3, 7]) expect(find(text, chunk)).toEqual(PATTERNS);
    });

    test.each([
      ['a code fence', '```js\nconst done = true; // all tests pass\n```\n'],
      ['a fence that is never closed', '~~~\nall of it is done\n'],
      ['an HTML comment', '<!-- done -->\n<!--\nall pass\n-->\n'],
      ['a quote', '> Say when you are done.\n'],
      ['indented code', '    done();\n\treturn done\n'],
      ['a code span', 'I call `done()` at the end of `all.pass`.\n'],
      ['a field of a status block', 'DOYAKEN_STATUS:\n  REMAINING_WORK: done\n  NOTE: all pass\n**STATUS:** done\n'],
      ['a part of another word', 'It is undone, abandoned.\n'],
    ])('is not found in %s', (_what, text) => {
      expect(find(text)).toEqual([]);
    });

    test('is not found where the message only repeats its prompt, quoted or not; own words beside it count', () => {
      const prompt = '- Say in one plain sentence when you are done.\n* All 11 tests have to pass.\n';
      const echo = 'Say in one plain sentence when you are done.\n  - All 11 tests have to pass.\n';
      expect(find(echo, 1_000_000, prompt)).toEqual([]);
      expect(find(`${echo}It is done.\n`, 1_000_000, prompt)).toEqual(['\\bdone\\b']);
      expect(find(echo)).toEqual(PATTERNS);
    });

    test('is found like its opposite: prose decides nothing', () => {
      expect(find('It is not done yet.\n')).toEqual(['\\bdone\\b']);
    });

    test('is looked for in the last megabyte, with the fence that was open before it', () => {
      const filler = 'nothing of note\n'.repeat(Math.ceil((2 * MAX_SEARCHED_BYTES) / 16));
      expect(find(`done\n${filler}`, 65_536)).toEqual([]);
      expect(find(`${filler}done\n`, 65_536)).toEqual(['\\bdone\\b']);
      expect(find(`\`\`\`\n${filler}done\n`, 65_536)).toEqual([]);
    });
  });
});

describe('find patterns', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const PATTERNS = parse(`${LEAST}preset: cub\n`).exit_gate?.patterns ?? [];

  const found = async (said: string | Buffer, prompt = '', patterns = PATTERNS) => {
    const path = join(folder, 'said');
    writeFileSync(path, said);
    return findPatterns(path, patterns, prompt);
  };

  describe('the patterns of spec 000 in a message', () => {
    it('are found whatever the case, anywhere in a line, with colours around them', async () => {
      expect(await found('So: All Tasks are COMPLETED.\r\nThis is \u001B[1mready\u001B[0m for review\n')).toEqual([
        'all tasks.*completed',
        'ready for review',
      ]);
    });

    it('count once, however often each is said', async () => {
      expect(await found('ready for review\n'.repeat(1_000))).toEqual(['ready for review']);
    });

    it('are looked for line by line, as grep does', async () => {
      expect(await found('all tasks\ncompleted\n')).toEqual([]);
      expect(await found('no remaining work')).toEqual(['no remaining work']);
    });

    it('are found in a negation too, as the specification greps: words decide nothing', async () => {
      expect(await found('Not all tasks are completed.\n')).toEqual(['all tasks.*completed']);
    });

    it('are not found in what only repeats the prompt, quoted or not', async () => {
      const prompt = 'Say <promise>COMPLETE</promise>\n  - when it is ready for review\n';
      expect(
        await found(`${prompt}\n> Say <promise>COMPLETE</promise>\n* when it is ready for review\n`, prompt),
      ).toEqual([]);
      expect(await found('It is ready for review.\n', prompt)).toEqual(['ready for review']);
    });

    it('are not found in what the preset itself asks of the agent', async () => {
      for (const text of Object.values(CONFIG_PRESETS)) {
        const prompt = text
          .split('\n')
          .map((line) => line.trim())
          .join('\n');
        expect(await found(prompt, prompt)).toEqual([]);
      }
    });

    it('are looked for in the last part of a long message only', async () => {
      const filler = `${'x'.repeat(99)}\n`.repeat(Math.ceil(MAX_SEARCHED_BYTES / 100));
      expect(await found(`ready for review\n${filler}`)).toEqual([]);
      expect(await found(`${filler}ready for review\n`)).toEqual(['ready for review']);
    });

    it('are the same in a message that is heard while it is said, however it is cut', async () => {
      const filler = `${'x'.repeat(99)}\n`.repeat(Math.ceil(MAX_SEARCHED_BYTES / 100));
      const said = Buffer.from(
        `no remaining work\n${filler}It is ready\u00A0for review\nall tasks are\u001B[1m completed`,
      );
      const expected = ['all tasks.*completed', 'ready for review'];
      expect(await found(said)).toEqual(expected);
      for (const chunk of [7, 65_536, said.length]) {
        const listener = listenForPatterns(PATTERNS, '');
        for (let at = 0; at < said.length; at += chunk) listener.write(said.subarray(at, at + chunk));
        expect(listener.end()).toEqual(expected);
      }
    });

    it('are not found in a line of which only the end is in what is looked at', async () => {
      const half = (bytes: number): string => `All tasks: ready for review${'x'.repeat(bytes)}`;
      expect(await found(half(MAX_SEARCHED_BYTES - 17))).toEqual([]);
      expect(await found(`${'x'.repeat(50)}\nready for review\n${'x'.repeat(MAX_SEARCHED_BYTES - 17)}`)).toEqual([]);
    });

    it('cost linear time over whatever is said', async () => {
      const evil = ['(a+)+$', '(a|a)*b', '(.*)(.*)(.*)x$'];
      const started = performance.now();
      expect(await found(Buffer.alloc(4 * MAX_SEARCHED_BYTES, 'a'), '', evil)).toEqual([]);
      expect(await found(`${'a'.repeat(60_000)}!\n`.repeat(10), '', evil)).toEqual([]);
      expect(performance.now() - started).toBeLessThan(10_000);
    });

    it('fail loudly where there is no message to be read', async () => {
      await expect(findPatterns(join(folder, 'none'), PATTERNS, '')).rejects.toThrow('Cannot read the agent');
    });
  });
});
