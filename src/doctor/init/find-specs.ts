/** The files of a project that may hold acceptance criteria, for `dualgate init`. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readSpec } from '../../evidence/criteria-formats/formats.ts';
import { readPlanFile } from '../../evidence/criteria-formats/task-list.format.ts';
import type { SpecCandidate } from './script-checks.ts';
import { readText } from '../../base/files/open-plain.ts';
import { namesIn } from '../../base/files/folders.ts';
import { inNaturalOrder } from '../../project/config/tasks-of-list.ts';

interface Place {
  /** Folders from the project on; `*` is any folder. */
  readonly folder: readonly string[];
  readonly name: RegExp;
  /** Such a file counts only with criteria. */
  readonly needsCriteria?: true;
  /** Folders with the highest number come first: the newest feature. */
  readonly newestFirst?: true;
}

/** Best first. */
const PLACES: readonly Place[] = [
  { folder: ['specs', '*'], name: /^spec\.md$/i, newestFirst: true },
  { folder: ['.specify', 'specs', '*'], name: /^spec\.md$/i, newestFirst: true },
  { folder: ['openspec', 'changes', '*', 'specs', '*'], name: /^spec\.md$/i },
  { folder: ['.kiro', 'specs', '*'], name: /^requirements\.md$/i },
  ...['', 'plans', '.ralph', 'scripts/ralph'].map((folder) => ({
    folder: folder.split('/').filter((part) => part !== ''),
    name: /^prd\.json$/i,
    needsCriteria: true as const,
  })),
  { folder: ['specs'], name: /\.md$/i },
  { folder: [], name: /^specs?\.md$/i },
  { folder: ['docs'], name: /^spec.*\.md$/i },
  // Finished work.
  { folder: ['openspec', 'specs', '*'], name: /^spec\.md$/i, needsCriteria: true },
  { folder: [], name: /^readme\.md$/i, needsCriteria: true },
];

const MOST_FOLDERS = 200;

/** Best first: files with criteria before others, then in the order of the places, then by name. */
export const findSpecs = async (folder: string): Promise<readonly SpecCandidate[]> => {
  const found: SpecCandidate[] = [];
  for (const place of PLACES)
    for (const path of await listFiles(folder, place)) {
      const spec = await readCandidate(folder, path);
      if (spec !== null && !(place.needsCriteria === true && spec.criteria === 0)) found.push(spec);
    }
  return withCriteriaFirst(found);
};

export const withCriteriaFirst = (found: readonly SpecCandidate[]): readonly SpecCandidate[] => [
  ...found.filter(({ criteria }) => criteria > 0),
  ...found.filter(({ criteria }) => criteria === 0),
];
const listFiles = async (root: string, { folder, name, newestFirst }: Place): Promise<readonly string[]> => {
  let folders = [''];
  for (const part of folder) {
    const next = await Promise.all(
      folders.map(async (at) => (part === '*' ? listFolders(root, at) : [at === '' ? part : `${at}/${part}`])),
    );
    folders = next.flat().slice(0, MOST_FOLDERS);
  }
  const sorted = inNaturalOrder(folders);
  const files = (newestFirst === true ? sorted.toReversed() : sorted).map(async (at) => {
    const entries = namesIn(join(root, at));
    return entries
      .filter((entry) => name.test(entry))
      .sort()
      .map((entry) => (at === '' ? entry : `${at}/${entry}`));
  });
  return (await Promise.all(files)).flat();
};

/** Archived changes are done. */
const listFolders = async (root: string, at: string): Promise<readonly string[]> => {
  const entries = await readdir(join(root, at), { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory() && entry.name !== 'archive').map(({ name }) => `${at}/${name}`);
};

const readCandidate = async (folder: string, path: string): Promise<SpecCandidate | null> => {
  const text = readText(join(folder, path));
  if (text === null || readPlanFile(path, text, (each) => existsSync(join(folder, each))) !== null) return null;
  return candidateOf(path, text);
};

/** A file by its text. */
export const candidateOf = (path: string, text: string): SpecCandidate => {
  const { format, criteria } = readSpec(text);
  const parts = format === null || format.name === 'checkboxes' ? {} : { parts: format.parts };
  const unnamed = criteria.filter(({ id }) => id === null).length;
  return { path, criteria: criteria.length, ...(unnamed > 0 && { unnamed }), ...parts };
};
