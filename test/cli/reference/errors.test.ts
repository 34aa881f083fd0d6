/**
 * Holds docs/reference/errors.md complete: every code and class of the sources is on the page, and the
 * other way round.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const sources = ['gates', 'machines', 'src']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

/** `E_RUN RunError` for each class that extends DualgateError. */
const thrown = sources.flatMap((text) =>
  [...text.matchAll(/class (\w+) extends (?:Dualgate|Run)Error \{[\s\S]*?readonly code(?:: string)? = '(\w+)'/g)].map(
    ([, name, code]) => `${code} ${name}`,
  ),
);

const rows = readFileSync(join(root, 'docs', 'reference', 'errors.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `E_'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe('docs/reference/errors.md', () => {
  it('names every class with its code', () => {
    expect(rows.map(([code, name]) => `${code} ${name}`.replaceAll('`', '')).sort()).toEqual([...thrown].sort());
  });

  it('covers every code', () => {
    const codes = sources.flatMap((text) =>
      [...text.matchAll(/readonly code(?:: string)? = '(E_\w+)'/g)].map(([, code]) => code),
    );
    expect(new Set(thrown.map((each) => each.split(' ')[0]))).toEqual(new Set(codes));
    expect([...new Set(codes)]).toEqual(codes);
  });

  it('says when each occurs and how to fix it', () => {
    expect(rows.filter((cells) => cells.length !== 5 || cells.some((cell) => cell === ''))).toEqual([]);
  });

  it('gives the exit codes of the command line', () => {
    const main = readFileSync(join(root, 'src', 'cli', 'main.ts'), 'utf8');
    const codesOf = (name: string) => new RegExp(`const ${name}[^=]*= new Set\\(\\[([^\\]]*)\\]`).exec(main)?.[1] ?? '';
    const wanted = rows.map(([code = '']) => {
      const bare = code.replaceAll('`', '');
      if (bare === 'E_USAGE') return '64';
      if (codesOf('REFUSED').includes(`'${bare}'`)) return '77';
      return codesOf('OF_THE_CONFIG').includes(`'${bare}'`) ? '78' : '70';
    });
    expect(rows.map(([, , exit]) => exit)).toEqual(wanted);
  });
});
