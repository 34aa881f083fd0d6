import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  dialectAsked,
  DIALECT_NAMES,
  DIALECTS,
  dialectsOf,
  SIGNAL_KEYS,
} from '../../../src/signals/systems/dialects.ts';
import { CONFIG_PRESET_NAMES } from '../../../src/signals/systems/systems.ts';
import { LEAST, parse } from '../../project/config/a-config.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const filesOf = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

describe('a specified system', () => {
  test.each(CONFIG_PRESET_NAMES)('%s uses its own dialect, or the native one', (name) => {
    const own = DIALECT_NAMES.find((each) => each === name);
    expect(parse(`${LEAST}preset: ${name}\n`).signals.dialect).toBe(own ?? 'prp');
  });

  test('has a row for every dialect in its folder, by the name of the folder', () => {
    const lying = filesOf('src/signals/systems').filter((file) => file.endsWith('.dialect.ts'));
    expect(lying.sort()).toEqual(DIALECT_NAMES.map((name) => `src/signals/systems/${name}/${name}.dialect.ts`).sort());
    expect(DIALECT_NAMES.map((name) => DIALECTS[name].name)).toEqual(DIALECT_NAMES);
  });

  // Each of these is about that system itself: a promise of the package, a record, a file or a case of its own form.
  const NAMED: Readonly<Record<string, readonly string[]>> = {
    'gates/create-iteration.ts': ['prp'],
    'gates/signal-reasons.ts': ['apm2'],
    // The turn of a scripted agent prints a block in one of the forms.
    'src/doctor/read-script.ts': ['apm2', 'prp'],
    // Task lists that the users of Ralph have, with or without the system.
    'src/doctor/init/find-specs.ts': ['ralph'],
    'src/evidence/criteria-formats/task-list.format.ts': ['ralph'],
    'src/records/run/run.records.ts': ['apm2'],
    'src/records/session-completed.ts': ['apm2'],
    'src/loop/record-session.ts': ['apm2'],
    'src/signals/index.ts': ['apm2'],
    'src/signals/signal-of-case.ts': ['ralph'],
    'src/view/status-block-of.ts': ['prp'],
  };

  test('is named only in its folder, in the two tables, and in documented exceptions', () => {
    const found = ['gates', 'machines', 'src'].flatMap(filesOf).flatMap((file) => {
      if (/^src\/signals\/systems\/(?:\w+\/|systems\.ts$|dialects\.ts$)/.test(file)) return [];
      // Work items are those of that specification.
      const isOfItems = /^src\/(?:cli\/(?:change|run|show)-items\.ts|queue\/)/.test(file);
      const text = readFileSync(join(root, file), 'utf8');
      const names = CONFIG_PRESET_NAMES.filter(
        (name) => !(isOfItems && name === 'apm2') && new RegExp(`\\b${name}\\b`, 'i').test(text),
      ).sort();
      return names.length === 0 ? [] : [[file, names] as const];
    });
    expect(Object.fromEntries(found)).toEqual(NAMED);
  });
});

describe('all dialects at once', () => {
  test('are read with the run of keys last, as other blocks contain its keys', () => {
    expect(dialectsOf('auto').map(({ name }) => name)).toEqual([
      ...DIALECT_NAMES.filter((name) => name !== 'cub'),
      'cub',
    ]);
  });

  test('have a native one, which auto stands for, and each has its name', () => {
    expect([dialectAsked('auto'), dialectAsked('cub')]).toEqual(['prp', 'cub']);
  });

  test.each(DIALECT_NAMES)('know the key that carries the signal in a block of %s', (name) => {
    const { key, forms, template } = DIALECTS[name];
    const lines = template({ phase: 'GREEN', iteration: 1, nonce: null }).map((line) => line.trim());
    expect(lines.some((line) => key !== undefined && line.startsWith(`${key}: `))).toBe(name !== 'apm2');
    expect(SIGNAL_KEYS.includes(key ?? '')).toBe(name !== 'apm2');
    expect(forms.length).toBeGreaterThan(0);
  });
});
