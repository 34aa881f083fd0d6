import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { quoteTranscript } from '../../../src/view/explain/quote-transcript.ts';
import { makeTempFolder } from '../../ledger/temp-folder.ts';

const BLOCK = '---PRP_PHASE_STATUS---\nEXIT_SIGNAL: true\n---END_PRP_PHASE_STATUS---\n';

const aRun = (text: string): string => {
  const folder = makeTempFolder();
  mkdirSync(join(folder, 'transcripts'));
  writeFileSync(join(folder, 'transcripts', 'said'), text);
  return folder;
};

const quote = (folder: string, line: number) => quoteTranscript(folder, 'transcripts/said', line, (text) => text);

describe('the transcript around the signal', () => {
  test('is two lines before the block, and the block to its end', async () => {
    const folder = aRun(`one\ntwo\nthree\n${BLOCK}after\n`);
    expect(await quote(folder, 4)).toEqual([
      { line: 2, text: 'two' },
      { line: 3, text: 'three' },
      { line: 4, text: '---PRP_PHASE_STATUS---' },
      { line: 5, text: 'EXIT_SIGNAL: true' },
      { line: 6, text: '---END_PRP_PHASE_STATUS---' },
    ]);
  });

  test('counts lines as the reader of the signal does, with any other line separators', async () => {
    const folder = aRun(`a\rb\u2028c\r\n${BLOCK.trimEnd()}`);
    expect((await quote(folder, 2))?.map(({ line, text }) => `${line} ${text}`)).toEqual([
      '1 a\rb\u2028c',
      '2 ---PRP_PHASE_STATUS---',
      '3 EXIT_SIGNAL: true',
      '4 ---END_PRP_PHASE_STATUS---',
    ]);
  });

  test('is bounded, in lines and in characters', async () => {
    const folder = aRun(`${'x'.repeat(100_000)}\n`.repeat(50));
    const quoted = await quote(folder, 3);
    expect([quoted?.length, quoted?.[0]?.text.length]).toEqual([33, 201]);
  });

  test('is nothing where the file is missing, is a link, a folder, a pipe, or is elsewhere', async () => {
    const folder = aRun(BLOCK);
    const said = join(folder, 'transcripts', 'said');
    writeFileSync(join(folder, 'secret'), 'secret\n');
    expect(await quoteTranscript(folder, '../secret', 1, (text) => text)).toBe(null);
    rmSync(said);
    expect(await quote(folder, 1)).toBe(null);
    symlinkSync(join(folder, 'secret'), said);
    expect(await quote(folder, 1)).toBe(null);
    rmSync(said);
    if (spawnSync('mkfifo', [said]).status === 0) expect(await quote(folder, 1)).toBe(null);
    rmSync(said, { force: true });
    mkdirSync(said);
    expect(await quote(folder, 1)).toBe(null);
  });

  test('is nothing where the folder of the transcripts leads elsewhere', async () => {
    const folder = makeTempFolder();
    const elsewhere = aRun(BLOCK);
    symlinkSync(join(elsewhere, 'transcripts'), join(folder, 'transcripts'));
    expect(await quote(folder, 1)).toBe(null);
  });
});
