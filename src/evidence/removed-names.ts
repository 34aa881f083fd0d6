/**
 * Public names that were there before and are gone: no test of the run needs them, and other code may. Found by reading
 * words; pure.
 *
 * @module
 */

interface Public {
  /** The ending of a file. */
  readonly files: RegExp;
  /** The first group that is set names it. */
  readonly names: RegExp;
  /** Names of one list, separated by commas; comments may be among them. */
  readonly lists?: RegExp;
}

const PUBLIC: readonly Public[] = [
  {
    files: /\.[cm]?[jt]sx?$/,
    names:
      /^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|class|const|let|var|interface|type|enum)\s+([\w$]+)|^(?:module\.)?exports\.([\w$]+)\s*=/gm,
    lists: /^export\s+(?:type\s+)?\{((?:[^{}/]|\/\/.*$|\/\*(?:[^*]|\*(?!\/))*\*\/)*)\}/gm,
  },
  { files: /\.py$/, names: /^(?:async\s+def|def|class)\s+([A-Za-z]\w*)|^([A-Z][A-Z\d_]+)\s*=/gm },
  { files: /\.go$/, names: /^(?:func(?:\s*\([^)]*\))?|type|var|const)\s+([A-Z]\w*)/gm },
  {
    files: /\.rs$/,
    names: /^\s*pub\s+(?:async\s+|unsafe\s+|const\s+)*(?:fn|struct|enum|trait|type|static|mod)\s+(\w+)/gm,
  },
  { files: /\.java$/, names: /^\s*public\s+[\w<>[\],.\s]*?(\w+)\s*(?:\(|\{)/gm },
  { files: /\.rb$/, names: /^\s*(?:def\s+(?:self\.)?|class\s+|module\s+)([\w:?!]+)/gm },
];

/** Whether the file can have public names. */
export const hasPublicNames = (path: string): boolean => PUBLIC.some(({ files }) => files.test(path));

type Files = ReadonlyMap<string, Uint8Array>;

export interface RemovedName {
  /** The file that had it, relative to the workspace. */
  readonly path: string;
  readonly name: string;
}

/**
 * In the order of the files. A name that is public in any other file at the end was moved, and is not removed.
 *
 * @param isTest - tests have no public names
 */
export const findRemovedNames = (
  before: Files,
  after: Files,
  isTest: (path: string) => boolean,
): readonly RemovedName[] => {
  const ofCode = ([path]: readonly [string, Uint8Array]): boolean => !isTest(path);
  const left = new Set([...after].filter(ofCode).flatMap(([path, text]) => namesIn(path, text)));
  return [...before]
    .filter(ofCode)
    .filter(([path, text]) => Buffer.compare(text, after.get(path) ?? new Uint8Array()) !== 0)
    .flatMap(([path, text]) =>
      namesIn(path, text)
        .filter((name) => !left.has(name))
        .map((name) => ({ path, name })),
    );
};

const namesIn = (path: string, content: Uint8Array): readonly string[] => {
  const kind = PUBLIC.find(({ files }) => files.test(path));
  if (kind === undefined) return [];
  const text = Buffer.from(content).toString('utf8');
  const found = [...text.matchAll(kind.names)].map(([, one, other]) => one ?? other ?? '');
  const lists = kind.lists === undefined ? [] : [...text.matchAll(kind.lists)];
  return [...new Set([...found, ...lists.flatMap(([, list = '']) => namesOf(list))])];
};

/** `one, two as three` has the names `one` and `three`. */
const namesOf = (list: string): readonly string[] =>
  list
    .replaceAll(/\/\/.*|\/\*[^]*?\*\//g, '')
    .split(',')
    .flatMap((item) => /^\s*(?:type\s+)?(?:[\w$]+\s+as\s+)?([\w$]+)/.exec(item)?.[1] ?? [])
    .filter((name) => name !== 'default');
