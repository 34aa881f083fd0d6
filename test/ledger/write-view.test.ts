import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeView } from '../../src/ledger/write-view.ts';
import { makeTempFolder } from './temp-folder.ts';

describe('a view', () => {
  test('is put in place whole, and made again when somebody deleted its folder', () => {
    const folder = join(makeTempFolder(), 'views');
    const path = join(folder, 'status.json');
    writeView(path, '{"a":1}');
    // A reader of the old view keeps reading the old view: it is not written to.
    linkSync(path, join(folder, 'old'));
    writeView(path, '{}');
    expect([readFileSync(path, 'utf8'), readFileSync(join(folder, 'old'), 'utf8')]).toEqual(['{}', '{"a":1}']);
    expect(readdirSync(folder)).toEqual(['old', 'status.json']);
  });

  test('takes the place of a link that an agent laid there, and leaves alone what the link points to', () => {
    const folder = makeTempFolder();
    writeFileSync(join(folder, 'precious'), 'precious');
    symlinkSync(join(folder, 'precious'), join(folder, 'status.json'));
    writeView(join(folder, 'status.json'), '{}');
    expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('precious');
    expect(readFileSync(join(folder, 'status.json'), 'utf8')).toBe('{}');
  });

  test('that cannot be written names the path and the cause, and leaves no draft', () => {
    const folder = makeTempFolder();
    mkdirSync(join(folder, 'status.json', 'x'), { recursive: true });
    expect(() => writeView(join(folder, 'status.json'), '{}')).toThrow(
      new RegExp(`^Cannot write ${join(folder, 'status.json')}: E.* Check the disk and its permissions\\.$`),
    );
    expect(readdirSync(folder)).toEqual(['status.json']);
  });
});
