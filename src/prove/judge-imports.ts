/** Code outside of the commits: loaded by an absolute path, or from a package that no manifest names. */
import { tmpdir } from 'node:os';
import { builtinModules } from 'node:module';
import { execa } from 'execa';
import { pathOutside } from '../base/processes/locate-program.ts';
import { type Sources, type SourcesOfRun, textIn } from './run-commits.ts';
import { isPlainObject } from '../ledger/json.ts';
import { parseJson } from '../base/text/parse-json.ts';
import { type Claim, claim } from './claim.ts';

// Modules of Python that a run imports and that no manifest of the commit names: installed by hand on the machine of
// the run, they make a proof pass that nobody else can repeat. Go, Rust and Maven refuse such code themselves.

const IMPORTS = /^[ \t]*(?:from[ \t]+(\w+)[\w.]*[ \t]+import\b|import[ \t]+([\w., \t]+))/gm;
const MANIFEST =
  /(?:^|\/)(?:[\w.-]*requirements[\w.-]*\.(?:txt|in)|pyproject\.toml|setup\.(?:py|cfg)|Pipfile|environment\.ya?ml)$/;

/**
 * Notes, and no claim: a package may give its module another name, as pillow does with PIL.
 * @param isTest - by paths relative to the workspace @param place.root - absolute: no program of this folder is asked
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
  const manifests = [...now.keys()].filter((path) => MANIFEST.test(path)).map((path) => plain(textIn(now, path)));
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
  [...textIn(sources, path).matchAll(IMPORTS)].flatMap(([, from, list = '']) =>
    from === undefined ? list.split(',').flatMap((each) => /\w+/.exec(each) ?? []) : [from],
  );

/** As package indexes compare names: `python-dateutil` has the module `dateutil`. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[-_.]+/g, '-');

/** @returns `null` where the interpreter is missing or older than 3.10 */
const askForStandardModules = async (python: string, root: string): Promise<ReadonlySet<string> | null> => {
  const { stdout, exitCode } = await execa(
    python,
    ['-I', '-S', '-c', 'import sys; print(" ".join(sys.stdlib_module_names))'],
    { cwd: tmpdir(), env: { PATH: pathOutside(root) }, reject: false, timeout: 10_000 },
  );
  return exitCode === 0 ? new Set(stdout.split(' ')) : null;
};

const SCRIPT = /\.[cm]?[jt]sx?$/;
const SCRIPT_IMPORTS = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(["'])([^"'\n]+)\1/g;
/** Types do not exist when the program runs, and comments never do. */
const NOT_RUN = /\bimport\s+type\b[^;"']*from\s*["'][^"']*["']|\/\*[^]*?\*\/|^\s*\/\/.*$/gm;
const ABSOLUTE = /^(?:\/|file:|[A-Za-z]:[\\/])/;
/** Not of a name that a config maps to a file: `#a`, `~/a`, `@/a`. */
const PACKAGE = /^(?:@[\w.~-]+\/)?\w[\w.~-]*/;
/** Absolute paths in other languages and in manifests: the first group that is set is the path. */
const PATHS: readonly { readonly files: RegExp; readonly found: RegExp }[] = [
  {
    files: /\.py$/,
    found:
      /(?:\bsys\.path\.\w+\(|\bspec_from_file_location\(|\brun_path\(|\bSourceFileLoader\()[^)\n]*["'](\/[^"'\n]*)["']/g,
  },
  {
    files: /\.rb$|(?:^|\/)Gemfile$/,
    found:
      /^[^#\n]*\b(?:require|load|autoload|path:)[\s(][^"'\n]*["'](\/[^"'\n]*)["']|^[^#\n]*(?:\$LOAD_PATH|\$:)[^"'\n]*["'](\/[^"'\n]*)["']/gm,
  },
  { files: /(?:^|\/)go\.(?:mod|work)$/, found: /(?:=>|\buse)\s*(\/\S+)/g },
  { files: /\.rs$/, found: /#\[path\s*=\s*"(\/[^"\n]*)"|\binclude(?:_str|_bytes)?!\s*\(\s*"(\/[^"\n]*)"/g },
  { files: /(?:^|\/)Cargo\.toml$/, found: /^[^#\n]*\bpath\s*=\s*["'](\/[^"'\n]*)["']/gm },
  {
    files: /(?:^|\/)(?:pyproject\.toml|requirements[\w-]*\.txt)$/,
    found: /\bfile:\/\/(\/[^"'\s]*)|\bpath\s*=\s*["'](\/[^"'\n]*)["']/g,
  },
  { files: /(?:^|\/)pom\.xml$/, found: /<systemPath>\s*(\/[^<]*?)\s*</g },
  { files: /(?:^|\/)package\.json$/, found: /"(?:file|link|portal):(\/[^"\n]*)"/g },
];

/**
 * Judges the imports that the run added to files other than tests, whose libraries are those of the runner. A package
 * without a manifest is noted and not refused: a config may map its name to a file.
 * @param isTest - by paths relative to the workspace
 */
export const judgeImports = (
  { start, now }: SourcesOfRun,
  isTest: (path: string) => boolean,
): { readonly claim: Claim; readonly notes: readonly string[] } => {
  const added = [...now.keys()]
    .filter((path) => !isTest(path))
    .flatMap((path) => {
      const before = new Set(importsOf(path, start));
      return importsOf(path, now).flatMap((name) => (before.has(name) ? [] : [{ path, name }]));
    });
  const named = namesInManifests(now);
  /** A bundler reads such a path from the root of the project, or from `public`. */
  const isOfBundler = (name: string): boolean => now.has(name.slice(1)) || now.has(`public${name}`);
  return {
    claim: claim(
      'imports',
      'no added import names an absolute path',
      added
        .filter(({ name }) => ABSOLUTE.test(name) && !isOfBundler(name))
        .map(({ path, name }) => `${path} loads ${name}, which no commit has`),
    ),
    notes: added.flatMap(({ path, name }) => {
      if (isOfBundler(name))
        return [`${path} imports ${name}: a bundler reads it from the commit, and Node from the disk.`];
      const [owner] = PACKAGE.exec(name) ?? [];
      const isKnown = owner === undefined || name.includes(':') || BUILT_IN.has(owner) || named.has(owner);
      return isKnown || !SCRIPT.test(path) || ABSOLUTE.test(name)
        ? []
        : [`${path} imports ${owner}, which no package.json of the commit names: read where it comes from.`];
    }),
  };
};

const BUILT_IN: ReadonlySet<string> = new Set(builtinModules);

const importsOf = (path: string, sources: Sources): readonly string[] => {
  const text = textIn(sources, path);
  const paths = PATHS.find(({ files }) => files.test(path));
  if (paths !== undefined) return [...text.matchAll(paths.found)].map(([, one, other]) => one ?? other ?? '');
  return SCRIPT.test(path)
    ? [...text.replaceAll(NOT_RUN, '').matchAll(SCRIPT_IMPORTS)].map(([, , name = '']) => name)
    : [];
};

const namesInManifests = (sources: Sources): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const path of sources.keys()) {
    const manifest = /(?:^|\/)package\.json$/.test(path) ? parseJson(textIn(sources, path)) : null;
    if (!isPlainObject(manifest)) continue;
    if (typeof manifest['name'] === 'string') names.add(manifest['name']);
    for (const list of Object.values(manifest))
      if (isPlainObject(list)) for (const name of Object.keys(list)) names.add(name);
  }
  return names;
};
