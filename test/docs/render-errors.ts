/**
 * The table of docs/reference/errors.md, from the docstrings of the error classes: when each occurs, and after "Fix:" what to
 * do.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { docOf, findType } from './source-types.ts';
import { ROOT } from './pages.ts';

const CLASS =
  /^(?:export )?class (\w+) extends (?:Dualgate|Run)Error \{[\s\S]*?readonly code(?:: string)? = '(E_\w+)'/gm;

export const renderErrors = (): string => {
  const files = ['gates', 'machines', 'src']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
  const rows = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(CLASS)].map(([, name = '', code = '']) => {
      const [cause = '', fix = ''] = inMarkdown(docOf(findType(name, file).node)).split(' Fix: ');
      return `| \`${code}\` | \`${name}\` | ${exitCodeOf(code)} | ${bare(cause)} | ${bare(fix)} |`;
    }),
  );
  return ['| code | class | exit code | cause | fix |', '| --- | --- | --- | --- | --- |', ...rows.toSorted()].join(
    '\n',
  );
};

const MAIN = readFileSync(join(ROOT, 'src/cli/main.ts'), 'utf8');

const exitCodeOf = (code: string): number => {
  const isIn = (set: string) => new RegExp(`const ${set}[^=]*= new Set\\(\\[[^\\]]*'${code}'`).test(MAIN);
  if (code === 'E_USAGE') return 64;
  if (isIn('REFUSED')) return 77;
  return isIn('OF_THE_CONFIG') ? 78 : 70;
};

const bare = (text: string): string => text.replace(/\.$/, '').replaceAll('|', '\\|');

const inMarkdown = (doc: string): string =>
  doc
    .replaceAll(/docs\/reference\/([\w-]+\.md)/g, '[$1]($1)')
    .replaceAll(/docs\/(how-to\/([\w-]+\.md))/g, '[$2](../$1)');
