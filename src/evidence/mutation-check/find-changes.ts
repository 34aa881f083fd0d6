/** The code that a run changed. Tests, documents and settings are no code. Without an earlier state, all is new. */
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { join as joinPlace } from 'node:path';
import { basename, dirname, join } from 'node:path/posix';
import { isCopyOf, type MutantKind, ORDERLESS, type Replacement, type Lines } from './mutant.ts';
import { isLog, isNothing, isOfError } from './mutants-of-node.ts';
import { childOf, listOf, type SyntaxNode, textOf } from '../../base/text/syntax-tree.ts';
import { WITHOUT_FOLLOWING } from '../../base/files/open-plain.ts';
import { diffLines, type Hunk } from './order-mutants.ts';
import { type Base, openEarlier } from '../../project/sources/earlier-state.ts';
import { escapePattern } from '../../base/text/quote-text.ts';
import { linesOfTests } from '../../runners/runners.ts';
import { languageOf } from './languages.ts';

// Mutants that keep an answer of the same kind: they show a test that looks only at whether there is an answer.

/** @param input - the first parameter of the function around it; `null` where there is none */
export const alternativesOfNode = (node: SyntaxNode, text: string, input: string | null): readonly Replacement[] => {
  const add = (kind: MutantKind, at: SyntaxNode, after: string): Replacement => ({
    kind,
    from: at.start,
    to: at.end,
    after,
  });
  const returned = (value: SyntaxNode | null): readonly Replacement[] =>
    value === null || input === null || isNothing(value) || isSame(input, text.slice(value.start, value.end))
      ? []
      : [add('input', value, input)];
  switch (node.type) {
    case 'ReturnStatement':
      return returned(childOf(node, 'argument'));
    case 'ArrowFunctionExpression': {
      const body = childOf(node, 'body');
      return body?.type === 'BlockStatement' ? [] : returned(body);
    }
    case 'IfStatement': {
      const asked = childOf(node, 'test');
      return asked !== null && isGuard(node) ? [{ ...add('guard', asked, 'false'), again: true }] : [];
    }
    case 'CallExpression':
    case 'NewExpression': {
      if (isLog(node) || isOfError(node)) return [];
      const [first, second, ...more] = listOf(node, 'arguments');
      if (first === undefined || second === undefined || more.length > 0) return [];
      const [one, other] = [text.slice(first.start, first.end), text.slice(second.start, second.end)];
      const isPlain = [first, second].every(({ type }) => /^(?:Identifier|MemberExpression|\w+Literal)$/.test(type));
      if (!isPlain || one === other || ORDERLESS.test(nameOf(childOf(node, 'callee')))) return [];
      const both = { ...first, end: second.end };
      return [add('arguments', both, `${other}${text.slice(first.end, second.start)}${one}`)];
    }
    default:
      return [];
  }
};

const isSame = (input: string, value: string): boolean => value === input || isCopyOf(input, value);

/** Only leaves, early. A check of an error is none: few tests cause one. */
const isGuard = (node: SyntaxNode): boolean => {
  if (/^err(?:or)?$/.test(textOf(childOf(node, 'test') ?? node, 'name'))) return false;
  const then = childOf(node, 'consequent');
  const [only, ...more] = then?.type === 'BlockStatement' ? listOf(then, 'body') : then === null ? [] : [then];
  return (
    childOf(node, 'alternate') === null &&
    more.length === 0 &&
    /^(?:Return|Throw|Continue|Break)Statement$/.test(only?.type ?? '')
  );
};

const nameOf = (callee: SyntaxNode | null): string => {
  if (callee === null) return '';
  const property = childOf(callee, 'property');
  return property === null ? textOf(callee, 'name') : textOf(property, 'name');
};

export interface ChangedFile {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  readonly text: string;
  /** How its bytes become this text, and back: each of a file that is not UTF-8 stands for itself. @default 'utf8' */
  readonly encoding?: 'utf8' | 'latin1';
  /** There was no such file before. */
  readonly isNew: boolean;
  readonly hunks: readonly Hunk[];
  /** The lines of the hunks. */
  readonly lines: Lines;
}

export interface ChangesQuestion {
  /** Absolute. */
  readonly workspace: string;
  /** The state at the start of the run. */
  readonly base: Base;
  /** The sources, relative to the workspace. */
  readonly files: readonly string[];
  readonly isTest: (path: string) => boolean;
  /** The current content of a file; null where it has none. @default as it is in the workspace */
  readonly read?: ReadNow;
}

/** @param path - relative to the workspace */
export type ReadNow = (path: string) => Promise<Buffer | null>;

/** No link is followed. @param workspace - absolute */
export const readInWorkspace =
  (workspace: string): ReadNow =>
  (path) =>
    readFile(joinPlace(workspace, path), { flag: WITHOUT_FOLLOWING }).catch(() => null);

/** Settings of tools, written in the language of the code. */
const SETTINGS = /^(?:[\w.-]+\.config|\.[\w-]+rc|setup|noxfile|build)\.(?:[cm]?[jt]s|py|rs)$/;
/** Known by its name alone, wherever it lies. */
const OF_A_TOOL =
  /^(?:vite|vitest|jest|eslint|rollup|webpack|tsup|tsdown|playwright|next|nuxt|svelte|astro|tailwind|postcss|babel|prettier|cypress|karma|wdio)\.config\./;
/** Beside one of these a tool looks for its settings; elsewhere a file of such a name is code. */
const MANIFESTS = ['package.json', 'pyproject.toml', 'setup.cfg', 'Cargo.toml', 'deno.json'];
/** A larger file was not written by hand, and would take longer to read than a suite to run. */
export const MAX_BYTES = 1_000_000;

/** In the order of `files`. Unreadable, binary or very large files, and settings, are omitted. */
export const findChanges = async ({
  workspace,
  base,
  files,
  isTest,
  read = readInWorkspace(workspace),
}: ChangesQuestion): Promise<readonly ChangedFile[]> => {
  const readEarlier = await openEarlier(workspace, base);
  const changed: ChangedFile[] = [];
  for (const path of files) {
    if (languageOf(path) === null || isTest(path)) continue;
    const bytes = await read(path);
    if (bytes === null || bytes.length > MAX_BYTES) continue;
    const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
    // Of another alphabet, or no text at all.
    if (bytes.includes(0)) continue;
    const earlier = await readEarlier(path, bytes);
    if (earlier === 'same' || (await isSettings(path, files, isTest, read))) continue;
    const text = bytes.toString(encoding);
    const tests = await linesOfTests(path, text);
    const hunks = withoutLines(
      withoutTests(path, text, diffLines(earlier?.bytes.toString(encoding) ?? '', text)),
      tests,
    );
    if (hunks.length > 0) changed.push({ path, text, encoding, isNew: earlier === null, hunks, lines: linesOf(hunks) });
  }
  return changed;
};

/** Beside the manifest of a package, and loaded by no code: code may have such a name, too. */
const isSettings = async (
  path: string,
  files: readonly string[],
  isTest: (path: string) => boolean,
  read: ReadNow,
): Promise<boolean> => {
  if (!SETTINGS.test(basename(path))) return false;
  const folder = dirname(path);
  if (
    folder !== '.' &&
    !OF_A_TOOL.test(basename(path)) &&
    !MANIFESTS.some((name) => files.includes(join(folder, name)))
  )
    return false;
  const name = escapePattern(basename(path).replace(/\.\w+$/, ''));
  const loads = new RegExp(
    String.raw`["'](?:[^"'\n]*/)?${name}(?:\.\w+)?["']|^\s*(?:from|import)\b[^\n]*\b${name}\b`,
    'm',
  );
  for (const each of files) {
    if (each === path || isTest(each) || SETTINGS.test(basename(each)) || languageOf(each) === null) continue;
    if (loads.test((await read(each))?.toString('utf8') ?? '')) return false;
  }
  return true;
};

const linesOf = (hunks: readonly Hunk[]): Lines =>
  new Set(hunks.flatMap(({ line, lines }) => Array.from({ length: lines }, (_, i) => line + i)));

/** Tests inside of a Rust source are at its end. */
const withoutTests = (path: string, text: string, hunks: readonly Hunk[]): readonly Hunk[] => {
  const at = path.endsWith('.rs') ? text.search(/^[ \t]*#\s*!?\s*\[\s*cfg\s*\(\s*test\b/m) : -1;
  if (at === -1) return hunks;
  const first = text.slice(0, at).split('\n').length;
  return hunks
    .filter(({ line }) => line < first)
    .map((hunk) => ({ ...hunk, lines: Math.min(hunk.lines, first - hunk.line) }));
};

/** The hunks without these lines: what is left of one may be several. */
const withoutLines = (hunks: readonly Hunk[], left: ReadonlySet<number>): readonly Hunk[] => {
  if (left.size === 0) return hunks;
  return hunks.flatMap((hunk) => {
    if (hunk.lines === 0) return [hunk];
    const parts: { line: number; lines: number }[] = [];
    for (let line = hunk.line; line < hunk.line + hunk.lines; line += 1) {
      const last = parts.at(-1);
      if (left.has(line)) continue;
      if (last !== undefined && last.line + last.lines === line) last.lines += 1;
      else parts.push({ line, lines: 1 });
    }
    return parts.map((part) => ({ ...hunk, ...part }));
  });
};
