/** The papers of the project as the tests of `test/docs` read them: what is written, and what stands in its fences. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Page {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly text: string;
}

export interface Fence {
  readonly language: string;
  readonly source: string;
  /** Line of the page where its content begins, from 1. */
  readonly line: number;
  /** The HTML comment on the line before the fence; `''` when there is none. */
  readonly mark: string;
}

export const readPage = (path: string): Page => ({ path, text: readFileSync(join(ROOT, path), 'utf8') });

const GITHUB = ['.github/CONTRIBUTING.md', '.github/SECURITY.md'];

/** Every paper that people read: the top level, those of GitHub, and everything under docs. */
export const readPages = (): readonly Page[] => {
  const below = readdirSync(join(ROOT, 'docs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  return ['README.md', 'AGENTS.md', 'CHANGELOG.md', ...GITHUB, ...below.sort()].map(readPage);
};

/** The fences of a page in its order; a fence within a longer fence is a part of that one. */
export const fencesOf = ({ text }: Page): readonly Fence[] => {
  const lines = text.split('\n');
  const fences: Fence[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, mark = '', language = ''] = /^(`{3,})(\S*)\s*$/.exec(lines[at] ?? '') ?? [];
    if (mark === '') continue;
    const end = lines.findIndex((line, i) => i > at && line.trimEnd() === mark);
    if (end === -1) throw new Error(`A fence is never closed, at line ${at + 1}.`);
    const source = lines.slice(at + 1, end).join('\n');
    const before = /^<!--\s*(.*?)\s*-->$/.exec(lines[at - 1] ?? '')?.[1] ?? '';
    fences.push({ language, source, line: at + 2, mark: before });
    at = end;
  }
  return fences;
};

/** The page without its fences: what is said and not shown. */
export const proseOf = (page: Page): string => {
  const lines = page.text.split('\n');
  for (const { line, source } of fencesOf(page)) lines.fill('', line - 1, line - 1 + source.split('\n').length);
  return lines.join('\n');
};

/** The text between `<!-- name -->` and `<!-- /name -->`; null without the two. */
export const partOf = ({ text }: Page, name: string): string | null =>
  new RegExp(`<!-- ${name} -->\\n([\\s\\S]*?)\\n?<!-- /${name} -->`).exec(text)?.[1] ?? null;

/** The page with another part between the two comments. */
export const withPart = ({ text }: Page, name: string, part: string): string =>
  text.replace(
    new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`),
    (_all, open: string, close: string) => `${open}${part}\n${close}`,
  );

export const isThere = (path: string): boolean => existsSync(join(ROOT, path));
