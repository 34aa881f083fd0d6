/**
 * The Markdown files of a project that may hold its acceptance criteria.
 *
 * @module
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpecCandidate } from './project-facts.ts';

/** Where to look, best first. A README counts only when it has checkboxes. */
const PLACES: readonly { readonly folder: string; readonly name: RegExp; readonly needsCriteria: boolean }[] = [
  { folder: 'specs', name: /\.md$/i, needsCriteria: false },
  { folder: '', name: /^specs?\.md$/i, needsCriteria: false },
  { folder: 'docs', name: /^spec.*\.md$/i, needsCriteria: false },
  { folder: '', name: /^readme\.md$/i, needsCriteria: true },
];

const CHECKBOX = /^\s*(?:[-*+]|\d+[.)])\s+\[[ xX]\]\s+\S/;

/** Best first: files with checkboxes before others, then in the order of the places, then by name. */
export const findSpecs = async (folder: string): Promise<readonly SpecCandidate[]> => {
  const found: SpecCandidate[] = [];
  for (const place of PLACES) {
    const entries = await readdir(join(folder, place.folder)).catch((): string[] => []);
    for (const entry of entries.filter((entry) => place.name.test(entry)).sort()) {
      const criteria = await countCheckboxes(join(folder, place.folder, entry));
      if (criteria === null || (place.needsCriteria && criteria === 0)) continue;
      found.push({ path: place.folder === '' ? entry : `${place.folder}/${entry}`, criteria });
    }
  }
  return [...found.filter(({ criteria }) => criteria > 0), ...found.filter(({ criteria }) => criteria === 0)];
};

/** Checkboxes in code fences are examples. */
const countCheckboxes = async (path: string): Promise<number | null> => {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  const plain = text.replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1[^\n]*$|(?![\s\S]))/gm, '');
  return plain.split('\n').filter((line) => CHECKBOX.test(line)).length;
};
