/**
 * What the built program loads to say where a run stands. Speed is not tested; what makes it slow is.
 *
 * @module
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const read = (file: string): string => readFileSync(join(DIST, file), 'utf8');
/** Places of all imports that are carried out when the file is loaded. */
const importsOf = (file: string): readonly string[] =>
  [...read(file).matchAll(/^(?:import|export)\b[^;"]*?(?:from )?"([^"]+)"/gm)].map(([, place = '']) => place);

/** Files of ours that are loaded with these, and what they load of node. */
const loadedWith = (entries: readonly string[]) => {
  const files = new Set(entries);
  const builtins = new Set<string>();
  for (const file of files)
    for (const place of importsOf(file)) {
      if (place.startsWith('./')) files.add(place.slice(2));
      else builtins.add(place);
    }
  return { files: [...files].sort(), builtins: [...builtins].sort() };
};

/** What src/cli/bin.ts imports for every command, and the command. */
const ENTRIES = ['cli.js', 'cli-main.js', 'cli-process-io.js', 'cli-status.command.js'];

describe('dualgate status', () => {
  test('loads one file of ours, and nothing that reads YAML, folds, hashes or starts processes', () => {
    expect(loadedWith(ENTRIES)).toEqual({
      files: [...ENTRIES, 'cli-start.js'].sort(),
      builtins: ['node:fs', 'node:os', 'node:path', 'node:path/posix', 'node:util'],
    });
  });

  test('and that file stays small', () => {
    expect(statSync(join(DIST, 'cli-start.js')).size).toBeLessThan(80 * 1024);
  });
});

test('no program keeps compiled code in the folder for temporary files, where an agent could lay its own', () => {
  const programs = readdirSync(DIST).filter((file) => file.endsWith('.js'));
  expect(programs).toEqual(expect.arrayContaining(['cli.js', 'signal.js']));
  expect(programs.filter((file) => read(file).includes('enableCompileCache'))).toEqual([]);
});
