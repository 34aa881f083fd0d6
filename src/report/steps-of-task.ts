/**
 * The next steps of one task of a list: the commands of its run. They name the run or the task, since without a name
 * they mean the last run. Pure.
 *
 * @module
 */
import { nameRun, type NextStep } from '../view/steps-after-hold.ts';
import type { TaskStatus } from '../work/describe-list.ts';
import type { Report } from './report.ts';

/** None for a task that the list continues by itself. */
export const stepsOfTask = (task: TaskStatus, { run, next }: Pick<Report, 'run' | 'next'>): readonly NextStep[] =>
  task.aside === null || task.aside.again
    ? []
    : next.map(({ command, what }) => ({ command: nameRun(command, task, run), what }));
