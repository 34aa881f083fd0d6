/**
 * The files of a commit, byte by byte: no filter, hook or config of the repository changes them.
 *
 * @module
 */
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommitFile, ReadObjects } from './checkout.ts';
import { forEach, makeFolders } from './for-each.ts';

const LINK = '120000';
const SUBMODULE = '160000';
const PROGRAM = '100755';
/** Contents that wait to be written. */
const AT_ONCE = 64;

/**
 * Writes the files into `folder`, where none of them is. Links come last, so that no file is written through one.
 *
 * @returns the paths of submodules, which are in no commit of this repository and are omitted
 * @throws the file system's own error when a file cannot be written, or already exists
 */
export const layOutCommit = async (
  folder: string,
  { files, read }: { readonly files: readonly CommitFile[]; readonly read: ReadObjects },
): Promise<readonly string[]> => {
  const present = files.filter(({ mode }) => mode !== SUBMODULE);
  const places = new Map<string, CommitFile[]>();
  for (const file of present) places.set(file.object, [...(places.get(file.object) ?? []), file]);
  await makeFolders(
    folder,
    present.map(({ path }) => path),
  );
  const links: Content[] = [];
  let waiting: Content[] = [];
  const write = async (): Promise<void> => {
    await forEach(waiting, ({ path, mode, content }) =>
      writeFile(join(folder, path), content, { flag: 'wx', mode: mode === PROGRAM ? 0o755 : 0o644 }),
    );
    waiting = [];
  };
  for await (const [object, content] of read([...places.keys()])) {
    for (const file of places.get(object) ?? []) (file.mode === LINK ? links : waiting).push({ ...file, content });
    if (waiting.length >= AT_ONCE) await write();
  }
  await write();
  for (const { path, content } of links) await symlink(Buffer.from(content), join(folder, path));
  return files.filter(({ mode }) => mode === SUBMODULE).map(({ path }) => path);
};

type Content = Pick<CommitFile, 'path' | 'mode'> & { readonly content: Uint8Array };
