/**
 * Whether a test file in JavaScript or TypeScript has each statement that it had (rule 2.7): tests, helpers, hooks and
 * tables. It may get more tests, groups, rows, imports and declarations of its own, other names and another formatting.
 *
 * @module
 */
import { listOf, type Parse, parserFor, type SyntaxNode } from '../../text/syntax-tree.ts';
import { cutOut } from '../additions/addition.ts';
import { findAdded, type ScriptRules } from '../additions/script-additions.ts';
import { walk } from '../additions/script-reach.ts';
import { callOf, outerNames, titleOf } from '../additions/script-shapes.ts';
import { isSameSyntax } from '../same-syntax/is-same-syntax.ts';
import { compareImports, readImports } from './script-imports.ts';
import { declaredBy, freeNames, renameIn } from './script-names.ts';
import { assignedIn, findEarlyReach } from './script-reach.ts';

interface ScriptQuestion {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Whether a statement, which is gone, is in another file of the tests. */
  readonly isMoved: (text: string) => boolean;
}

/** Why it has not: the rest of a sentence; `null` if it has. `undefined` for a text that is not understood. */
export const judgeScript = async (question: ScriptQuestion): Promise<string | null | undefined> => {
  const { path, before, after } = question;
  if (await isSameSyntax(path, before, after)) return null;
  const parse = await parserFor(path);
  try {
    return await compare(question, parse);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const compare = async (question: ScriptQuestion, parse: Parse): Promise<string | null> => {
  const { path, isMoved } = question;
  const [before, after] = [question.before, question.after].map((text) => withoutComments(parse(text), text));
  if (before === undefined || after === undefined) return null;
  const [was, is] = [parse(before), parse(after)];
  const [old, now] = [readImports(was, before), readImports(is, after)];
  const there = new Set(listOf(is, 'body').flatMap(declaredBy));
  const gone = listOf(parse(old.rest), 'body').filter((node) => {
    const names = declaredBy(node);
    return names.length > 0 && !names.some((name) => there.has(name)) && isMoved(old.rest.slice(node.start, node.end));
  });
  const names = freeNames(was);
  const imports = compareImports(old.imports, now.imports, {
    used: freeNames(is),
    names,
    moved: new Set(gone.flatMap(declaredBy)),
  });
  if (imports !== null) return imports;
  const kept = cutOut(old.rest, gone);
  const rules = rulesFor(parse(kept), names, new Set([...old.imports, ...now.imports].map(({ name }) => name)));
  const why = await compareTexts({ path, before: kept, after: now.rest }, rules, parse);
  if (why === null) return null;
  for (const renamed of renameIn(parse(kept), parse(now.rest), kept))
    if ((await compareTexts({ path, before: renamed, after: now.rest }, rules, parse)) === null) return null;
  return why;
};

/** A tool may read those that are left. */
const FOR_TOOLS = /@|istanbul|[cv]8|eslint|prettier|biome|webpack/;

const withoutComments = (program: SyntaxNode, text: string): string => {
  const comments = [...walk(program)].flatMap((node) =>
    ['leadingComments', 'innerComments', 'trailingComments'].flatMap((key) => listOf(node, key)),
  );
  return cutOut(
    text,
    comments.filter(({ start, end }) => !FOR_TOOLS.test(text.slice(start, end))),
  );
};

const rulesFor = (was: SyntaxNode, names: ReadonlySet<string>, imported: ReadonlySet<string>): ScriptRules => {
  const assigned = assignedIn(was);
  const fixed = new Set(outerNames(was).filter((name) => !assigned.has(name)));
  return {
    findReach: (node, text) => findEarlyReach(node, text, { imported, fixed }),
    isFree: (node) => {
      const declared = declaredBy(node);
      return declared.length > 0 && !declared.some((name) => names.has(name));
    },
    isAnywhere: true,
    others: 'earlier',
  };
};

const compareTexts = async (
  { path, before, after }: Omit<ScriptQuestion, 'isMoved'>,
  rules: ScriptRules,
  parse: Parse,
): Promise<string | null> => {
  if (await isSameSyntax(path, before, after)) return null;
  const added = await findAdded(path, before, after, rules);
  const rest = added === null || 'why' in added ? after : cutOut(after, added.cuts);
  if (await isSameSyntax(path, before, rest)) return null;
  const changed = nameChanged(parse(before), before, after);
  return changed ?? (added !== null && 'why' in added ? added.why : 'code outside of tests is changed');
};

/** The first test that is not there as it was. */
const nameChanged = (program: SyntaxNode, before: string, after: string): string | null => {
  for (const node of walk(program)) {
    const call = callOf(node);
    const title = call === null ? null : titleOf(call);
    if (title === null || [...walk(node)].some((each) => each !== node && isTitled(each))) continue;
    if (!after.includes(before.slice(node.start, node.end))) return `"${title}" is changed`;
  }
  return null;
};

const isTitled = (node: SyntaxNode): boolean => {
  const call = callOf(node);
  return call !== null && titleOf(call) !== null;
};
