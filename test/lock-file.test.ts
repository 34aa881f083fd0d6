import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type Locked = { readonly version?: string; readonly optionalDependencies?: Readonly<Record<string, string>> };

const packages: Readonly<Record<string, Locked>> = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8'),
).packages;

/** Folders from which a package at `at` finds another one, innermost first. */
const foundFrom = (at: string, name: string): readonly string[] => {
  const parents = at.split('/node_modules/').map((_, index, parts) => parts.slice(0, index + 1).join('/node_modules/'));
  return [...parents.toReversed().map((parent) => `${parent}/node_modules/${name}`), `node_modules/${name}`];
};

// npm leaves out what its registry does not have, and `npm ci` of npm 11 then refuses the whole lock file on every machine.
test('the lock file has an entry for the program of every platform, not for this one alone', () => {
  const lost = Object.entries(packages)
    .filter(([at]) => at !== '')
    .flatMap(([at, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !foundFrom(at, name).some((place) => packages[place]?.version),
      ),
    );

  expect(lost).toEqual([]);
});
