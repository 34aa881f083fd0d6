/**
 * Lists of checkboxes that the agent works off: a roadmap, a fix plan. A tick is a claim of the agent, and is shown
 * beside the measurements. An item that existed when the run started does not disappear when it is removed.
 *
 * @module
 */
import { readCriteria } from './criteria.ts';
import { splitHeadings } from './documents/headings.ts';
import { readMarkdown } from './markdown.ts';

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

const oneBlank = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Whatever the case and the marks around it. */
const plain = (text: string): string => oneBlank(text.replaceAll(/[*_`]/g, '')).replace(/:$/, '').toLowerCase();
