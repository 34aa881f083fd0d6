/** An import of the library loads no package. Speed is not tested; its cause is. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import * as sources from '../../src/index.ts';
import * as actors from '../../src/run/actors/index.ts';
import * as inspector from '../../src/page/inspector/index.ts';
import * as restate from '../../src/queue/restate/index.ts';

const DIST = resolve(import.meta.dirname, '../../dist');
const read = (file: string): string => readFileSync(join(DIST, file), 'utf8');
const load = createRequire(join(DIST, 'index.js'));

/** Everything that is loaded with a file: files of ours, and packages. */
const loadedWith = (entry: string) => {
  const files = new Set([entry]);
  const others = new Set<string>();
  for (const file of files)
    for (const [, place = ''] of read(file).matchAll(/^(?:import|export)\b[^"]*?"([^"]+)";$/gm))
      if (place.startsWith('./')) files.add(place.slice(2));
      else others.add(place);
  const bytes = [...files].reduce((sum, file) => sum + read(file).length, 0);
  return { others: [...others].sort(), bytes };
};

describe.each([
  ['index.js', sources],
  ['actors.js', actors],
  ['inspector.js', inspector],
  ['restate.js', restate],
])('the entry %s', (entry, exported) => {
  test('loads no package, and little of its own', () => {
    const { others, bytes } = loadedWith(entry);
    expect(others.filter((name) => !name.startsWith('node:'))).toEqual([]);
    expect(bytes).toBeLessThan(80 * 1024);
  });

  test('exports what its source exports', async () => {
    const built: object = await import(pathToFileURL(join(DIST, entry)).href);
    expect(Object.keys(built).sort()).toEqual(Object.keys(exported).sort());
  });

  test('finds each function that it loads later', () => {
    const later = [...read(entry).matchAll(/onDemand\("([^"]+)"\)((?:\.\w+)+)\(/g)];
    expect(later.length).toBeGreaterThan(0);
    const kinds = later.map(([, file = '', path = '']) =>
      path
        .slice(1)
        .split('.')
        .reduce<unknown>((held, name) => Reflect.get(Object(held), name), load(file)),
    );
    expect(kinds.filter((each) => typeof each !== 'function')).toEqual([]);
  });
});

test('the library loads nothing later by a promise but packages: require fails for a module that an import still loads', () => {
  const entries = ['index.js', 'actors.js', 'inspector.js', 'restate.js'];
  const seen = new Set(entries);
  for (const file of seen) for (const [, name = ''] of read(file).matchAll(/"\.\/([\w-]+\.js)"/g)) seen.add(name);
  expect(seen.size).toBeGreaterThan(entries.length);
  expect([...seen].filter((file) => /\bimport\(\s*"\./.test(read(file)))).toEqual([]);
});

test('what is loaded later has the same errors', () => {
  const built: typeof sources = load('./index.js');
  // @ts-expect-error -- as a program without types calls it
  expect(() => built.createRun({ untill: 'RED' })).toThrow(built.OptionError);
  expect(() => built.readConfig({ cwd: DIST, config: 'none.yaml' })).toThrow(built.ConfigError);
});
