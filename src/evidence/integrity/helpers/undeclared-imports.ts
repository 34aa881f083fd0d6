/** Packages that code of this run imports and no manifest names: neither a reviewer nor another machine has them. */
import type { UnexpectedFile } from '../freeze.ts';
import { builtinModules } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { namesIn } from '../../../base/files/folders.ts';
import { readText } from '../../../base/files/open-plain.ts';
import type { ChangedFile } from '../../mutation-check/find-changes.ts';
import { readGit } from '../../../project/sources/git.ts';
import { escapePattern } from '../../../base/text/quote-text.ts';
import { lineFinder } from '../../mutation-check/mutant.ts';
import { childOf, childrenOf, listOf, parserFor, type SyntaxNode, textOf } from '../../../base/text/syntax-tree.ts';
import { withoutHidden } from '../earlier/read-words.ts';

const STDLIB = new Set(
  (
    'abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb ' +
    'binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections ' +
    'colorsys compileall compression concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes ' +
    'curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno ' +
    'faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass ' +
    'gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ' +
    'ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math ' +
    'mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers ' +
    'opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib ' +
    'poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri ' +
    'random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil ' +
    'signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl ' +
    'stat statistics string stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile ' +
    'telnetlib tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace ' +
    'traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings ' +
    'wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo'
  ).split(' '),
);

/** @param name of a module, without what is in it */
const isPythonBuiltin = (name: string): boolean => name.startsWith('_') || STDLIB.has(name);

interface ImportsQuestion {
  /** Absolute. */
  readonly workspace: string;
  /** The commit at the start of the run. */
  readonly base: string;
  readonly files: readonly string[];
  readonly changes: readonly ChangedFile[];
}

/** Once for each package, in the order of the files. */
export const findUndeclaredImports = async (question: ImportsQuestion): Promise<readonly UnexpectedFile[]> => {
  const found = new Map<string, UnexpectedFile>();
  for (const language of [SCRIPT, PYTHON]) {
    const { code, manifest, isDeclared } = language;
    const changes = question.changes.filter(({ path }) => code.test(path));
    const imported: { readonly path: string; readonly name: string }[] = [];
    for (const file of changes)
      for (const name of await language.importsOf(file)) imported.push({ path: file.path, name });
    if (imported.length === 0) continue;
    const texts = readManifests(question, manifest);
    if (texts.length === 0) continue;
    const isLocal = localNames(question.files);
    const open = imported.filter(({ name }) => !isLocal(name) && !isDeclared(name, texts));
    for (const { path, name } of open)
      if (!found.has(name) && !(await wasImported(question, name, language)))
        found.set(name, {
          path,
          why: `imports ${name}, which no manifest names: add it to the dependencies of the project, or remove the import`,
        });
  }
  return [...found.values()];
};

interface Language {
  readonly code: RegExp;
  /** Names of packages in the lines that the run added, without those of the language. */
  readonly importsOf: (file: ChangedFile) => Promise<readonly string[]>;
  /** By words alone: in a line of any text. */
  readonly importsIn: (text: string) => readonly string[];
  readonly manifest: RegExp;
  readonly isDeclared: (name: string, texts: readonly string[]) => boolean;
}

const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s+(?:type\s+)?(?:[\w$*{][^'"`;]*?\sfrom\s*|)["']([^"'\n]+)["']|\b(?:require(?:\.resolve)?|import)\s*\(\s*["'`]([^"'`\n$]+)["'`]\s*[,)]/g;
const PACKAGE = /^(?:@[\w.-]+\/)?[a-z\d][\w.-]*/i;
const BUILTIN = new Set(builtinModules);

/** A scheme, a path and an alias with a sign are no packages. */
const packageOf = (specifier: string): readonly string[] => {
  if (/^[./#~$@]?(?:\/|$)|^[./#~$]|^\w+:/.test(specifier)) return [];
  const [name] = PACKAGE.exec(specifier) ?? [];
  return name === undefined || BUILTIN.has(name) ? [] : [name];
};

/** In the syntax tree: a text and a comment import nothing, and a type is gone when the code runs. */
const importsOfScript = async (file: ChangedFile): Promise<readonly string[]> => {
  try {
    const lineOf = lineFinder(file.text);
    return [...specifiersIn((await parserFor(file.path))(file.text))].flatMap(({ start, value }) =>
      file.lines.has(lineOf(start)) ? packageOf(value) : [],
    );
  } catch {
    return SCRIPT.importsIn(addedOf(file));
  }
};

function* specifiersIn(node: SyntaxNode): Generator<{ readonly start: number; readonly value: string }, void> {
  const isType = node.importKind === 'type' || node.exportKind === 'type';
  const named = isType ? null : (childOf(node, 'source') ?? requiredBy(node));
  if (named?.type === 'StringLiteral') yield { start: named.start, value: textOf(named, 'value') };
  for (const child of childrenOf(node)) yield* specifiersIn(child);
}

/** `require('a')`, `require.resolve('a')`, `import('a')`, `import a = require('a')`. */
const requiredBy = (node: SyntaxNode): SyntaxNode | null => {
  if (node.type === 'TSExternalModuleReference') return childOf(node, 'expression');
  const callee = node.type === 'CallExpression' ? childOf(node, 'callee') : null;
  if (callee === null) return null;
  const called = callee.type === 'MemberExpression' ? childOf(callee, 'object') : callee;
  const isRequire = called?.type === 'Identifier' && textOf(called, 'name') === 'require';
  return isRequire || callee.type === 'Import' ? (listOf(node, 'arguments')[0] ?? null) : null;
};

/** Also `@types/name`, an alias in the settings of a compiler or a bundler, and a package of the workspace. */
const SCRIPT: Language = {
  code: /\.[cm]?[jt]sx?$/,
  importsOf: importsOfScript,
  importsIn: (text) => [...text.matchAll(IMPORT)].flatMap(([, one, other]) => packageOf(one ?? other ?? '')),
  manifest:
    /^(?:package\.json|deno\.jsonc?|import[-_]?map\.json|[tj]sconfig[\w.-]*\.json|[\w.-]+\.config\.[cm]?[jt]s|pnpm-workspace\.yaml|bower\.json)$/,
  isDeclared: (name, texts) => {
    const [, scope, bare] = /^@([^/]+)\/(.+)$/.exec(name) ?? [];
    const types = scope === undefined ? `@types/${name}` : `@types/${scope}__${bare}`;
    const words = [name, types, ...(scope === undefined ? [] : [`@${scope}/*`, `@${scope}`])].map(escapePattern);
    const named = new RegExp(`["'/^](?:${words.join('|')})["'/*$@]|^\\s*(?:${words.join('|')})\\s*:`, 'm');
    return texts.some((text) => named.test(text) || (DOCUSAURUS.test(name) && text.includes('@docusaurus/')));
  },
};
/** Its own aliases. */
const DOCUSAURUS = /^@(?:site|theme|theme-original|theme-init|generated)\//;

const PYTHON_IMPORT = /^([ \t]*)(?:import[ \t]+([\w., \t]+?)(?=[ \t]*(?:#|;|$))|from[ \t]+(\w+)[\w.]*[ \t]+import\b)/gm;
const OPTIONAL = /\bexcept\b[^\n]*\b(?:ImportError|ModuleNotFoundError|Exception)\b|\bTYPE_CHECKING\b/;
/** Modules of packages with quite another name. */
const OF_PACKAGE: Readonly<Record<string, string>> = {
  PIL: 'pillow',
  cv2: 'opencv',
  sklearn: 'scikitlearn',
  skimage: 'scikitimage',
  bs4: 'beautifulsoup4',
  fitz: 'pymupdf',
  pkg_resources: 'setuptools',
  MySQLdb: 'mysqlclient',
  mpl_toolkits: 'matplotlib',
  pylab: 'matplotlib',
  win32api: 'pywin32',
  win32con: 'pywin32',
  gi: 'pygobject',
  jose: 'pythonjose',
  ruamel: 'ruamelyaml',
  setuptools: '',
  pip: '',
};

/** By letters and digits alone: `python-dateutil` has `dateutil`, `PyYAML` has `yaml`. */
const PYTHON: Language = {
  code: /\.py$/,
  importsOf: async (file) => PYTHON.importsIn(addedOf({ ...file, text: withoutHidden(file.path, file.text) })),
  importsIn: (text) =>
    [...text.matchAll(PYTHON_IMPORT)].flatMap(([, indent = '', plain, from]) => {
      if (indent !== '' && OPTIONAL.test(text)) return [];
      const names =
        from === undefined ? (plain ?? '').split(',').map((each) => each.trim().split(/[.\s]/)[0] ?? '') : [from];
      return names.filter((name) => name !== '' && !isPythonBuiltin(name));
    }),
  manifest:
    /^(?:pyproject\.toml|setup\.(?:py|cfg)|Pipfile|environment[\w.-]*\.ya?ml|conda[\w.-]*\.ya?ml|[\w.-]*requirements[\w.-]*\.(?:txt|in)|tox\.ini|noxfile\.py|(?:dev|test|base|prod|common|docs|main)[\w.-]*\.(?:txt|in)|meta\.ya?ml)$/,
  isDeclared: (name, texts) => {
    const word = bare(OF_PACKAGE[name] ?? name);
    return texts.some((text) => bare(text).includes(word));
  },
};

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d\n]/g, '');

const addedOf = ({ text, hunks }: ChangedFile): string => {
  const lines = text.split('\n');
  return hunks.map(({ line, lines: count }) => lines.slice(line - 1, line - 1 + count).join('\n')).join('\n');
};

/** The texts of the workspace, of its packages, and of the folders above it in the same repository. */
const readManifests = ({ workspace, files }: ImportsQuestion, manifest: RegExp): readonly string[] => {
  const inside = files.filter((path) => manifest.test(basename(path))).map((path) => join(workspace, path));
  const above: string[] = [];
  for (let folder = workspace; ; folder = dirname(folder)) {
    const names = namesIn(folder);
    if (folder !== workspace)
      above.push(...names.filter((name) => manifest.test(name)).map((name) => join(folder, name)));
    if (names.includes('.git') || dirname(folder) === folder) break;
  }
  return [...inside, ...above].map((path) => readText(path) ?? '').filter((text) => text !== '');
};

/** A module or a folder of the sources, wherever it lies: a compiler may have its place as a root. */
const localNames = (files: readonly string[]): ((name: string) => boolean) => {
  const names = new Set(files.flatMap((path) => path.split('/').map((part) => part.replace(/\.\w+$/, ''))));
  return (name) => names.has(name.split('/')[0] ?? name) || names.has(name);
};

/** Those of the start of the run: what a host gives to code needs no manifest. */
const wasImported = async (
  { workspace, base }: ImportsQuestion,
  name: string,
  { code, importsIn }: Language,
): Promise<boolean> => {
  const found = await readGit(workspace, ['grep', '--no-textconv', '-z', '-F', '-e', name, base, '--', '.']).catch(
    () => '',
  );
  return found
    .split('\n')
    .map((line) => line.split('\0'))
    .some(([place = '', text = '']) => code.test(place) && importsIn(text).includes(name));
};
