/** Removes every declaration that no exported entry reaches: three of four belong to the program alone. */
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const TYPES = 'dist/types';
const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const reached = new Set(Object.values(exports).flatMap(({ types }) => (types === undefined ? [] : [resolve(types)])));

// The loop reaches what is added to the set meanwhile.
for (const file of reached)
  for (const [, place] of readFileSync(file, 'utf8').matchAll(/(?:from|import|import\()\s*['"](\.[^'"]+)['"]/g))
    reached.add(resolve(dirname(file), place.replace(/(?:\.d)?\.[jt]sx?$/, '.d.ts')));

for (const each of readdirSync(TYPES, { recursive: true, withFileTypes: true })) {
  const path = resolve(join(each.parentPath, each.name));
  if (each.isFile() && !reached.has(path)) rmSync(path);
}
