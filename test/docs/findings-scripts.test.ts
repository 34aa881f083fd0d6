import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from './pages.ts';

const FOLDER = join(ROOT, 'findings');
const NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sh') && file !== 'run.sh')
  .map((file) => file.slice(0, -3));
const textOf = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

describe('the scripts of findings', () => {
  test('have one row each in their README, in order', () => {
    const rows = [...textOf('README.md').matchAll(/^\| ([a-z\d-]+) \| [^|]+ \| [^|]+ \|$/gm)].map(([, name]) => name);
    expect(rows.filter((name) => name !== 'name' && name !== '---')).toEqual(NAMES.toSorted());
  });

  test('are programs', () => {
    const isProgram = (file: string) => (statSync(join(FOLDER, file)).mode & 0o111) === 0o111;
    expect(readdirSync(FOLDER).filter((file) => file.endsWith('.sh') && !isProgram(file))).toEqual([]);
  });

  test.each(NAMES)('%s says in 8 to 20 lines what happens, with a date, and installs pinned versions', (name) => {
    const [, ...lines] = textOf(`${name}.sh`).split('\n');
    const header = lines.slice(
      0,
      lines.findIndex((line) => !line.startsWith('#')),
    );
    expect(header.length).toBeGreaterThanOrEqual(8);
    expect(header.length).toBeLessThanOrEqual(20);
    expect(header.join('\n')).toMatch(/, \d{4}-\d{2}-\d{2}\.$/m);
    const packages = lines
      .filter((line) => line.startsWith('npm i '))
      .flatMap((line) => line.split(' '))
      .filter((word) => /^@?[a-z]/.test(word) && word !== 'npm' && word !== 'i');
    expect(packages.filter((each) => !/[a-z\d]@\d+\.\d+\.\d+$/.test(each))).toEqual([]);
  });
});
