/** Lists of tasks: `prd.json` of Ralph loops has criteria; `tasks.md` of Spec Kit and others has steps. */
import { z } from 'zod';
import { once } from '../../base/once.ts';
import { type Criterion, readCriteria, type CriteriaFormat } from '../criteria.ts';
import { parseJson } from '../../base/text/parse-json.ts';
import { oneBlank } from '../../base/text/plain-line.ts';
import { posix } from 'node:path';
import { splitSections } from './list-items.ts';

/** Specs that such a plan has beside it. */
const SPECS = ['spec.md', 'requirements.md', 'specs'] as const;

/** `T001`, as Spec Kit counts its tasks. */
const TASK_ID = /^T\d{3,4}\b/;

interface PlanFile {
  /** The path of the spec beside it, or of the folder of its specs; `null` if there is none. */
  readonly spec: string | null;
}

/** `null` for a file that is no plan. @param path - with `/` @param exists - whether a file or folder is there */
export const readPlanFile = (path: string, text: string, exists: (path: string) => boolean): PlanFile | null => {
  const folder = posix.dirname(path);
  const beside = SPECS.map((name) => posix.join(folder, name)).find((each) => each !== path && exists(each)) ?? null;
  const isNamed = posix.basename(path).toLowerCase() === 'tasks.md';
  const isPlanOfOthers = isNamed && (beside?.endsWith('.md') === true || exists(posix.join(folder, 'proposal.md')));
  return isPlanOfOthers || isTaskList(text) ? { spec: beside } : null;
};

const isTaskList = (text: string): boolean => {
  const boxes = readCriteria(text);
  const isTitled = splitSections(text).some(({ level, titles }) => level === 1 && /^tasks\b/.test(titles.at(-1) ?? ''));
  return isTitled && boxes.length > 0 && boxes.every(({ id, text: words }) => TASK_ID.test(id ?? words));
};

/** Keys of the list of stories in the file, if it is no list itself. */
const LISTS = ['userStories', 'user_stories', 'stories', 'features', 'requirements', 'tasks', 'items'] as const;

const storySchema = once(() => {
  const textSchema = z.string().optional().catch(undefined);
  return z.object({
    id: z.union([z.string(), z.number()]).optional().catch(undefined),
    title: textSchema,
    name: textSchema,
    description: textSchema,
    passes: z.boolean().optional().catch(undefined),
    acceptanceCriteria: z.unknown().optional(),
    acceptance_criteria: z.unknown().optional(),
  });
});
type Story = z.output<ReturnType<typeof storySchema>>;

export const taskListFormat: CriteriaFormat = {
  name: 'task_list',
  title: 'JSON task list',
  parts: 'acceptanceCriteria in JSON such as prd.json',
  read: (text) => {
    if (!looksLikeJson(text)) return null;
    const stories = findStories(parseJson(withoutBom(text)));
    if (stories === null) return null;
    const lineOf = followLines(text);
    return stories.flatMap((story, i) => readStory(story, i + 1, lineOf));
  },
};

const withoutBom = (text: string): string => text.replace(/^\uFEFF/, '');

/** Whether it can only be meant as JSON, valid or not. */
export const looksLikeJson = (text: string): boolean => /^\uFEFF?\s*[[{]/.test(text.slice(0, 1_000));

const findStories = (data: unknown): readonly Story[] | null => {
  const lists = Array.isArray(data)
    ? [data]
    : typeof data === 'object' && data !== null
      ? LISTS.map((key): unknown => (Object.hasOwn(data, key) ? Reflect.get(data, key) : undefined))
      : [];
  for (const list of lists) {
    if (!Array.isArray(list)) continue;
    const stories = list.flatMap((each: unknown) => storySchema().safeParse(each).data ?? []);
    if (stories.some((story) => listed(story) !== undefined || story.passes !== undefined)) return stories;
  }
  return null;
};

const listed = (story: Story): unknown => story.acceptanceCriteria ?? story.acceptance_criteria ?? undefined;

const readStory = (story: Story, position: number, lineOf: (text: string) => number): readonly Criterion[] => {
  const name =
    [story.title, story.name, story.description].find((each) => each !== undefined && each.trim() !== '') ?? '';
  const id = storyId(story.id, position);
  const found = readTexts(listed(story));
  const ticked = story.passes === true;
  if (found.length === 0)
    return name === '' ? [] : [{ id: `${id}.1`, text: oneBlank(name), ticked, line: lineOf(name) }];
  return found.map((text, i) => ({
    id: `${id}.${i + 1}`,
    text: oneBlank(name === '' ? text : `${name}: ${text}`),
    ticked,
    line: lineOf(text),
  }));
};

/** An id must be found in names of tests: letters, digits and dashes, and not only a number. */
const storyId = (id: string | number | undefined, position: number): string => {
  const words = String(id ?? position)
    .slice(0, 60)
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^[-._]+|[-._]+$/g, '');
  if (words === '') return `US-${position}`;
  return /^\d/.test(words) ? `US-${words}` : words;
};

/** Texts of a list of texts or of maps, or lines of one text. */
const readTexts = (criteria: unknown): readonly string[] => {
  if (typeof criteria === 'string')
    return criteria
      .split(/\r\n|\n|\r/)
      .map((line) => line.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/, '').trim())
      .filter((line) => line !== '');
  if (!Array.isArray(criteria)) return [];
  return criteria.map(textOf).filter((text) => text.trim() !== '');
};

const TEXTS = ['id', 'text', 'title', 'criterion', 'criteria', 'description', 'statement', 'scenario'] as const;
const STEPS = ['given', 'when', 'then'] as const;

const textOf = (criterion: unknown): string => {
  if (typeof criterion === 'string') return criterion;
  if (typeof criterion !== 'object' || criterion === null) return '';
  const valueOf = (key: string): string => {
    const value: unknown = Object.hasOwn(criterion, key) ? Reflect.get(criterion, key) : undefined;
    return typeof value === 'string' ? value.trim() : '';
  };
  const texts = TEXTS.map(valueOf).filter((text) => text !== '');
  const steps = STEPS.map((step) => [step, valueOf(step)] as const).filter(([, text]) => text !== '');
  return [texts.join(': '), steps.map(([step, text]) => `${step} ${text}`).join(', ')]
    .filter((part) => part !== '')
    .join(': ');
};
/** Lines of texts, to be requested in their order. A text that is not written as it is gets the line before it. */
const followLines = (json: string): ((text: string) => number) => {
  let at = 0;
  let line = 1;
  let isLost = false;
  return (text) => {
    const written = JSON.stringify(text);
    const found = isLost ? -1 : json.indexOf(written, at);
    if (found < 0) {
      // Searching on for each of many texts could take very long.
      isLost = true;
      return line;
    }
    line += (json.slice(at, found).match(/\n/g) ?? []).length;
    at = found + written.length;
    return line;
  };
};
