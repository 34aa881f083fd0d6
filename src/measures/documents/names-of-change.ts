/**
 * The names by which a document can mention a change: what the new lines of code declare, the files, and the criteria.
 *
 * @module
 */
import { basename, extname } from 'node:path/posix';

/** A changed source file. */
interface ChangedCode {
  readonly path: string;
  readonly text: string;
  /** Numbers of its new lines, from 1. */
  readonly lines: ReadonlySet<number>;
}

/** In this order; the first ones are the best to suggest. */
export const namesOfChange = (files: readonly ChangedCode[], criteria: readonly string[]): ReadonlySet<string> =>
  new Set([
    ...files.flatMap(({ text, lines }) =>
      text.split('\n').flatMap((line, at) => (lines.has(at + 1) ? declaredIn(line) : [])),
    ),
    ...files.map(({ path }) => basename(path, extname(path))).filter((name) => !COMMON.has(name.toLowerCase())),
    ...(files.length === 0 ? [] : criteria),
  ]);

/** Every second file has one of these names. */
const COMMON = new Set(['index', 'main', 'mod', 'lib', 'init', '__init__', 'app']);

/** A word that declares, words between it and the name (`async`, a type, a Go receiver), and the name. */
const DECLARATION =
  /\b(?:function|class|const|let|var|def|fn|func|type|interface|struct|enum|trait|module|record|void|static)\b\s*\*?(?:\([^()]*\)\s*)?(?:[\w<>[\],]+\s+)*?(?:self\.)?([A-Za-z_$][\w$]{2,})/g;
/** A method in JavaScript or Java: a name, its parameters, and a block. */
const METHOD = /^\s*(?:[\w<>[\],]+\s+)*([A-Za-z_$][\w$]{2,})\s*\([^()]*\)[^;=]*\{\s*$/;
const WORDS = new Set(['for', 'while', 'switch', 'catch', 'function', 'elif', 'else', 'return', 'with', 'match']);

const declaredIn = (line: string): readonly string[] => {
  const bounded = line.slice(0, MOST_CHARACTERS);
  const method = METHOD.exec(bounded)?.[1];
  return [
    ...[...bounded.matchAll(DECLARATION)].flatMap(([, name]) => (name === undefined ? [] : [name])),
    ...(method === undefined || WORDS.has(method) ? [] : [method]),
  ].filter((name) => !WORDS.has(name));
};

/** A longer line was not written by hand. */
const MOST_CHARACTERS = 300;
