/**
 * The `model` of a workspace: what is declared in it, and which relations there are. A relation to a name that no line
 * above declares is refused, as Structurizr does.
 *
 * @module
 */
import { createElements, type Element, type Elements, liesIn } from './elements.ts';
import type { Statement, Word } from './read-statements.ts';
import { giveUp, HARMLESS, type Refusal, refuse } from './verdict.ts';

export interface Model {
  readonly elements: Elements;
  readonly relations: (readonly [from: Element, to: Element])[];
  /** Names that relations were given. */
  readonly relationNames: Set<string>;
  /** Names of deployment environments, in lower case. */
  readonly environments: Set<string>;
  /** The keywords that `archetypes` adds, and the kind of each. */
  readonly archetypes: Map<string, string>;
}

/** The allowed parent of each: the kind of the element around it, `''` for the model itself. */
const PLACES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    person: [''],
    softwaresystem: [''],
    container: ['softwaresystem'],
    component: ['container'],
    element: ['', 'softwaresystem', 'container', 'deploymentnode', 'deploymentenvironment'],
    deploymentenvironment: [''],
    deploymentgroup: ['deploymentenvironment'],
    deploymentnode: ['deploymentenvironment', 'deploymentnode'],
    infrastructurenode: ['deploymentenvironment', 'deploymentnode'],
    softwaresysteminstance: ['deploymentenvironment', 'deploymentnode'],
    containerinstance: ['deploymentenvironment', 'deploymentnode'],
    instanceof: ['deploymentenvironment', 'deploymentnode'],
  }),
);
const INSTANCES = new Set(['softwaresysteminstance', 'containerinstance', 'instanceof']);
const REOPENING = new Set(['!element', '!extend', '!ref']);

export const createModel = (): Model => ({
  elements: createElements(),
  relations: [],
  relationNames: new Set(),
  environments: new Set(),
  archetypes: new Map(),
});

/** Reads the content of `model`, or of an element of it; returns the first unreadable statement, else null. */
export const readModel = (model: Model, statements: readonly Statement[], around: Element | null): Refusal | null => {
  for (const statement of statements) {
    const refusal = readStatement(model, statement, around);
    if (refusal !== null) return refusal;
  }
  return null;
};

const readStatement = (model: Model, statement: Statement, around: Element | null): Refusal | null => {
  const { words, children } = statement;
  const isNamed = isSign(words[1], '=');
  const name = isNamed ? (words[0]?.text ?? '') : '';
  const rest = isNamed ? words.slice(2) : words;
  const arrow = rest.slice(0, 2).findIndex((word) => isArrow(model, word));
  if (arrow !== -1) return readRelation(model, statement, rest, arrow, around, name);
  const word = rest[0] === undefined || rest[0].quoted ? '' : rest[0].text.toLowerCase();
  const kind = model.archetypes.get(word) ?? word;
  if (HARMLESS.has(kind)) return null;
  if (kind === 'group' || kind === 'enterprise') return readModel(model, children ?? [], around);
  if (kind === '!identifiers') return readScope(model, statement);
  if (kind === 'archetypes') return readArchetypes(model, children ?? []);
  if (REOPENING.has(kind)) return reopen(model, statement, rest[1]?.text ?? '', around);
  const places = PLACES.get(kind);
  if (places === undefined) return giveUp(statement, `"${rest[0]?.text ?? ''}" is not supported here`);
  return readElement(model, statement, { kind, places, name, label: rest[1]?.text ?? '' }, around);
};

const readElement = (
  model: Model,
  statement: Statement,
  { kind, places, name, label }: { kind: string; places: readonly string[]; name: string; label: string },
  around: Element | null,
): Refusal | null => {
  if (!places.includes(around?.kind ?? '')) return refuse(statement, `a ${kind} is not allowed here`);
  if (label.trim() === '') return refuse(statement, `a ${kind} has no name`);
  if (INSTANCES.has(kind) && model.elements.find(label, around) === null) {
    return refuse(statement, `it is an instance of "${label}", which is not declared above`);
  }
  const element = model.elements.add(kind, around, name);
  if (element === null) return refuse(statement, `the name "${name}" is taken`);
  if (kind === 'deploymentenvironment') for (const one of [name, label]) model.environments.add(one.toLowerCase());
  return readModel(model, statement.children ?? [], element);
};

const readRelation = (
  model: Model,
  statement: Statement,
  words: readonly Word[],
  arrow: number,
  around: Element | null,
  name: string,
): Refusal | null => {
  const ends = [arrow === 0 ? 'this' : (words[0]?.text ?? ''), words[arrow + 1]?.text ?? ''];
  const [from, to] = ends.map((end) => model.elements.find(end, around));
  const stranger = ends.find((end) => model.elements.find(end, around) === null);
  if (stranger !== undefined && stranger.includes('${')) return giveUp(statement, `${stranger} cannot be resolved`);
  if (stranger !== undefined || !from || !to) {
    return refuse(statement, `a relation uses "${stranger}", which is not declared above`);
  }
  if (words[arrow]?.text === '-/>') return null;
  if (from !== to && (liesIn(from, to) || liesIn(to, from))) {
    return refuse(statement, 'a relation leads from an element to its own container');
  }
  if (name !== '') model.relationNames.add(name.toLowerCase());
  model.relations.push([from, to]);
  return null;
};

const readArchetypes = (model: Model, statements: readonly Statement[]): Refusal | null => {
  for (const statement of statements) {
    const [name, sign, base] = statement.words;
    const kind = base?.text.toLowerCase() ?? '';
    const known = model.archetypes.get(kind.replace(/^--|->$/g, '')) ?? kind;
    if (HARMLESS.has(name?.text.toLowerCase() ?? '')) continue;
    if (name === undefined || !isSign(sign, '=') || (known !== '->' && !PLACES.has(known) && known !== 'group')) {
      return giveUp(statement, 'this archetype is not supported');
    }
    model.archetypes.set(name.text.toLowerCase(), known);
  }
  return null;
};

const reopen = (model: Model, statement: Statement, name: string, around: Element | null): Refusal | null => {
  const element = model.elements.find(name, around);
  if (element !== null) return readModel(model, statement.children ?? [], element);
  if (model.relationNames.has(name.toLowerCase())) return null;
  return refuse(statement, `it uses "${name}", which is not declared above`);
};

/** `!identifiers hierarchical`: from there on names are nested. */
export const readScope = (model: Model, statement: Statement): Refusal | null => {
  const scope = statement.words[1]?.text.toLowerCase();
  if (scope === 'hierarchical') model.elements.setHierarchical();
  return scope === 'hierarchical' || scope === 'flat'
    ? null
    : refuse(statement, 'identifiers must be flat or hierarchical');
};

const isSign = (word: Word | undefined, sign: string): boolean => word?.quoted === false && word.text === sign;

/** `->`, `-/>`, or `--https->` when an archetype of that name is a relation. */
const isArrow = (model: Model, word: Word): boolean =>
  isSign(word, '->') ||
  isSign(word, '-/>') ||
  (!word.quoted && model.archetypes.get(/^--(.+)->$/.exec(word.text)?.[1]?.toLowerCase() ?? '') === '->');
