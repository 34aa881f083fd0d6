/**
 * Modules of Python that a run imports and that no manifest of the commit names: installed by hand on the machine of the
 * run, they make a proof pass that nobody else can repeat. Go, Rust and Maven refuse such code themselves.
 *
 * @module
 */
import { tmpdir } from 'node:os';
import { execa } from 'execa';
import { pathOutside } from '../../../processes/trusted-path.ts';
import type { Sources, SourcesOfRun } from '../known.ts';

const IMPORTS = /^[ \t]*(?:from[ \t]+(\w+)[\w.]*[ \t]+import\b|import[ \t]+([\w., \t]+))/gm;
const MANIFEST =
  /(?:^|\/)(?:[\w.-]*requirements[\w.-]*\.(?:txt|in)|pyproject\.toml|setup\.(?:py|cfg)|Pipfile|environment\.ya?ml)$/;

/**
 * Notes, and no claim: a package may give its module another name, as pillow does with PIL.
 *
 * @param isTest - by paths relative to the workspace
 * @param place.root - absolute: no program of this folder is asked
 * @param place.python - the interpreter that names its own modules
 */
export const findUnnamedModules = async (
  { start, now }: SourcesOfRun,
  isTest: (path: string) => boolean,
  { root, python = 'python3' }: { readonly root: string; readonly python?: string },
): Promise<readonly string[]> => {
  const added = [...now.keys()]
    .filter((path) => path.endsWith('.py') && !isTest(path))
    .flatMap((path) => {
      const before = new Set(modulesOf(path, start));
      return [...new Set(modulesOf(path, now))].flatMap((name) => (before.has(name) ? [] : [{ path, name }]));
    });
  const own = new Set([...now.keys()].flatMap((path) => path.replace(/\.pyi?$/, '').split('/')));
  const manifests = [...now.keys()].filter((path) => MANIFEST.test(path)).map((path) => plain(textOf(path, now)));
  const unknown = added.filter(
    ({ name }) => !own.has(name) && !manifests.some((manifest) => manifest.includes(plain(name))),
  );
  if (unknown.length === 0) return [];
  const standard = await askForStandardModules(python, root);
  if (standard === null)
    return [`Imports of Python were not compared with its own modules: ${python} did not name them.`];
  return unknown
    .filter(({ name }) => !standard.has(name))
    .map(
      ({ path, name }) => `${path} imports ${name}, which no manifest of the commit names: read where it comes from.`,
    );
};

const modulesOf = (path: string, sources: Sources): readonly string[] =>
  [...textOf(path, sources).matchAll(IMPORTS)].flatMap(([, from, list = '']) =>
    from === undefined ? list.split(',').flatMap((each) => /\w+/.exec(each) ?? []) : [from],
  );

/** As package indexes compare names: `python-dateutil` has the module `dateutil`. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[-_.]+/g, '-');

const textOf = (path: string, sources: Sources): string => Buffer.from(sources.get(path) ?? []).toString('utf8');

/** @returns `null` where the interpreter is missing or older than 3.10 */
const askForStandardModules = async (python: string, root: string): Promise<ReadonlySet<string> | null> => {
  const { stdout, exitCode } = await execa(
    python,
    ['-I', '-S', '-c', 'import sys; print(" ".join(sys.stdlib_module_names))'],
    { cwd: tmpdir(), env: { PATH: pathOutside(root) }, reject: false, timeout: 10_000 },
  );
  return exitCode === 0 ? new Set(stdout.split(' ')) : null;
};
