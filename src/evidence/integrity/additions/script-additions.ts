/** Tests, rows of tables, and names of imports that were added to a test file in JavaScript or TypeScript. */
import { childOf, listOf, parserFor, type SyntaxNode, textOf } from '../../../base/text/syntax-tree.ts';
import {
  type Cut,
  bodyOf,
  boundBy,
  calleeOf,
  callOf,
  GROUP,
  hasTests,
  holderOf,
  IS_EACH,
  isTable,
  isTestOf,
  keyOf,
  leavesAlone,
  moduleOf,
  onlyDeclarator,
  outerNames,
  startOf,
  tableOf,
  titleOf,
  withoutType,
  cutOut,
  isOnlyLonger,
} from './script-shapes.ts';
import { findReach, walk, wordOf } from './script-reach.ts';
import { isSameSyntax } from '../same-syntax/is-same-syntax.ts';

/** Comments that runners and compilers read for the whole file. */
const FOR_THE_FILE = /@(?:vitest|jest)-|@ts-|@flow\b|@jsx|istanbul|[cv]8 ignore/;
const IS_RELATIVE = /^\.{1,2}\//;

/** These parts may be added, beside tests, rows and imports from where the file imports already. */
export interface ScriptRules {
  /** Why an added part may change what the frozen tests see; `null` if not. */
  readonly findReach: (node: SyntaxNode, text: string, programs: Programs) => string | null;
  /** Whether a statement outside of tests is free. */
  readonly isFree: (node: SyntaxNode) => boolean;
  /** Whether a row may come between others. */
  readonly isAnywhere: boolean;
  /** The names of the other tests. */
  readonly others: 'frozen' | 'earlier';
}

/** The added parts of a text, and their names; or why they are more than tests: the rest of a sentence. */
type Additions = { readonly cuts: readonly Cut[]; readonly names: readonly string[] } | { readonly why: string };

interface Programs {
  readonly was: SyntaxNode;
  readonly is: SyntaxNode;
}

const ONCE_FROZEN: ScriptRules = {
  findReach: (node, text, { was }) => findReach(node, text, new Set(outerNames(was))),
  isFree: () => false,
  isAnywhere: false,
  others: 'frozen',
};

/** @returns `null` for a text that is not surely understood */
export const findAdded = async (
  path: string,
  before: string,
  after: string,
  rules: ScriptRules,
): Promise<Additions | null> => {
  const parse = await parserFor(path);
  try {
    return compare({ was: parse(before), is: parse(after) }, { before, after }, rules);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

const compare = (
  programs: Programs,
  { before, after }: { readonly before: string; readonly after: string },
  rules: ScriptRules,
): Additions => {
  const { was, is } = programs;
  const words = new Set([...walk(was)].map(wordOf));
  const modules = new Set(listOf(was, 'body').map(moduleOf));
  const cuts: Cut[] = [];
  const names: string[] = [];
  const problems: string[] = [];

  const take = (node: SyntaxNode, cut: Cut, name: string): void => {
    const reach = rules.findReach(node, after, programs);
    if (reach !== null) problems.push(`${name} ${reach}, which may change the ${rules.others} tests`);
    if (FOR_THE_FILE.test(after.slice(cut.start, cut.end)))
      problems.push(`${name} has a comment that counts for the whole file`);
    cuts.push(cut);
    names.push(name);
  };

  /** `holder`: of the test that has these statements. */
  const compareLists = (old: readonly SyntaxNode[], now: readonly SyntaxNode[], holder = ''): void => {
    const known = new Set(old.map(keyOf));
    let next = 0;
    let last: SyntaxNode | null = null;
    for (const node of now) {
      const same: SyntaxNode | undefined = old[next];
      if (same !== undefined && keyOf(same) === keyOf(node)) {
        next += 1;
        descend(same, node, holder);
      } else add(node, last, known, holder);
      last = node;
    }
  };

  const add = (node: SyntaxNode, last: SyntaxNode | null, known: ReadonlySet<string>, holder: string): void => {
    const cut = { start: startOf(node, last), end: node.end };
    const bound = boundBy(node);
    if (bound !== null) {
      const from = moduleOf(node);
      if (bound.length === 0 || bound.some((name) => words.has(name)) || !(IS_RELATIVE.test(from) || modules.has(from)))
        problems.push('it imports something that may change the frozen tests');
      cuts.push(cut);
      return;
    }
    const call = callOf(node);
    const [callee, title] = call === null ? ['', null] : [calleeOf(call), titleOf(call)];
    const isTest = isTestOf(holder, call) || (holder === '' && GROUP.test(callee));
    if (holder === '' && rules.isFree(node)) take(node, cut, 'code outside of tests');
    else if (title === null || !isTest) problems.push('it adds something else than a test with a name');
    else if (holder !== '' && !leavesAlone(holder, node))
      problems.push(`"${title}" uses ${holder}, which may change the ${rules.others} tests`);
    else if (known.has(keyOf(node))) problems.push(`it adds a second test with the name "${title}"`);
    else take(node, cut, `"${title}"`);
  };

  const descend = (old: SyntaxNode, now: SyntaxNode, holder: string): void => {
    if (old.type === 'ImportDeclaration') compareNames(listOf(old, 'specifiers'), listOf(now, 'specifiers'));
    if (old.type === 'VariableDeclaration') {
      const [one, other] = [onlyDeclarator(old), onlyDeclarator(now)];
      if (one === null || other === null) return;
      if (boundBy(now) !== null) {
        const [id, present] = [childOf(one, 'id'), childOf(other, 'id')];
        if (id?.type === 'ObjectPattern' && present?.type === 'ObjectPattern')
          compareNames(listOf(id, 'properties'), listOf(present, 'properties'));
      } else if (now.kind === 'const' && isTable(textOf(childOf(other, 'id') ?? other, 'name'), is))
        compareRows(childOf(one, 'init'), childOf(other, 'init'));
    }
    if (old.type === 'ForOfStatement' && hasTests(now)) compareRows(childOf(old, 'right'), childOf(now, 'right'));
    const [call, present] = [callOf(old), callOf(now)];
    if (call === null || present === null) return;
    const callee = calleeOf(call);
    if (IS_EACH.test(callee)) {
      const [table, rows] = [tableOf(call), tableOf(present)];
      compareRows(table, rows);
    }
    if (callee.endsWith('.forEach') && hasTests(present))
      compareRows(
        childOf(childOf(call, 'callee') ?? call, 'object'),
        childOf(childOf(present, 'callee') ?? call, 'object'),
      );
    if (GROUP.test(callee)) compareLists(bodyOf(call), bodyOf(present));
    const inner = isTestOf(holder, call) ? holderOf(call) : '';
    if (inner !== '' && inner === holderOf(present)) compareLists(bodyOf(call), bodyOf(present), inner);
  };

  /** Names in braces: the order of others stays. */
  const compareNames = (old: readonly SyntaxNode[], now: readonly SyntaxNode[]): void => {
    const localOf = (node: SyntaxNode): string =>
      textOf(childOf(node, 'local') ?? childOf(node, 'value') ?? node, 'name');
    const known = new Set(old.map(localOf));
    const isNew = (node: SyntaxNode): boolean => !known.has(localOf(node));
    const kept = now.findIndex((node) => !isNew(node));
    for (const [at, node] of now.entries()) {
      if (!isNew(node)) continue;
      if (localOf(node) === '' || words.has(localOf(node)))
        problems.push(`it imports ${localOf(node)}, which may change the frozen tests`);
      const [previous, next] = [now[at - 1], now[kept]];
      if (at < kept && next !== undefined) cuts.push({ start: node.start, end: next.start });
      else if (previous !== undefined) cuts.push({ start: previous.end, end: node.end });
    }
  };

  /** Behind the others only, so that no row gets the place of another; or between them, while none is anything's place. */
  const compareRows = (typed: SyntaxNode | null, typedNow: SyntaxNode | null): void => {
    const [old, now] = [withoutType(typed), withoutType(typedNow)];
    // A type does nothing while the tests run.
    if (now !== null && typedNow !== null && typed === old && typedNow !== now)
      cuts.push({ start: now.end, end: typedNow.end });
    if (old?.type !== now?.type || !/^(?:Array|Object)Expression$/.test(old?.type ?? '')) return;
    if (old === null || now === null || (old.type === 'ObjectExpression' && !rules.isAnywhere)) return;
    const list = old.type === 'ArrayExpression' ? 'elements' : 'properties';
    const [rows, present] = [listOf(old, list), listOf(now, list)];
    const textIn = (text: string, { start, end }: SyntaxNode): string =>
      text.slice(start, end).replaceAll(/[\s"'`]+/g, ' ');
    let next = 0;
    for (const [at, row] of present.entries()) {
      const kept = rules.isAnywhere
        ? rows[next] !== undefined && textIn(before, rows[next] ?? row) === textIn(after, row)
        : at < rows.length;
      next += kept ? 1 : 0;
      const [last, following] = [present[at - 1], present[at + 1]];
      if (kept || (last === undefined && following === undefined)) continue;
      const isInFront = last === undefined || (next === 0 && following !== undefined);
      const cut = isInFront
        ? { start: row.start, end: following?.start ?? row.end }
        : { start: last.end, end: row.end };
      take(row, cut, `row ${at + 1} of a table`);
    }
  };

  compareLists(listOf(was, 'body'), listOf(is, 'body'));
  const [why] = problems;
  return why === undefined ? { cuts, names } : { why };
};

// Frozen: each test with all that it uses, not its file's end (rule 2.7). Without additions, the syntax is the same.

/** `text`: without the additions. */
type Added = { readonly names: readonly string[]; readonly text: string } | { readonly why: string };

/** @returns `null` for a file that was changed otherwise */
export const readAdditions = async (path: string, before: string, after: string): Promise<Added | null> => {
  const isLonger = isOnlyLonger(before, after);
  const refuse = (why: string): Added | null => (isLonger ? { why } : null);
  if (!/\.(?:[cm]?[jt]s|[jt]sx)$/.test(path))
    return refuse('dualgate does not read the tests of this language one by one');
  const found = await findAdded(path, before, after, ONCE_FROZEN);
  if (found === null) return refuse('dualgate does not understand the file');
  if ('why' in found) return refuse(found.why);
  const text = cutOut(after, found.cuts);
  if (found.cuts.length > 0 && (await isSameSyntax(path, before, text))) return { names: found.names, text };
  return refuse('it adds more than tests');
};
