/** Public names that are gone since the run began: other code may need them, and no test of the run has to. */
import { placesOfTests } from '../integrity/freeze.ts';
import { finding, firstOf } from '../findings/findings.ts';
import { findTestFilesOf } from '../integrity/suite-files.ts';
import { listEarlier, openEarlier } from '../../project/sources/earlier-state.ts';
import { readInWorkspace } from '../mutation-check/find-changes.ts';
import { asksFor, type Measure, type Question } from './measure.ts';
import { METRICS_OF } from './metrics-of-measures.ts';

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
const hasPublicNames = (path: string): boolean => PUBLIC.some(({ files }) => files.test(path));

type Files = ReadonlyMap<string, Uint8Array>;

export interface RemovedName {
  /** The file that had it, relative to the workspace. */
  readonly path: string;
  readonly name: string;
}

/** A name that is public in any other file at the end was moved. @param isTest - tests have no public names */
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

/** Those that are described; more are counted. */
const MOST = 10;

export const removedNames = {
  after: 'tests',
  metrics: METRICS_OF.removedNames,
  measure: async (question: Question) => {
    const { gate, config } = question;
    // Only a runner knows all files with tests.
    if (question.tests.part === 'nothing') return { metrics: {} };
    const passing = config.phases.filter(({ tests }) => tests === 'must_pass').map(({ phase }) => phase);
    // In the first of them the work is made; later ones leave its behaviour as it is.
    const isLater = passing.indexOf(gate.phase.phase) > 0;
    if (!isLater && !asksFor(gate, METRICS_OF.removedNames)) return { metrics: {} };
    const removed = await findRemoved(question);
    if (removed === null) return { metrics: {} };
    return {
      metrics: { public_names_removed: removed.length },
      findings: firstOf(
        removed,
        MOST,
        ({ path, name }) => finding('names.removed', { path, name }),
        (count) => finding('names.removed.more', { count }),
      ),
    };
  },
} as const satisfies Measure;

/** `null`: there is no commit to compare with. */
const findRemoved = async ({ config, run, tests }: Question): Promise<readonly RemovedName[] | null> => {
  const { folder } = config;
  const known = await listEarlier(folder, run.base);
  if (known.length === 0) return null;
  const files = [...tests.after.files.keys()];
  const suite = new Set(findTestFilesOf(config.tests.suites, files, placesOfTests(tests.run.tests)));
  const isTest = (path: string): boolean => suite.has(path) || Object.hasOwn(run.frozen, path);
  const sources = new Set(files);
  const readNow = readInWorkspace(folder);
  const read = async (path: string): Promise<Buffer> =>
    (sources.has(path) ? await readNow(path) : null) ?? Buffer.alloc(0);
  const readEarlier = await openEarlier(folder, run.base);
  const before = new Map<string, Uint8Array>();
  for (const path of known.filter((each) => hasPublicNames(each) && !isTest(each))) {
    const earlier = await readEarlier(path, await read(path));
    if (earlier !== 'same' && earlier !== null) before.set(path, Buffer.from(earlier.text));
  }
  const readAll = async (paths: Iterable<string>) => {
    const now = new Map<string, Uint8Array>();
    for (const path of paths) now.set(path, await read(path));
    return now;
  };
  // A name may have moved to any file; mostly none is gone, and the others are not read.
  if (findRemovedNames(before, await readAll(before.keys()), isTest).length === 0) return [];
  return findRemovedNames(before, await readAll(files.filter(hasPublicNames)), isTest);
};
