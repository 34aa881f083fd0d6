/**
 * Plans beside a spec: `tasks.md` of Spec Kit, OpenSpec and Kiro lists steps of the work, not what must be true after it.
 */
import { posix } from 'node:path';
import { readCriteria } from '../criteria.ts';
import { splitSections } from './list-items.ts';

/** Specs that such a plan has beside it. */
const SPECS = ['spec.md', 'requirements.md', 'specs'] as const;

/** `T001`, as Spec Kit counts its tasks. */
const TASK_ID = /^T\d{3,4}\b/;

interface PlanFile {
  /** The path of the spec beside it, or of the folder of its specs; `null` if there is none. */
  readonly spec: string | null;
}

/**
 * `null` for a file that is no plan.
 *
 * @param path - with `/`
 * @param exists - whether there is a file or folder of this path
 */
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
