import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONFIG_PRESETS } from '../../../src/signals/systems/systems.ts';
import { findPatterns, listenForPatterns, MAX_SEARCHED_BYTES } from '../../../src/signals/patterns/find-keywords.ts';
import { parse, LEAST } from '../../project/config/a-config.ts';

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
