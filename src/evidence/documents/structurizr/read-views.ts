/**
 * The `views` of a workspace: whether each names what is declared, and whether one of them shows a relation.
 *
 * @module
 */
import type { Element } from './elements.ts';
import type { Model } from './read-model.ts';
import type { Statement, Word } from './read-statements.ts';
import { giveUp, HARMLESS, keywordOf, type Refusal, refuse } from './verdict.ts';

interface ViewsRead {
  readonly refusal: Refusal | null;
  /** Views that show a relation of the model. */
  readonly relations: number;
}

/** The kind of element that a view may show; `''` for a view of everything. */
const SCOPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    systemlandscape: '',
    custom: '',
    systemcontext: 'softwaresystem',
    container: 'softwaresystem',
    component: 'container',
  }),
);
const STEPS = new Set(['dynamic', 'deployment']);
/** Parts of `views` that are no view, or one of what is shown elsewhere. */
const BESIDE = new Set(['branding', 'filtered', 'image', 'styles', 'terminology', 'theme', 'themes']);
const WITHIN = new Set(['animation', 'animationstep', 'autolayout']);

/** Reads all views; the first thing that cannot be taken is in the answer. */
export const readViews = (model: Model, statements: readonly Statement[]): ViewsRead => {
  let relations = 0;
  const touched = findTouched(model);
  for (const statement of statements) {
    const kind = keywordOf(statement);
    if (HARMLESS.has(kind) || BESIDE.has(kind)) continue;
    if (!SCOPES.has(kind) && !STEPS.has(kind)) {
      return { refusal: giveUp(statement, `"${statement.words[0]?.text ?? ''}" is not supported here`), relations };
    }
    const read = readView(model, statement, kind, touched);
    if (typeof read !== 'boolean') return { refusal: read, relations };
    if (read) relations += 1;
  }
  return { refusal: null, relations };
};

/** Does it show a relation? */
const readView = (model: Model, view: Statement, kind: string, touched: ReadonlySet<Element>): Refusal | boolean => {
  const named = view.words[1]?.text ?? '';
  const wanted = SCOPES.get(kind);
  const isOfAll = wanted === '' || (wanted === undefined && named === '*');
  const scope = isOfAll ? null : model.elements.find(named, null);
  if (!isOfAll && scope === null) return refuse(view, `a view of "${named}", which is not declared`);
  if (scope !== null && wanted !== undefined && scope.kind !== wanted) {
    return refuse(view, `a ${kind} view needs a ${wanted}, and "${named}" is not one`);
  }
  const environment = view.words[2]?.text.toLowerCase() ?? '';
  if (kind === 'deployment' && !model.environments.has(environment)) {
    return refuse(view, `the deployment environment "${view.words[2]?.text ?? ''}" is not declared`);
  }
  let shows = 0;
  for (const statement of flatten(view.children ?? [])) {
    const read = readLine(model, statement, kind);
    if (typeof read !== 'number') return read;
    shows += read;
  }
  return shows > 0 && (kind === 'dynamic' || (scope === null ? touched.size > 0 : touched.has(scope)));
};

/** How much a line of a view puts into it. */
const readLine = (model: Model, statement: Statement, kind: string): Refusal | number => {
  const word = keywordOf(statement);
  if (word === 'include' || word === 'exclude') {
    const stranger = statement.words
      .slice(1)
      .map((one) => findStranger(model, one))
      .find((one) => one !== null);
    if (stranger !== undefined) return refuse(statement, `${word} uses "${stranger}", which is not declared`);
    return word === 'include' && statement.words.length > 1 ? 1 : 0;
  }
  if (word === 'default') return 1;
  if (HARMLESS.has(word) || WITHIN.has(word) || statement.words.length === 0) return 0;
  if (kind !== 'dynamic') return giveUp(statement, `"${statement.words[0]?.text ?? ''}" is not supported here`);
  const words = /^\d+:$/.test(word) ? statement.words.slice(1) : statement.words;
  if (words[1]?.text !== '->') {
    const name = words[0]?.text ?? '';
    return model.relationNames.has(name.toLowerCase())
      ? 1
      : refuse(statement, `a step uses "${name}", which is not a relation`);
  }
  const stranger = [words[0], words[2]].find((end) => model.elements.find(end?.text ?? '', null) === null);
  return stranger === undefined && words[2] !== undefined
    ? 1
    : refuse(statement, `a step uses "${stranger?.text ?? ''}", which is not declared`);
};

/** The first name in an expression that nothing declares: `*`, `api`, `->api->`, `a -> *`, `element.type==…`. */
const findStranger = (model: Model, { text }: Word): string | null => {
  if (/^(?:element|relationship)(?:\.[\w.[\]"]+)?(?:==|!=)/.test(text)) return null;
  const names = text
    .split('->')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== '*' && name !== '*?');
  return (
    names.find((name) => model.elements.find(name, null) === null && !model.relationNames.has(name.toLowerCase())) ??
    null
  );
};

/** All that a relation leads from or to, with what is around it. */
const findTouched = (model: Model): ReadonlySet<Element> => {
  const touched = new Set<Element>();
  for (const [from, to] of model.relations) {
    if (from === to) continue;
    for (const end of [from, to]) {
      for (let one: Element | null = end; one !== null && !touched.has(one); one = one.parent) touched.add(one);
    }
  }
  return touched;
};

/** The lines of a view with those of its parallel sequences. */
const flatten = (statements: readonly Statement[]): readonly Statement[] =>
  statements.flatMap((statement) =>
    statement.words.length === 0 && statement.children !== null ? flatten(statement.children) : [statement],
  );
