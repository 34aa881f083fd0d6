/**
 * The schema of the events of a list of work, which stand in the same stream as those of its runs: written apart from the code
 * that emits them. docs/reference/records.md is made from it.
 */
import { z } from 'zod';
import type { ListEvent } from '../../../src/index.ts';
import { ENVELOPE } from './event-schemas.ts';

const text = (meaning: string) => z.string().describe(meaning);
const count = (meaning: string) => z.int().nonnegative().describe(meaning);

const OF_TASK = {
  task: text('its spec, relative to the workspace: the name of the task in the list'),
  name: text('its name for people; its spec where it has no other'),
  number: count('its place in the list, from 1'),
  of: count('how many tasks there are'),
};
const marked = z
  .strictObject({
    how: z.enum(['checkboxes', 'front_matter', 'move']).nullable(),
    path: z.string(),
    why: z.string().optional(),
  })
  .describe(
    'how its file was marked, and where it is: `{ how, path }`; with `how: null` it was not, and `why` says why',
  );
const kept = text('a name in git of work that no branch has; null for none').nullable();

const head = { v: 4, at: '2026-01-02T03:04:05.678Z', run: 'list-20260102-030405-abcdef' } as const;
const task = { task: 'specs/sum.md', name: 'specs/sum.md', number: 2, of: 5 } as const;

interface Described<T extends ListEvent['type']> {
  readonly when: string;
  readonly fields: z.ZodRawShape;
  readonly example: Extract<ListEvent, { readonly type: T }>;
}

export const LIST_EVENTS = {
  'list.started': {
    when: 'a task list begins or resumes',
    fields: {
      tasks: z
        .array(z.strictObject({ task: OF_TASK.task, name: OF_TASK.name, needs: z.array(z.string()) }))
        .describe('in the order in which they are done: `[{ task, name, needs }]`'),
      done_before: z.array(z.string()).describe('specs that are left out, since they are done'),
      resumed: z.boolean().describe('true when an earlier list resumes'),
      workers: count('how many tasks run at the same time; absent for one').optional(),
      done: count('how many of its tasks are done; absent for none').optional(),
    },
    example: {
      ...head,
      type: 'list.started',
      tasks: [{ task: 'specs/sum.md', name: 'specs/sum.md', needs: [] }],
      done_before: [],
      resumed: false,
    },
  },
  'task.started': {
    when: 'a task begins, or its run resumes; the events of that run come next',
    fields: {
      ...OF_TASK,
      task_run: text('the id of its run'),
      folder: text('the workspace of that run, an absolute path'),
      resumed: z.boolean().describe('true when an earlier run resumes'),
      attempt: count('which attempt it is, from 1'),
      attempts: count('how many it has'),
    },
    example: {
      ...head,
      type: 'task.started',
      ...task,
      task_run: '20260102-030405-abcdef',
      folder: '/home/ada/sum',
      resumed: false,
      attempt: 1,
      attempts: 3,
    },
  },
  'task.deferred': {
    when: 'a task did not end, and the next one begins',
    fields: {
      ...OF_TASK,
      status: z
        .enum(['stuck', 'needs_human', 'aborted', 'changed', 'waits'])
        .describe('how: `changed` by somebody since the list began, or `waits` for one that was deferred'),
      why: text('the reason, in one sentence'),
      failures: count('how often it has ended stuck by now'),
      attempts: count('how often it may'),
      again: z.boolean().describe('whether it is tried again at the end of the list'),
      kept,
    },
    example: {
      ...head,
      type: 'task.deferred',
      ...task,
      status: 'stuck',
      why: 'Exit gate not passing: 3 iterations without progress',
      failures: 1,
      attempts: 3,
      again: true,
      kept: null,
    },
  },
  'task.merging': {
    when: 'the branch of a task is about to be merged into the target, and measured with it',
    fields: {
      ...OF_TASK,
      branch: text('the branch of its work'),
      commit: text('the last commit of that branch'),
      into: text('the branch that it is merged into'),
    },
    example: {
      ...head,
      type: 'task.merging',
      ...task,
      branch: 'dualgate/sum',
      commit: '0f8d2c5b1e1f0a9c8d7e6f5a4b3c2d1e0f9a8b7c',
      into: 'main',
    },
  },
  'task.reopened': {
    when: 'a branch could not be merged: a new run of the task begins on the target, with the reason in its prompts',
    fields: {
      ...OF_TASK,
      task_run: text('the id of the run whose branch was refused'),
      branch: text('that branch'),
      why: text('the reason: a conflict, or the tests that fail on the merged files'),
      refusals: count('how often a branch of the task was refused so far'),
      attempts: count('how often that may happen'),
    },
    example: {
      ...head,
      type: 'task.reopened',
      ...task,
      task_run: '20260102-030405-abcdef',
      branch: 'dualgate/sum',
      why: 'it conflicts with main in src/sum.js',
      refusals: 1,
      attempts: 3,
    },
  },
  'task.done': {
    when: 'every phase of a task was exited, and its file is marked',
    fields: {
      ...OF_TASK,
      task_run: text('the id of its run'),
      branch: text('the branch of its work; null without commits').nullable(),
      commit: text('the commit that tasks which need it begin from; null without commits').nullable(),
      marked,
      merged: z
        .strictObject({ commit: z.string(), into: z.string() })
        .optional()
        .describe('with workers: the merge commit, and the branch that was moved to it: `{ commit, into }`'),
    },
    example: {
      ...head,
      type: 'task.done',
      ...task,
      task_run: '20260102-030405-abcdef',
      branch: 'dualgate/sum',
      commit: '0f8d2c5b1e1f0a9c8d7e6f5a4b3c2d1e0f9a8b7c',
      marked: { how: 'checkboxes', path: 'specs/sum.md' },
    },
  },
  'list.notice': {
    when: 'a notice about the list for people; it decides nothing',
    fields: { text: text('one sentence') },
    example: {
      ...head,
      type: 'list.notice',
      text: 'Creating the worktree /home/ada/sum.dualgate/sum of the commit 0f8d2c5b1e.',
    },
  },
  'list.ended': {
    when: 'the list ended; the last event of all',
    fields: {
      status: z
        .enum(['completed', 'paused', 'stuck', 'aborted', 'interrupted', 'needs_human'])
        .describe('how the list ended'),
      why: text('the reason, in one sentence'),
      exit_code: count('that of `dualgate run`'),
    },
    example: { ...head, type: 'list.ended', status: 'completed', why: '5 of 5 tasks are done', exit_code: 0 },
  },
} as const satisfies { readonly [T in ListEvent['type']]: Described<T> };

/** Unknown fields are refused, as in `schemaOf`. `run`: the id of the list, empty where none was begun. */
export const schemaOfList = (type: keyof typeof LIST_EVENTS): z.ZodObject =>
  z.strictObject({ ...ENVELOPE, run: z.string(), type: z.literal(type), ...LIST_EVENTS[type].fields });
