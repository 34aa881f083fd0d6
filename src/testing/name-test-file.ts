/**
 * How the ledger names a test file: relative to the workspace, with `/`.
 *
 * @module
 */
import { realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';

/** Names absolute paths of test files. Both sides are freed of symbolic links: the folder for temporary files may be one. */
export const nameTestFiles = (workspace: string): ((path: string) => string) => {
  const root = resolveLinks(workspace);
  const names = new Map<string, string>();
  return (path) => {
    const known = names.get(path);
    if (known !== undefined || path === '') return known ?? '';
    const name = relative(root, resolveLinks(resolve(workspace, path))).replaceAll(sep, '/');
    names.set(path, name);
    return name;
  };
};

const resolveLinks = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};
