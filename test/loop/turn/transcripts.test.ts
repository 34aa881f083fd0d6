import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { boundTranscripts } from '../../../src/loop/turn/transcripts.ts';
import { makeTempFolder } from '../../ledger/temp-folder.ts';

const KIB = 1_024;
const MOST = 256 * KIB;

/** Files in the order in which they were written. */
const aFolder = (files: Readonly<Record<string, string>>): string => {
  const folder = makeTempFolder();
  for (const [at, [name, text]] of Object.entries(files).entries()) {
    writeFileSync(join(folder, name), text);
    utimesSync(join(folder, name), 1_000_000 + at, 1_000_000 + at);
  }
  return folder;
};

const sizeOf = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + lstatSync(join(folder, name)).size, 0);

const aTurn = (n: number): string => `green-${n}-1`;

const aNight = (turns: number): string =>
  aFolder(
    Object.fromEntries(
      Array.from({ length: turns }, (_, at) => [
        [`${aTurn(at + 1)}.stdout`, `turn ${at + 1}\n`.padEnd(12 * KIB, '.')],
        [`${aTurn(at + 1)}.stderr`, ''],
      ]).flat(),
    ),
  );

describe('the transcripts of a run', () => {
  test('are all kept up to the limit', () => {
    const folder = aNight(21);
    expect(boundTranscripts(folder, MOST)).toBe(null);
    expect(sizeOf(folder)).toBe(21 * 12 * KIB);
    expect(boundTranscripts(join(folder, 'missing'), MOST)).toBe(null);
  });

  test('keep the first and the last turns above it, and each removed one says so in its place', () => {
    const folder = aNight(22);
    const removed = boundTranscripts(folder, MOST);
    expect(removed?.turns).toBe(7);
    expect(sizeOf(folder)).toBe(22 * 12 * KIB - (removed?.bytes ?? 0));
    expect(sizeOf(folder)).toBeLessThanOrEqual(MOST);
    const firstLines = Array.from(
      { length: 22 },
      (_, at) =>
        readFileSync(join(folder, `${aTurn(at + 1)}.stdout`), 'utf8')
          .trimStart()
          .split(/\.|\n/, 1)[0],
    );
    const mark = 'dualgate removed 12288 bytes here: the transcripts of this run exceeded 262144 bytes';
    const kept = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `turn ${from + at}`);
    expect(firstLines).toEqual([...kept(1, 5), ...Array.from({ length: 7 }, () => mark), ...kept(13, 22)]);
    expect(boundTranscripts(folder, MOST)).toBe(null);
  });

  test('are bounded however long the first turn, the last turn and the output of the tests are', () => {
    const long = `begin${'.'.repeat(MOST)}end`;
    const names = ['red-1-1.stdout', 'red-1-1.stderr', 'red-1-1.said', 'green-9-1.stdout', 'green-9-1.said'];
    const outputs = Array.from({ length: 12 }, (_, at) => `check${at}.stdout`);
    const folder = aFolder(Object.fromEntries([...names, 'tests.stdout', ...outputs].map((name) => [name, long])));
    expect(boundTranscripts(folder, MOST)?.turns).toBe(0);
    expect(sizeOf(folder)).toBeLessThanOrEqual(MOST);
    for (const name of readdirSync(folder))
      expect(readFileSync(join(folder, name), 'utf8'), name).toMatch(/^begin\.+\ndualgate removed .+\n\.+end$/);
  });

  test('are nothing but regular files of these names: a link is neither read nor removed', () => {
    const folder = aNight(1);
    const elsewhere = aNight(30);
    symlinkSync(join(elsewhere, `${aTurn(1)}.stdout`), join(folder, 'green-2-1.stdout'));
    writeFileSync(join(folder, 'notes.txt'), 'x'.repeat(2 * MOST));
    mkdirSync(join(folder, 'green-3-1.stdout'));
    expect(boundTranscripts(folder, MOST)).toBe(null);
    symlinkSync(elsewhere, join(folder, 'linked'));
    expect(boundTranscripts(join(folder, 'linked'), MOST)).toBe(null);
    expect(sizeOf(elsewhere)).toBe(30 * 12 * KIB);
  });
});
