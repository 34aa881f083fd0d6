/**
 * The kind of documents that a project has, for the DOCUMENT gate that `dualgate init` writes.
 *
 * @module
 */
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { liesAmongRecords } from '../../evidence/documents/decision-record.ts';
import { readText } from '../../files/open-plain.ts';

export interface DocumentFacts {
  /** There is code: the project is not new. */
  readonly hasCode: boolean;
  /** There are architecture decision records. */
  readonly hasRecords: boolean;
  /** There is a C4 diagram. */
  readonly hasC4: boolean;
}

const CODE = new Set(
  '.js .mjs .cjs .jsx .ts .mts .cts .tsx .py .rb .go .rs .java .kt .scala .cs .php .swift .c .cc .cpp .ex .exs'.split(
    ' ',
  ),
);
const TEXT = new Set(['.md', '.adoc', '.mmd', '.dsl', '.puml']);
const C4 = /\bC4(?:Context|Container|Component|Dynamic|Deployment)\b|<C4\/C4_|^\s*workspace\b[^\n]*\{/m;
/** Configs of tools and tests are no code of a product. */
const NO_CODE = /(?:\.config|\.conf|\.test|\.spec|_test)\.\w+$|^(?:test_|conftest|setup\.|\.)|^(?:Rakefile|noxfile)/;
const SKIPPED = new Set(['node_modules', 'vendor', 'target', 'dist', 'build', 'test', 'tests', 'spec', '__tests__']);

/** Bounded: a large repository must not take long. */
const MOST_ENTRIES = 5_000;
const MOST_DEPTH = 6;
const MOST_READ = 200;

/** A folder or file that cannot be read counts as absent. */
export const detectDocuments = async (folder: string): Promise<DocumentFacts> => {
  const files = await listFiles(folder);
  const texts = files.filter((path) => TEXT.has(extname(path).toLowerCase()));
  return {
    hasCode: files.some((path) => CODE.has(extname(path).toLowerCase()) && !NO_CODE.test(nameOf(path))),
    hasRecords: texts.some(liesAmongRecords),
    hasC4: await someHolds(folder, texts.slice(0, MOST_READ), C4),
  };
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Relative, with `/`; the nearest files first. */
const listFiles = async (folder: string): Promise<readonly string[]> => {
  const files: string[] = [];
  let waiting = [''];
  for (let depth = 0; depth < MOST_DEPTH && waiting.length > 0; depth += 1) {
    const next: string[] = [];
    for (const place of waiting) {
      for (const entry of await readdir(join(folder, place), { withFileTypes: true }).catch(() => [])) {
        if (files.length + next.length >= MOST_ENTRIES) return files;
        const path = place === '' ? entry.name : `${place}/${entry.name}`;
        if (entry.isFile()) files.push(path);
        else if (entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name)) next.push(path);
      }
    }
    waiting = next;
  }
  return files;
};

const someHolds = async (folder: string, paths: readonly string[], sign: RegExp): Promise<boolean> => {
  for (const path of paths) {
    if (sign.test(readText(join(folder, path)) ?? '')) return true;
  }
  return false;
};
