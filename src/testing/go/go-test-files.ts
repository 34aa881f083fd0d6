/**
 * In which file a Go test stands: go test names packages only. Reads the test files of a package once.
 *
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Where a test belongs: `file` relative to the workspace, `''` where it was not found; `package` relative to the module. */
export interface GoPlace {
  readonly file: string;
  readonly package: string;
}

const FUNCTION = /^func\s+((?:Test|Example|Fuzz)\w*)\s*\(/gm;

/** Finds tests by the import path of their package and the name of their function. */
export const findGoTests = (workspace: string): ((importPath: string, test: string) => GoPlace) => {
  const module = /^module\s+"?([^\s"]+)/m.exec(readText(join(workspace, 'go.mod')))?.[1] ?? null;
  const packages = new Map<string, ReadonlyMap<string, string>>();
  return (importPath, test) => {
    const folder = nameFolder(importPath, module);
    if (folder === null) return { file: '', package: importPath };
    const tests = packages.get(folder) ?? readTests(workspace, folder);
    packages.set(folder, tests);
    return { file: tests.get(test) ?? '', package: folder };
  };
};

const nameFolder = (importPath: string, module: string | null): string | null => {
  if (importPath === module) return '';
  return module !== null && importPath.startsWith(`${module}/`) ? importPath.slice(module.length + 1) : null;
};

const readTests = (workspace: string, folder: string): ReadonlyMap<string, string> => {
  const tests = new Map<string, string>();
  for (const name of listFiles(join(workspace, folder))) {
    for (const [, test = ''] of readText(join(workspace, folder, name)).matchAll(FUNCTION)) {
      // Two files for two platforms may hold the same test; the first by name stands for both.
      if (!tests.has(test)) tests.set(test, posix.join(folder, name));
    }
  }
  return tests;
};

const listFiles = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('_test.go'))
      .sort();
  } catch {
    return [];
  }
};

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
