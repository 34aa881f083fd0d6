/**
 * `prd.json` and similar task lists of Ralph loops: each acceptance criterion of a story is a criterion. Its id is that
 * of the story and a number: `US-001.2`. A story without a list of criteria is one criterion.
 */
import { z } from 'zod';
import { once } from '../../base/once.ts';
import type { Criterion } from '../criteria.ts';
import { parseJson } from '../../base/text/parse-json.ts';
import type { CriteriaFormat } from './format.ts';
import { oneBlank } from '../../base/text/sentences.ts';

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
