/**
 * Lays files of commits out in a folder of their own, outside of any repository.
 *
 * @module
 */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CommitFile, readObjects } from './commit-files.ts';

const LINK = '120000';
const SUBMODULE = '160000';
const PROGRAM = '100755';

/**
 * Writes the files into `folder`, which must be empty. Links come last, so that no file is written through one.
 *
 * @returns the paths of submodules, which are in no commit of this repository and are left out
 * @throws the file system's own error when a file cannot be written, or is there already
 */
export const layOut = async (
  repository: string,
  files: readonly CommitFile[],
  folder: string,
): Promise<readonly string[]> => {
  const present = files.filter(({ mode }) => mode !== SUBMODULE);
  const contents = await readObjects(
    repository,
    present.map(({ object }) => object),
  );
  const folders = new Set(present.map(({ path }) => dirname(join(folder, path))));
  for (const each of folders) await mkdir(each, { recursive: true });
  const contentOf = ({ object }: CommitFile): Uint8Array => contents.get(object) ?? new Uint8Array();
  for (const file of present.filter(({ mode }) => mode !== LINK))
    await writeFile(join(folder, file.path), contentOf(file), {
      flag: 'wx',
      mode: file.mode === PROGRAM ? 0o755 : 0o644,
    });
  for (const file of present.filter(({ mode }) => mode === LINK))
    await symlink(Buffer.from(contentOf(file)), join(folder, file.path));
  return files.filter(({ mode }) => mode === SUBMODULE).map(({ path }) => path);
};
