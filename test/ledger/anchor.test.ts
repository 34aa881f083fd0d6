import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorFolder, readAnchor, writeAnchor } from '../../src/ledger/anchor.ts';
import { makeTempFolder } from './temp-folder.ts';

const anchor = { seq: 4, hash: 'ab'.repeat(32), at: '2025-01-02T03:04:05.678Z' };

describe('the anchor', () => {
  test('is read as it was written, and the next one takes its place', () => {
    const folder = join(makeTempFolder(), 'state', 'anchors');
    expect(readAnchor(folder, 'r1')).toBeNull();
    expect(writeAnchor(folder, 'r1', anchor)).toBe(true);
    expect(writeAnchor(folder, 'r1', { ...anchor, seq: 9 })).toBe(true);
    expect(readAnchor(folder, 'r1')).toEqual({ ...anchor, seq: 9 });
    expect(readAnchor(folder, 'r2')).toBeNull();
    expect(readdirSync(folder)).toEqual(['r1.json']);
  });

  test('that cannot be written is no error, but is not claimed either', () => {
    const folder = makeTempFolder();
    writeFileSync(join(folder, 'file'), '');
    expect(writeAnchor(join(folder, 'file'), 'r1', anchor)).toBe(false);
    expect(readAnchor(join(folder, 'file'), 'r1')).toBeNull();
  });

  test.each([
    '',
    'null',
    '{"run":"r1"}',
    JSON.stringify({ run: 'r2', ...anchor }),
    JSON.stringify({ run: 'r1', ...anchor, seq: -1 }),
  ])('that was spoilt does not pass for none: %s', (text) => {
    const folder = makeTempFolder();
    writeFileSync(join(folder, 'r1.json'), text);
    expect(() => readAnchor(folder, 'r1')).toThrow(
      `Cannot use the anchor ${join(folder, 'r1.json')}: it is not an anchor of r1. Compare the ledger with a copy, then delete the anchor.`,
    );
  });

  test('that cannot be read does not pass for none', () => {
    const folder = makeTempFolder();
    mkdirSync(join(folder, 'r1.json'));
    expect(() => readAnchor(folder, 'r1')).toThrow(/^Cannot read the anchor .*r1\.json: EISDIR/);
  });

  test.each(['../r1', '', '.', '..', 'a/b', 'a\\b', 'a\0', 'x'.repeat(200)])(
    'is never sought outside its folder: %j',
    (run) => {
      const folder = makeTempFolder();
      expect(() => readAnchor(folder, run)).toThrow(/its id is not a plain name/);
      expect(() => writeAnchor(folder, run, anchor)).toThrow(/its id is not a plain name/);
    },
  );

  test('lies in the state folder of the user', () => {
    expect([
      anchorFolder({ XDG_STATE_HOME: '/state', HOME: '/home/ann' }),
      anchorFolder({ HOME: '/home/ann' }),
      anchorFolder({ XDG_STATE_HOME: 'not/absolute', HOME: '/home/ann' }),
      anchorFolder({ XDG_STATE_HOME: '' }),
    ]).toEqual([
      join('/state', 'dualgate', 'anchors'),
      join('/home/ann', '.local', 'state', 'dualgate', 'anchors'),
      join('/home/ann', '.local', 'state', 'dualgate', 'anchors'),
      join(homedir(), '.local', 'state', 'dualgate', 'anchors'),
    ]);
  });
});
