/** Whether a test file in JavaScript or TypeScript has each statement that it had (rule 2.7). */
import { childOf, type SyntaxNode, textOf, listOf, type Parse, parserFor } from '../../../base/text/syntax-tree.ts';
import { comparedIn, walk, wordOf, namesOf, targetOf } from '../additions/script-reach.ts';
import {
  pathOf,
  cutOut,
  boundBy,
  moduleOf,
  onlyDeclarator,
  callOf,
  outerNames,
  titleOf,
} from '../additions/script-shapes.ts';
import { type Import, declaredBy, freeNames, renameIn } from './imported-names.ts';
import { findAdded, type ScriptRules } from '../additions/script-additions.ts';
import { isSameSyntax } from '../same-syntax/is-same-syntax.ts';

// In RED, more is free than later: spies, clocks, and hooks in a new group.

/** Assertions, objects of the language, and what counts for all tests. */
const REACHING = new Set(
  (
    'only extend addSnapshotSerializer addEqualityTesters setConfig assign defineProperty defineProperties ' +
    'setPrototypeOf prototype __proto__ __defineGetter__ __defineSetter__ eval Function createRequire'
  ).split(' '),
);
/** A runner moves them to the top of the file. */
const MOVED_TO_THE_TOP = /^(?:jest|vi|vitest)\.(?:mock|unmock|hoisted|setMock|unstable_mockModule)$/;

interface Known {
  /** The names of imports. */
  readonly imported: ReadonlySet<string>;
  /** Names outside of tests that no function of before assigns. */
  readonly fixed: ReadonlySet<string>;
}

/** The rest of a sentence about the added part; `null` if it does nothing of that. */
const findEarlyReach = (added: SyntaxNode, text: string, { imported, fixed }: Known): string | null => {
  const compared = comparedIn(added);
  for (const node of walk(added)) {
    const word = wordOf(node);
    if (word !== null && REACHING.has(word) && !compared.has(node)) return `uses ${word}`;
    if (node.type === 'CallExpression') {
      const path = pathOf(childOf(node, 'callee'));
      if (MOVED_TO_THE_TOP.test(path)) return `calls ${path}`;
    }
    const target = targetOf(node);
    if (target === null) continue;
    const name = rootOf(target);
    const isMember = target.type.endsWith('MemberExpression');
    if (isMember ? imported.has(name) || isOfLanguage(name) : fixed.has(name))
      return `changes ${text.slice(target.start, target.end)}`;
  }
  return null;
};

/** Objects that assertions and tests use. */
const isOfLanguage = (name: string): boolean =>
  /^(?:assert|expect|[A-Z]\w*)$/.test(name) && (name in globalThis || !/^[A-Z]/.test(name));

const rootOf = (node: SyntaxNode): string => {
  const object = childOf(node, 'object');
  return object === null ? textOf(node, 'name') : rootOf(object);
};

/** The names that functions of a program assign. */
const assignedIn = (program: SyntaxNode): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const node of walk(program)) {
    const target = targetOf(node);
    if (target?.type === 'Identifier') found.add(textOf(target, 'name'));
  }
  return found;
};

interface ScriptImports {
  readonly imports: readonly Import[];
  readonly rest: string;
}

/** The imports of a test file in JavaScript or TypeScript, `require` among them: what each brings, and the text without them. */
const readImports = (program: SyntaxNode, text: string): ScriptImports => {
  const statements = listOf(program, 'body').filter((node) => boundBy(node) !== null);
  return { imports: statements.flatMap(importsOf), rest: cutOut(text, statements) };
};

const importsOf = (node: SyntaxNode): readonly Import[] => {
  const module = moduleOf(node);
  const specifiers = listOf(node, 'specifiers');
  if (node.type === 'ImportDeclaration' && specifiers.length === 0) return [{ what: module, name: '' }];
  if (node.type === 'ImportDeclaration')
    return specifiers.map((each) => {
      const imported = childOf(each, 'imported');
      const what = imported === null ? each.type : textOf(imported, 'name') || textOf(imported, 'value');
      return { what: `${module} ${what}`, name: textOf(childOf(each, 'local') ?? each, 'name') };
    });
  const id = childOf(onlyDeclarator(node) ?? node, 'id');
  if (id?.type !== 'ObjectPattern') return namesOf(id).map((name) => ({ what: `${module} *`, name }));
  return listOf(id, 'properties').flatMap((each) =>
    namesOf(childOf(each, 'value') ?? childOf(each, 'argument')).map((name) => ({
      what: `${module} ${textOf(childOf(each, 'key') ?? each, 'name')}`,
      name,
    })),
  );
};

/** Whether a name of before comes from elsewhere now, or a new one is in its place; `null` if not. */
const compareImports = (
  was: readonly Import[],
  is: readonly Import[],
  { used, names, moved }: Readonly<Record<'used' | 'names' | 'moved', ReadonlySet<string>>>,
): string | null => {
  const keyOf = ({ what, name }: Import): string => `${what} as ${name}`;
  const [old, now] = [new Set(was.map(keyOf)), new Set(is.map(keyOf))];
  const gone = was.find((each) => !now.has(keyOf(each)) && (each.name === '' || used.has(each.name)));
  if (gone !== undefined) return `${gone.name || gone.what} is no longer imported as it was`;
  const kept = new Set(was.map(({ name }) => name));
  for (const each of is) {
    if (old.has(keyOf(each)) || moved.has(each.name)) continue;
    if (each.name === '') return `it imports ${each.what}, which may change what earlier tests see`;
    if (kept.has(each.name) || names.has(each.name)) return `it imports ${each.name} anew, which earlier tests use`;
  }
  return null;
};

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
