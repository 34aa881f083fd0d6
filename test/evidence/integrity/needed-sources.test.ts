import { describe, expect, test } from 'vitest';
import { findNeeded } from '../../../src/evidence/integrity/needed-sources.ts';
import { aFolder, write } from '../a-repository.ts';

const whyNeeded = async (path: string, files: Readonly<Record<string, string>>, frozen = {}) => {
  const folder = await aFolder();
  await write(folder, { [path]: 'x', ...files });
  return (await findNeeded(folder, [path], { sources: [path, ...Object.keys(files)], frozen })).get(path);
};

describe('a source that a suite writes', () => {
  test.each<[string, string, string]>([
    ['lib/gen.js', 'test/a.test.js', "import { x } from '../lib/gen.js';"],
    ['lib/gen.ts', 'src/a.ts', "export * from '../lib/gen.js';"],
    ['lib/gen.js', 'src/a.js', "const x = require('../lib/gen');"],
    ['lib/gen/index.js', 'src/a.js', 'await import("../lib/gen");'],
    ['data/table.json', 'src/a.mjs', "import t from '../data/table.json' with { type: 'json' };"],
    ['src/lib/gen.ts', 'src/a.ts', "import { x } from '@/lib/gen';"],
    ['packages/gen/main.js', 'src/a.js', "import 'gen/main';"],
    ['gen.js', 'src/a.vue', "<script>\nimport x from '../gen?raw';\n</script>"],
  ])('stays one when another loads it: %s by %s', async (path, by, text) => {
    expect(await whyNeeded(path, { [by]: text })).toBe(`is loaded by ${by}`);
  });

  test.each([
    ['lib/gen.py', 'is code'],
    ['test/data.json', 'is named like a test, or is in a folder of tests'],
    ['src/__snapshots__/a.snap', 'is named like a test, or is in a folder of tests'],
    ['src/vitest.config.ts', 'configures a test runner'],
    ['src/.gitignore', 'decides which files are sources'],
  ])('stays one by its name: %s', async (path, why) => {
    expect(await whyNeeded(path, {})).toBe(why);
  });

  test('stays one when it is frozen', async () => {
    expect(await whyNeeded('notes.txt', {}, { 'notes.txt': 'hash' })).toBe('is frozen');
  });

  test('can be excluded when it is only written and read, such as coverage, a database or a log', async () => {
    const files = {
      'test/a.test.js':
        "import { writeFileSync } from 'node:fs';\nimport sorter from '../src/sorter.js';\nwriteFileSync('coverage/sorter.js', '');\n",
    };
    expect([await whyNeeded('coverage/sorter.js', files), await whyNeeded('db.sqlite', files)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
