/**
 * Files that a checker of types reads in the place of code (rule 2.7): new declarations beside new code, and code that
 * runs in the place of the code that is checked. Declarations for code of before are ordinary work, and so is each where
 * they were written by hand before.
 */
import { join } from 'node:path';
import { type Base, listEarlier, openEarlier } from '../../../project/sources/earlier-state.ts';
import { readBytes, WITHOUT_FOLLOWING } from '../../../base/files/open-plain.ts';
import type { ReadSource } from '../named-files.ts';

/** Declarations, or code, and the code that lies beside: from the name without its ending. */
const STAND_INS: readonly { readonly ending: RegExp; readonly beside: readonly string[]; readonly why: string }[] = (
  [
    [/\.d\.ts$/, '.js .jsx /index.js /index.jsx /index.ts /index.tsx'],
    [/\.d\.mts$/, '.mjs'],
    [/\.d\.cts$/, '.cjs'],
    [/\.pyi$/, '.py /__init__.py'],
  ] as const
)
  .map(([ending, beside]) => ({ ending, beside: beside.split(' '), why: 'is read for its types in the place of' }))
  .concat([
    { ending: /\.jsx?$/, beside: ['.ts', '.tsx'], why: 'may run in the place of' },
    { ending: /\.mjs$/, beside: ['.mts'], why: 'may run in the place of' },
    { ending: /\.cjs$/, beside: ['.cts'], why: 'may run in the place of' },
  ]);

const CHECKS_SCRIPT = /"checkJs"\s*:\s*true/;
const PROJECT = /(?:^|\/)[jt]sconfig(?:\.[\w.-]+)?\.json$/;

interface Question {
  readonly workspace: string;
  readonly sources: ReadonlySet<string>;
  readonly base: Base;
  readonly read: ReadSource;
}

interface Pair {
  readonly path: string;
  readonly code: string;
  readonly ending: RegExp;
  readonly why: string;
}

/** Each with the rest of a sentence that begins with its path. */
export const findStandIns = async ({
  workspace,
  sources,
  base,
  read,
}: Question): Promise<readonly { readonly path: string; readonly why: string }[]> => {
  if (base === null) return [];
  const pairs = pairsIn(sources);
  if (pairs.length === 0) return [];
  const earlier = new Set(await listEarlier(workspace, base));
  const fresh = pairs.filter(({ path }) => !earlier.has(path));
  if (fresh.length === 0) return [];
  const projects = await Promise.all([...sources].filter((path) => PROJECT.test(path)).map(read));
  const isChecked = projects.some((text) => CHECKS_SCRIPT.test(text));
  const custom = new Set(isChecked ? [] : pairsIn(earlier).map(({ ending }) => ending));
  const readEarlier = await openEarlier(workspace, base);
  const found: { readonly path: string; readonly why: string }[] = [];
  for (const { path, code, ending, why } of fresh) {
    if (custom.has(ending)) continue;
    const bytes = readBytes(join(workspace, code), WITHOUT_FOLLOWING);
    const isOfBefore = bytes !== null && (await readEarlier(code, bytes)) === 'same';
    if (!isOfBefore || /run/.test(why))
      found.push({ path, why: `was added after the run began and ${why} ${code}: remove it` });
  }
  return found;
};

const pairsIn = (paths: ReadonlySet<string>): readonly Pair[] =>
  [...paths].flatMap((path) => {
    const stand = STAND_INS.find(({ ending }) => ending.test(path));
    if (stand === undefined) return [];
    const bare = path.replace(stand.ending, '');
    const code = stand.beside.map((end) => `${bare}${end}`).find((each) => paths.has(each));
    return code === undefined ? [] : [{ path, code, ending: stand.ending, why: stand.why }];
  });
