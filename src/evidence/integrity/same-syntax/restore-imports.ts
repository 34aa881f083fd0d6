/** The text that a moved test file had, if only relative imports at its top were adjusted. */
import { dirname, extname, join, relative } from 'node:path/posix';

const SCRIPT = /^\.[cm]?[jt]sx?$/;

/** Text that may be before and between imports. */
const BETWEEN = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|#![^\n]*|(?:'use strict'|"use strict");?/y;
/** The second group is the specifier. */
const IMPORTS = [
  /import\b(?:[\w$*{},\s]{1,5000}?\bfrom\b)?\s*(['"])([^'"\n\\]+)\1(?:\s*with\s*\{[^}]*\})?\s*;?/y,
  /export\s*(?:\*(?:\s*as\s+[\w$]+)?|\{[^}'"]*\})\s*from\s*(['"])([^'"\n\\]+)\1\s*;?/y,
  /(?:const|let|var)\s+(?:[\w$]+|\{[^}'"`=]*\})\s*=\s*require\(\s*(['"])([^'"\n\\]+)\1\s*\)\s*;?/y,
];

const RELATIVE = /^\.{1,2}\//;
const RELATIVE_STRING = /["'`](\.{1,2}\/[^"'`\n]*)/g;
/** By these, code finds files beside it, or sees where it is. */
const ASKS_FOR_PLACE =
  /\bimport\.meta\b(?!\.env\b)|\b__(?:dir|file)name\b|\bmodule\.(?:path|filename|id)|\brequire\.main\b|\bprocess\.argv\b/;
const ASKS_ELSEWHERE =
  /__(?:file|dir|FILE)__|\bfrom\s+\.|\brequire_relative\b|\binclude\w*!|\bmod\s+\w+\s*;|#\[path|\b(?:testdata|fixtures|datadir|fspath)\b|request\.path/;

/** `null` where the text may mean something else at the new place. @param from - the former path */
export const textAtFormerPlace = (text: string, from: string, to: string): string | null => {
  const [old, present] = [dirname(from), dirname(to)];
  if (old === present) return text;
  // A test of Go belongs to the package of its folder.
  if (!SCRIPT.test(extname(to))) return extname(to) === '.go' || ASKS_ELSEWHERE.test(text) ? null : text;
  const { head, rest } = restoreHead(text, old, present);
  if (head === null || ASKS_FOR_PLACE.test(rest)) return null;
  const moved = [...rest.matchAll(RELATIVE_STRING)].some(([, path = '']) => join(old, path) !== join(present, path));
  return moved ? null : head + rest;
};

/** The imports at the top as they were; `null` where one of them leads out of the workspace. */
const restoreHead = (
  text: string,
  old: string,
  present: string,
): { readonly head: string | null; readonly rest: string } => {
  let head = '';
  let at = 0;
  for (;;) {
    const found = matchAt(text, at);
    if (found === null) return { head, rest: text.slice(at) };
    const { all, specifier } = found;
    at += all.length;
    if (specifier === undefined || !RELATIVE.test(specifier)) {
      head += all;
      continue;
    }
    const target = join(present, specifier);
    if (target.startsWith('../')) return { head: null, rest: text };
    const former = relative(`/${old}`, `/${target}`);
    // No quotation mark stands before it.
    const place = all.search(/['"]/) + 1;
    head += all.slice(0, place) + (former.startsWith('../') ? former : `./${former}`);
    head += all.slice(place + specifier.length);
  }
};

const matchAt = (text: string, at: number): { readonly all: string; readonly specifier?: string } | null => {
  for (const pattern of [BETWEEN, ...IMPORTS]) {
    pattern.lastIndex = at;
    const [all = '', , specifier] = pattern.exec(text) ?? [];
    if (all !== '') return specifier === undefined ? { all } : { all, specifier };
  }
  return null;
};
