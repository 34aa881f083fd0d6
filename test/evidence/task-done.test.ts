import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freezeFiles } from '../../src/evidence/integrity/freeze.ts';
import { findMovedTask } from '../../src/evidence/measures/confidence.measure.ts';

const SPEC = 'tasks/2.doing/slugify.md';
const TEXT = '# Slugify\n\n- [ ] A1: lower case\n';
let folder = '';
let frozen: string | undefined;

const write = (path: string, text: string): string => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
  return path;
};
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dualgate-task-'));
  write(SPEC, TEXT);
  frozen = (await freezeFiles(folder, [SPEC]))[SPEC];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const isDone = async (...files: readonly string[]) =>
  (await findMovedTask({ folder, spec: SPEC, frozen, files, done: ['**/{done,*.done}/**'] })) !== null;

describe('a task file', () => {
  test('is done when it was moved to a done folder as it is', async () => {
    rmSync(join(folder, SPEC));
    expect(await isDone(write('tasks/3.done/slugify.md', TEXT))).toBe(true);
    expect(await isDone(write('tasks/done/slugify.md', TEXT))).toBe(true);
  });

  test('is not done where it was', async () => {
    expect(await isDone(SPEC)).toBe(false);
  });

  test('is not done by a copy beside it', async () => {
    expect(await isDone(SPEC, write('tasks/done/slugify.md', TEXT))).toBe(false);
  });

  test('is not done by another file of its name, nor by its content renamed', async () => {
    rmSync(join(folder, SPEC));
    expect(await isDone(write('tasks/done/slugify.md', '# Slugify\n\n- [x] A1: lower case\n'))).toBe(false);
    expect(await isDone(write('tasks/done/other.md', TEXT))).toBe(false);
  });

  test('is not done when it is gone, or lies anywhere else', async () => {
    rmSync(join(folder, SPEC));
    expect(await isDone()).toBe(false);
    expect(await isDone(write('tasks/undone/slugify.md', TEXT))).toBe(false);
  });
});
