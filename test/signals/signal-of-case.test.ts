import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSignalOfFile, TranscriptError } from '../../src/signals/signal-of-case.ts';
import { aBlock, BINDING, YES } from './a-block.ts';

describe('a transcript on disk', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dualgate-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('is read to its end, with characters that a chunk cuts in two', async () => {
    const path = join(folder, 'long.stdout');
    const binding = { ...BINDING, nonce: 'nönce-✓' };
    // One byte first, then two and three bytes each: every border of a chunk falls within some character.
    const log = `x${'ö✓'.repeat(400)}\n`.repeat(200);
    await writeFile(path, `\uFEFF${log}${aBlock({ NONCE: 'nönce-✓' })}\n`);
    expect(await readSignalOfFile(path, binding)).toEqual({ ...YES, line: 201 });
  });

  test('that is not UTF-8 is no reason to stop', async () => {
    const path = join(folder, 'bytes.stdout');
    await writeFile(path, Buffer.concat([Buffer.from([0xff, 0xfe, 0x00, 0x0a]), Buffer.from(aBlock())]));
    expect(await readSignalOfFile(path, BINDING)).toEqual({ ...YES, line: 2 });
  });

  test('that is missing is an error and not a silent agent', async () => {
    const path = join(folder, 'gone.stdout');
    const error = await readSignalOfFile(path, BINDING).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(TranscriptError);
    expect(error).toMatchObject({
      code: 'E_TRANSCRIPT',
      path,
      message: `Cannot read the agent's output ${path}: ENOENT: no such file or directory, open '${path}'. Name a readable file.`,
    });
  });
});
