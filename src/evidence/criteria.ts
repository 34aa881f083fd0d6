/** Checkboxes of Markdown, and ids of criteria. A tick decides nothing: the agent can tick (rule 2.5). */
import { readMarkdown } from './markdown.ts';
import { splitHeadings } from './documents/words-of.ts';
import type { Guard, NamedGuard } from '../../gates/record-parts.ts';
import { distinctTests, testId } from '../runners/is-green.ts';
import type { TestCase } from '../runners/test-run.ts';
import { oneBlank } from '../base/text/plain-line.ts';

/** The acceptance criteria of the spec (rule 2.7). */
export interface SpecCriteria {
  /** How many. */
  readonly count: number;
  /** Ids of those that have one. */
  readonly ids: readonly string[];
  /** Ids of those that the spec marks as guards; absent without any. */
  readonly guards?: readonly string[];
  /** Ids of which one criterion names the others: one test may stand for all of them. Absent without any. */
  readonly together?: readonly (readonly string[])[];
}

export interface Criterion {
  /** Such as `AC-3`, when the text begins with one. */
  readonly id: string | null;
  /** Without box, bullet and id, on one line. */
  readonly text: string;
  readonly ticked: boolean;
  /** Line of the spec file, from 1. */
  readonly line: number;
}

export interface CriteriaFormat {
  readonly name: 'task_list' | 'spec_kit' | 'openspec' | 'heading' | 'checkboxes';
  /** In messages. */
  readonly title: string;
  /** The parts of such a file that are criteria, in messages; a part of a sentence. */
  readonly parts: string;
  /** The criteria in their order; `null` if the structure of the text is that of another format. */
  readonly read: (text: string) => readonly Criterion[] | null;
}

/** Bullet or number, blank, box with one character, blank, something to say. `[2026-01-29]` and `[text](url)` are no boxes. */
const CHECKBOX = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[([ xX])\]\s+(\S.*)$/;

/** Capitals, a dash and a number (`AC-3`, `REQ-12.1`), bold or not, then a colon, a dash, or just a blank. */
const ID = /^(\*\*|__|)([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+(?:\.\d+)*)(?::\1|\1:|\1)(?=\s|$)\s*(?:[-–—]\s+)?(.*)$/;

/** In any other form, if a mark shows that it is one: `R4: …`, `  R4  …`, `[R4] …`, `R4 - …`. */
const MARKED =
  /^(?:(\*\*|__)([A-Z][\w-]{0,40}(?:\.\d+)*)(?::\1|\1:?)|[[(]([A-Z][\w-]{0,40}(?:\.\d+)*)[\])]:?|([A-Z][\w-]{0,40}(?:\.\d+)*)(?::|(?=\s+[-–—]\s)))(?=\s|$)\s*(?:[-–—]\s+)?(.*)$/;
const ID_ALONE = /^[A-Z][A-Z0-9]*(?:[-_][A-Z0-9]+)*(?:\.\d+)*$/;

/** Ids of more than one criterion: it would be unclear which of them a test covers. */
export const findDoubleIds = (
  criteria: readonly Criterion[],
): readonly { readonly id: string; readonly lines: readonly number[] }[] => {
  const lines = new Map<string, number[]>();
  for (const { id, line } of criteria) {
    if (id === null) continue;
    const known = lines.get(id);
    if (known === undefined) lines.set(id, [line]);
    else known.push(line);
  }
  return [...lines].flatMap(([id, at]) => (at.length > 1 ? [{ id, lines: at }] : []));
};

const GUARD = /^\((?:guard|regression)\)|\((?:guard|regression)\)[.:]?$/i;

/** Whether the spec says that the criterion already holds (rule 2.14). @param text - without its id */
export const isMarkedGuard = (text: string): boolean => GUARD.test(text);

/** Reads the checkboxes of a Markdown document, in its order; text in fences, quotes and comments is none. */
export const readCriteria = (markdown: string): readonly Criterion[] =>
  readMarkdown(markdown).lines.flatMap(({ number, text }) => {
    const [, box, words] = CHECKBOX.exec(text) ?? [];
    if (box === undefined || words === undefined) return [];
    return [{ ...splitId(words.trim()), ticked: box !== ' ', line: number }];
  });

/** The id at the beginning of a text, if there is one, and the rest. */
export const splitId = (words: string): Pick<Criterion, 'id' | 'text'> => {
  const [, , id, text] = ID.exec(words) ?? [];
  if (id !== undefined && text !== undefined) return { id, text: text.trim() };
  const [, , bold, bracketed, bare, rest = ''] = MARKED.exec(words) ?? [];
  const marked = bold ?? bracketed ?? bare;
  return marked !== undefined && ID_ALONE.test(marked) && /\d$/.test(marked)
    ? { id: marked, text: rest.trim() }
    : { id: null, text: words };
};

/** In a roadmap or a fix plan. An item that existed when the run started does not disappear when it is removed. */
export interface PlanItem {
  /** Its text without the box, on one line. */
  readonly name: string;
  readonly ticked: boolean;
}

/** A list as it was when the run began. */
export interface ListAtStart {
  /** Relative to the workspace. */
  readonly path: string;
  /** Names of all items that counted, ticked or not. */
  readonly items: readonly string[];
}

/** Lists as they were when the run began. A type, since `Object.entries` types the values of no interface. */
export type ListsAtStart = {
  /** The roadmap; absent where the config names none, or none was there. */
  readonly plans?: ListAtStart;
  /** The fix plan; absent where the config names none, or none was there. */
  readonly tasks?: ListAtStart;
};

/** The items that count, in their order. @param optional - names of sections and of items that do not */
export const readPlans = (markdown: string, optional: readonly string[]): readonly PlanItem[] => {
  const left = optional.map(plain);
  const isOptional = (name: string): boolean => {
    const words = plain(name);
    return left.some((each) => words.startsWith(each) && ENDS_A_NAME.test(words.slice(each.length)));
  };
  const spared = new Set<number>();
  let section: number | null = null;
  for (const { line, heading } of splitHeadings(readMarkdown(markdown).lines)) {
    if (heading !== null && (section === null || heading.level <= section))
      section = left.includes(plain(heading.text)) ? heading.level : null;
    if (section !== null) spared.add(line.number);
  }
  return readCriteria(markdown)
    .map(({ id, text, ticked, line }) => ({ name: id === null ? text : `${id}: ${text}`, ticked, line }))
    .filter(({ name, line }) => !spared.has(line) && !isOptional(name))
    .map(({ name, ticked }) => ({ name: oneBlank(name), ticked }));
};

/** `Optional chaining` is no item called `Optional`; `Optional: chaining` and `Optional - chaining` are. */
const ENDS_A_NAME = /^(?:$|:|\s+[-–—]\s)/;

/** Names of `before` that are no longer among the items; a duplicate name must stay a duplicate. */
export const findGoneItems = (before: readonly string[], items: readonly PlanItem[]): readonly string[] => {
  const there = items.map(({ name }) => name);
  return before.filter((name) => {
    const at = there.indexOf(name);
    if (at >= 0) there.splice(at, 1);
    return at < 0;
  });
};
/** Whatever the case and the marks around it. */
const plain = (text: string): string => oneBlank(text.replaceAll(/[*_`]/g, '')).replace(/:$/, '').toLowerCase();

// Whether a name has the id of a criterion, in a title or in an identifier. Pure.

/** As a whole word: `AC-1` is not in `AC-12` or `AC-1.2`. Identifiers may be `ac_1`, `ac1NoHyphen`, `noHyphenAc1`. */
export const mentionOf = (id: string): ((name: string) => boolean) => {
  const parts = id.match(/[A-Za-z]+|\d+/g) ?? [id];
  const written = parts
    .map((part, i) => (i === 0 ? part : `[-_.]${/^\d/.test(part) && /\d$/.test(parts[i - 1] ?? '') ? '' : '?'}${part}`))
    .join('');
  const exact = new RegExp(
    `(?:(?<![A-Za-z0-9-])(?<![A-Z0-9]_)|(?<=[a-z])(?=[A-Z]))${written}(?:(?![A-Za-z0-9]|-\\w|[_.]\\d)|(?=[A-Z][a-z]))`,
  );
  const small = written.toLowerCase();
  const snake = new RegExp(`(?<=_)${small}(?![a-z0-9]|[-_.]\\d)|(?<![\\w-])${small}(?=_(?!\\d))`);
  const capitals = parts
    .map(
      (part, i) =>
        (/\d$/.test(parts[i - 1] ?? '') ? '_' : '') + part.charAt(0).toUpperCase() + part.slice(1).toLowerCase(),
    )
    .join('');
  const camel = new RegExp(
    `(?<![\\w-])${capitals.charAt(0).toLowerCase()}${capitals.slice(1)}(?=[A-Z])|(?<=[a-z])${capitals}(?![a-z0-9]|[-_.]\\d)`,
  );
  return (name) => [exact, snake, camel].some((form) => form.test(name));
};

interface GuardQuestion {
  readonly criteria: SpecCriteria;
  /** By the agent, in this iteration. */
  readonly named: readonly NamedGuard[];
  /** Whether a mutation check will ask for a mutant that each guard kills. */
  readonly isChecked: boolean;
  /** Those of the run that are new. */
  readonly tests: readonly TestCase[];
}

// Criteria that already hold (rule 2.14): marked in the spec, or named by the agent. Their new tests may pass in RED.

export interface FoundGuards {
  /** With the tests that pass; those without any are no guards yet. */
  readonly guards: readonly Guard[];
  readonly refused: readonly (NamedGuard & { readonly because: string })[];
  /** How many criteria have only tests that pass. */
  readonly holding: number;
}

/** The guards of a phase whose new tests must fail. Pure. */
export const findGuards = ({ criteria, named, isChecked, tests }: GuardQuestion): FoundGuards => {
  const { ids, guards: marked = [] } = criteria;
  const whyNot = ({ id, why }: NamedGuard): string | null => {
    if (!ids.includes(id)) return 'the spec has no criterion with this id';
    if (why === '') return 'it gives no reason';
    return isChecked ? null : 'mutation_check: false, so nothing can show that its test is able to fail';
  };
  const once = named.filter(({ id }, at) => named.findIndex((each) => each.id === id) === at);
  const asked = once.filter(({ id }) => !marked.includes(id)).map((each) => ({ ...each, because: whyNot(each) }));
  const accepted = [
    ...marked.map((id) => ({ id, by: 'spec' as const, why: 'the spec marks it' })),
    ...asked.flatMap(({ id, why, because }) => (because === null ? [{ id, by: 'agent' as const, why }] : [])),
  ];
  const known = new Set(accepted.map(({ id }) => id));
  const others = ids.filter((id) => !known.has(id)).map(mentionOf);
  // A test of another criterion too has to fail.
  const own = distinctTests(tests, 'must_fail').filter(({ name }) => !others.some((isNamed) => isNamed(name)));
  const found = accepted.map((guard) => {
    const ofIt = own.filter(({ name }) => mentionOf(guard.id)(name));
    const passing = ofIt.filter(({ state }) => state === 'passed').map(testId);
    return { ...guard, tests: passing, holds: passing.length > 0 && passing.length === ofIt.length };
  });
  return {
    guards: found.flatMap(({ id, by, why, tests }) => (tests.length === 0 ? [] : [{ id, by, why, tests }])),
    refused: asked.flatMap((each) => (each.because === null ? [] : [{ ...each, because: each.because }])),
    holding: found.filter(({ holds }) => holds).length,
  };
};
