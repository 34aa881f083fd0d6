/** Is a document an architecture decision record, by the words of any usual template, and by its place? */
import { basename, dirname, extname } from 'node:path/posix';
import type { MarkdownLine } from '../markdown.ts';
import { splitHeadings, wordsOf, isPlaceholder } from './words-of.ts';

/** A title is a heading, a label in bold (`**Context:** …`) or the first cell of a row (`| Context | … |`). */
interface OpenSection {
  /** In lower case, without numbers, signs and marks around it. */
  title: string;
  level: number;
  /** The text below it and below its subheadings. */
  words: number;
  /** The lines directly below it. */
  text: string[];
}
type Section = Readonly<OpenSection>;

/** A label in bold is within every heading. */
const LABEL_LEVEL = 7;

/** Sections in their order; those of the same title apart. */
const readSections = (lines: readonly MarkdownLine[]): readonly Section[] => {
  const all: OpenSection[] = [];
  let open: OpenSection[] = [];
  const enter = (title: string, level: number): void => {
    const section = { title: plainTitle(title), level, words: 0, text: [] };
    open = [...open.filter((one) => one.level < level), section];
    all.push(section);
  };
  const say = (text: string): void => {
    open.at(-1)?.text.push(text);
    const count = wordsOf(text).length;
    for (const section of open) section.words += count;
  };
  for (const { line, heading } of splitHeadings(lines)) {
    if (heading !== null) {
      enter(heading.text, heading.level);
      continue;
    }
    const [title, rest] = labelOf(line.text);
    if (title !== null) enter(title, LABEL_LEVEL);
    say(rest);
  }
  return all;
};

/** `**Title:** text`, `* **Title**: text`, or a row of two cells. */
const labelOf = (text: string): readonly [title: string | null, rest: string] => {
  const bold = /^\s*(?:[-*+]\s+)?(?:\*\*|__)([^*_:]{1,60}?)(?::(?:\*\*|__)|(?:\*\*|__):)(.*)$/.exec(text);
  if (bold !== null) return [bold[1] ?? '', bold[2] ?? ''];
  const row = /^\s*\|\s*(?:\*\*)?([\p{L} ]{1,60}?)(?:\*\*)?:?\s*\|([^|]*)\|\s*$/u.exec(text);
  return row === null ? [null, text] : [row[1] ?? '', row[2] ?? ''];
};

const plainTitle = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[*_`]/g, '')
    .replace(/^[^\p{L}]+/u, '')
    .replace(/:$/, '')
    .trim();

const FOLDERS: ReadonlySet<string> = new Set(
  (
    'adr adrs architecture-decision-records architecture-decisions architecture_decisions decision decision-log ' +
    'decision-records decisions rfc rfcs'
  ).split(' '),
);

const NAMES =
  /^(?:\d{3,5}|\d{8}|\d{4}-\d{2}-\d{2})[-_ .]|^(?:adr|rfc|decision)s?(?:[-_ .]|\d|$)|[-_ .](?:adr|decisions?)$/;

/** A form lies among the records and is none. */
const FORMS = /^(?:\d+[-_ ])?(?:adr[-_ ]?)?template/;

/** @param path relative to the workspace, with `/` */
export const liesAmongRecords = (path: string): boolean => {
  const name = basename(path, extname(path)).toLowerCase();
  if (FORMS.test(name)) return false;
  const folders = dirname(path).toLowerCase().split('/');
  return folders.some((folder) => FOLDERS.has(folder)) || NAMES.test(name);
};

const CONTEXT = /^(?:context|problem|issue|background|motivation|discussion|forces|rationale|why|summary in context)\b/;
const DECISION =
  /^(?:(?:the |our )?(?:decision|solution|resolution|recommendation|outcome|chosen option)|decision outcome|decision (?:made|taken)|decisions? and rationale|what was decided)$/;
const OPTIONS =
  /^(?:considered )?(?:options|alternatives|positions|candidates)(?: considered| to consider)?\b|^pros and cons/;
const CONSEQUENCES =
  /^(?:positive |negative )?(?:consequences?|implications?|results?|resulting context|impact|trade-?offs)\b/;

/** "Yes." is an answer and no decision. */
const LEAST_WORDS = 2;

/** The parts that a document lacks to be a record, for people; empty when it is one. */
export const findRecordLacks = (
  frontmatter: readonly MarkdownLine[],
  body: readonly MarkdownLine[],
): readonly string[] => {
  if (isYStatement(body)) return [];
  const sections = readSections(body);
  const says = (name: RegExp): boolean => sections.some(({ title, words }) => name.test(title) && words >= LEAST_WORDS);
  const isPlaced = hasStatus([...frontmatter, ...body], sections) || says(OPTIONS) || says(CONSEQUENCES);
  return [
    ...(isPlaced ? [] : ['a status (or considered options, or consequences)']),
    ...(says(CONTEXT) ? [] : ['a heading "Context" with text below it']),
    ...(says(DECISION) ? [] : ['a heading "Decision" with text below it']),
  ];
};

const hasStatus = (lines: readonly MarkdownLine[], sections: readonly Section[]): boolean => {
  const labelled = lines.flatMap(({ text }) => /^\s*(?:[-*+]\s+)?:?status:\s*(.*)$/i.exec(text)?.[1] ?? []);
  const below = sections.filter(({ title }) => /^status\b/.test(title)).flatMap(({ text }) => text);
  return [...labelled, ...below].some((text) => !isChoice(text) && !isPlaceholder(text) && wordsOf(text).length > 0);
};

const STATUSES = '(?:proposed|accepted|rejected|deprecated|superseded|draft|approved)';
const CHOICE = new RegExp(`\\b${STATUSES}[\\s\`"]*(?:\\||/|,?\\sor\\s)[\\s\`"]*${STATUSES}\\b`, 'i');
/** `Proposed | Accepted | Rejected`: the author has not chosen. */
const isChoice = (text: string): boolean => CHOICE.test(text);

const STEPS = [['in the context of'], ['facing'], ['decided'], ['to achieve', 'achieving'], ['accepting']] as const;

/** "In the context of …, facing …, we decided …, to achieve …, accepting …", with something said in every place. */
const isYStatement = (body: readonly MarkdownLine[]): boolean => {
  const said = ` ${body.flatMap(({ text }) => wordsOf(text)).join(' ')} `;
  let at = 0;
  for (const [step, words] of STEPS.entries()) {
    const found = words.map((word) => said.indexOf(` ${word} `, at)).filter((place) => place !== -1);
    const place = Math.min(...found);
    // In "we decided" the "we" may be the word before it, so two words have to lie between.
    if (found.length === 0 || (step > 0 && said.slice(at, place).trim().split(' ').length < 2)) return false;
    at = place + (words.find((word) => said.startsWith(` ${word} `, place))?.length ?? 0) + 1;
  }
  return said.slice(at).trim() !== '';
};
