import { readdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isThere, proseOf, readPages, ROOT } from './pages.ts';

const PAGES = readPages();
/** Folders of ours: a name in backticks that begins with one of them is a place in this repository. */
const PLACES = new Set(
  readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !['node_modules', 'dist', '.git', '.dualgate'].includes(entry.name))
    .map(({ name }) => name),
);

const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
const anchorsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#{1,6}\s+(.*?)\s*$/gm)].map(([, heading = '']) => slug(heading));

describe('the papers', () => {
  test('say something: none is empty or a stub', () => {
    expect(PAGES.length).toBeGreaterThan(20);
    const least = (path: string) => (path.startsWith('docs/decisions/') ? 200 : 400);
    expect(PAGES.filter(({ path, text }) => text.trim().length < least(path)).map(({ path }) => path)).toEqual([]);
  });

  test('begin with one title each', () => {
    const titles = PAGES.map(
      (page) => [page.path, [...proseOf(page).matchAll(/^# \S/gm)].length, page.text.startsWith('# ')] as const,
    );
    expect(titles.filter(([, count, first]) => count !== 1 || !first)).toEqual([]);
  });

  test('lead to pages and headings that are there', () => {
    const dead = PAGES.flatMap((page) =>
      [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
        if (/^[a-z]+:/.test(link)) return [];
        const [file = '', anchor] = link.split('#');
        const target = file === '' ? page.path : posix.join(posix.dirname(page.path), file);
        if (!isThere(target)) return [`${page.path} → ${link}`];
        const known = PAGES.find(({ path }) => path === target);
        return anchor === undefined || (known !== undefined && anchorsOf(known.text).includes(anchor))
          ? []
          : [`${page.path} → ${link}`];
      }),
    );
    expect(dead).toEqual([]);
  });

  test('name in backticks only files of ours that are there', () => {
    const gone = PAGES.flatMap((page) =>
      [...proseOf(page).matchAll(/`([\w.@-]+(?:\/[\w.@*-]+)+\/?)`/g)]
        .map(([, name = '']) => name)
        .filter((name) => PLACES.has(name.split('/')[0] ?? '') && !name.includes('*'))
        .filter((name) => !isThere(name))
        .map((name) => `${page.path} → ${name}`),
    );
    expect(gone).toEqual([]);
  });

  test('name in backticks with a star only places where something lies', () => {
    const names = PAGES.flatMap((page) =>
      [...proseOf(page).matchAll(/`((?:gates|machines|src|test)\/[\w./-]*)\*[\w.*]*`/g)].map(([, name = '']) => name),
    );
    expect(names.filter((name) => !isThere(join(name.slice(0, name.lastIndexOf('/') + 1))))).toEqual([]);
  });

  test('hold nothing of the machine they are tested on', () => {
    const places = [ROOT, join(homedir(), '/'), join(tmpdir(), '/')].filter((place) => place.length > 2);
    const reported = PAGES.filter(({ text }) => places.some((place) => text.includes(place))).map(({ path }) => path);
    expect(reported).toEqual([]);
  });
});

describe('the decisions', () => {
  const FOLDER = 'docs/decisions/';
  const below = PAGES.filter(({ path }) => path.startsWith(FOLDER));
  const decisions = below.filter(({ path }) => path !== `${FOLDER}README.md`);

  test('are numbered without a gap, each number once', () => {
    expect(decisions.map(({ path }) => Number(posix.basename(path).slice(0, 4)))).toEqual(
      decisions.map((_, i) => i + 1),
    );
  });

  test('each have a context, a decision and rejected alternatives, or say what replaced them', () => {
    const SECTIONS = ['Context', 'Decision', 'Rejected'];
    for (const { path, text } of decisions) {
      if (/^Superseded by \[\d{4}\]\(.+\)\.$/m.test(text)) continue;
      const titles = [...text.matchAll(/^## (.*)$/gm)].flatMap(([, title]) =>
        title === 'Consequences' ? [] : [title],
      );
      expect([path, ...titles]).toEqual([path, ...SECTIONS]);
    }
  });

  test('are in the index, with their titles and in their order', () => {
    const index = below.find(({ path }) => path === `${FOLDER}README.md`)?.text ?? '';
    const titles = decisions.map(({ path, text }) => {
      const [, number, title] = /^# (\d{4})\. (.*)$/m.exec(text) ?? [];
      return `[${number} ${title}](${posix.basename(path)})`;
    });
    expect([...index.matchAll(/^- (\[.*?\]\(.*?\))/gm)].map(([, link]) => link)).toEqual(titles);
  });
});
