/** The mutants of each file that a run changed, and its functions: in its language. */
import { distinct, type Mutant, lineFinder, type Lines, plant } from './mutant.ts';
import { alternativesOfNode, type ChangedFile } from './find-changes.ts';
import { functionsOfLog, isBarren, mutantsOfNode, isLog } from './mutants-of-node.ts';
import {
  childOf,
  childrenOf,
  listOf,
  type Parse,
  type SyntaxNode,
  textOf,
  parserFor,
} from '../../base/text/syntax-tree.ts';
import { hiddenIn, languageOf, SCRIPT_AS_TEXT } from './languages.ts';
import { showOnly } from './values/other-values.ts';
import { type ChangedFunction, functionsOf } from './reach/stubs.ts';
import { findTextMutants } from './text-mutants.ts';
import { type ValueMutants, valueMutantsOf } from './values/value-mutants.ts';

// The mutants of some lines of JavaScript and TypeScript, found by syntax. Pure.

/** In the order of the text. @throws SyntaxError when the text itself does not parse */
export const findScriptMutants = (path: string, text: string, lines: Lines, parse: Parse): readonly Mutant[] => {
  const lineOf = lineFinder(text);
  const mutants: Mutant[] = [];
  for (const [node, parent, input] of walkTree(parse(text))) {
    for (const replacement of [...mutantsOfNode(node, parent, text), ...alternativesOfNode(node, text, input)]) {
      const { kind, from, to } = replacement;
      const line = lineOf(from);
      const reach = kind === 'body' ? lineOf(to) : line;
      const first = Array.from({ length: reach - line + 1 }, (_, i) => line + i).find((each) => lines.has(each));
      if (first !== undefined) mutants.push({ ...replacement, path, line: first, before: text.slice(from, to) });
    }
  }
  return distinct(mutants).toSorted((one, other) => one.from - other.from);
};

/** Whether the text is still valid with the mutant: `??` beside `&&` is not. */
export const stillParses = (text: string, mutant: Mutant, parse: Parse): boolean => {
  try {
    parse(plant(text, mutant));
    return true;
  } catch {
    return false;
  }
};

/** Every node below, with its parent and the first parameter of its function; skips barren nodes. */
function* walkTree(
  node: SyntaxNode,
  parent: SyntaxNode | null = null,
  around: string | null = null,
): Generator<readonly [SyntaxNode, SyntaxNode | null, string | null]> {
  if (isBarren(node, parent)) {
    for (const each of functionsOfLog(node)) yield* walkTree(each, node, around);
    return;
  }
  const input = inputOf(node, around);
  yield [node, parent, input];
  for (const child of childrenOf(node, NO_CODE)) yield* walkTree(child, node, input);
}

/** `null` where the function has no parameter, or takes its first one apart. */
const inputOf = (node: SyntaxNode, around: string | null): string | null => {
  if (!/(?:Function|Method)/.test(node.type) || childOf(node, 'body') === null) return around;
  const [first] = listOf(node, 'params');
  return first === undefined ? null : textOf(first, 'name') || null;
};

const NO_CODE = /Comments$|^(?:loc|extra|typeAnnotation|typeParameters|returnType)$/;

// Mutants that do not print: a criterion may be about that effect. Pure.

/** @param parse - of JavaScript; `null` where the text is another language */
export const effectMutantsOf = ({ path, text, lines }: ChangedFile, parse: Parse | null): readonly Mutant[] => {
  const lineOf = lineFinder(text);
  const found = parse === null ? inText(path, text) : inScript(parse(text));
  return found.flatMap(({ from, to, after }) => {
    const line = lineOf(from);
    return lines.has(line) ? [{ path, line, kind: 'statement', from, to, before: text.slice(from, to), after }] : [];
  });
};

type Part = Pick<Mutant, 'from' | 'to' | 'after'>;

const inScript = (node: SyntaxNode): readonly Part[] => {
  const expression = node.type === 'ExpressionStatement' ? childOf(node, 'expression') : null;
  const found = expression !== null && isLog(expression) ? [{ from: node.start, to: node.end, after: ';' }] : [];
  return [...found, ...[...childrenOf(node)].flatMap(inScript)];
};

const PRINTS =
  /^([ \t]*)((?:await )?(?:(?:self|this)\.)?_?(?:print(?:ln!?)?|eprintln!|puts|logger|logging|log)\b.*\));?[ \t]*$/gm;
const GO_PRINTS = /\bfmt\.(Print\w*)\(/g;

/** None in a comment or a string. */
const inText = (path: string, whole: string): readonly Part[] => {
  const text = showOnly(whole, hiddenIn(path));
  return path.endsWith('.go')
    ? // The import stays in use.
      [...text.matchAll(GO_PRINTS)].map(({ 0: call, 1: name = '', index }) => ({
        from: index,
        to: index + call.length,
        after: `fmt.S${name.charAt(0).toLowerCase()}${name.slice(1)}(`,
      }))
    : [...text.matchAll(PRINTS)].map(({ 1: indent = '', 2: call = '', index }) => ({
        from: index + indent.length,
        to: index + indent.length + call.length,
        after: path.endsWith('.py') ? 'pass' : '',
      }));
};

// Which lines are work, and which manipulate the tests: the latter get no mutants. Pure.

const REACHES =
  /\bassert(?:[A-Z]\w*)?\b|\bexpect\b|\bchai\b|\bvitest\b|\bjest\b|\bpytest\b|\bunittest\b|\basymmetricMatch\b|\btoPrimitive\b|\bvalueOf\b|process\.(?:exit|exitCode|on|once|abort|kill)\b|\bObject\s*\.\s*is\s*=(?!=)|\bos\._exit\b|\bsys\.exit\b|\batexit\b/;

/** An overloaded comparison, up to where its block ends. */
const OVERLOADS = /^(\s*)def\s+__(?:eq|ne|bool|lt|le|gt|ge|hash|contains|len)__\b/;

/** Without lines that manipulate the tests: a mutant there would break the trick, which shows nothing. */
export const withoutPatches = (text: string, lines: Lines): Lines => {
  const kept = new Set<number>();
  let overload: number | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const indent = line.length - line.trimStart().length;
    if (overload !== null && line.trim() !== '' && indent <= overload) overload = null;
    const start = OVERLOADS.exec(line)?.[1];
    if (start !== undefined) overload = start.length;
    if (lines.has(index + 1) && overload === null && !REACHES.test(line)) kept.add(index + 1);
  }
  return kept;
};

export interface MutantsOfFile {
  readonly file: ChangedFile;
  readonly mutants: readonly Mutant[];
  readonly functions: readonly ChangedFunction[];
  /** Its functions with another answer, and mutants of what it prints: only criteria ask for them. */
  readonly values: readonly ValueMutants[];
  readonly effects: readonly Mutant[];
  /** `null` for another language than JavaScript. */
  readonly parse: Parse | null;
  /** Whether the text is still valid with the mutant; where that is unknown, a run decides. */
  readonly isParseable: (mutant: Mutant) => boolean;
}

/** One entry for each file, also without any. */
export const findMutants = async (changes: readonly ChangedFile[]): Promise<readonly MutantsOfFile[]> => {
  const found: MutantsOfFile[] = [];
  for (const file of changes) found.push(await findInFile(file));
  return found;
};

const findInFile = async (file: ChangedFile): Promise<MutantsOfFile> => {
  const { path, text } = file;
  const lines = withoutPatches(text, file.lines);
  const language = languageOf(path);
  const foundBy = (parse: Parse | null, mutants: readonly Mutant[]): MutantsOfFile => ({
    file,
    mutants,
    functions: functionsOf(file, parse),
    values: valueMutantsOf(file, lines, parse),
    effects: effectMutantsOf(file, parse),
    parse,
    isParseable: (mutant) => parse === null || stillParses(text, mutant, parse),
  });
  if (language === null) return foundBy(null, []);
  if (language !== 'script') return foundBy(null, findTextMutants(path, text, lines, language));
  const parse = await parserFor(path);
  try {
    return foundBy(parse, findScriptMutants(path, text, lines, parse));
  } catch (error) {
    // Flow, or a proposal that the parser does not know.
    if (error instanceof SyntaxError) return foundBy(null, findTextMutants(path, text, lines, SCRIPT_AS_TEXT));
    throw error;
  }
};
