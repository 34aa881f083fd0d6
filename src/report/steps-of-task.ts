/**
 * The next steps of one task of a list: the commands of its run. They name the run or the task, since without a name
 * they mean the last run. Pure.
 *
 * @module
 */
import type { NextStep } from '../records/say-hold.ts';
import type { TaskStatus } from '../work/describe-list.ts';
import type { Report } from './report.ts';
import { quoteWord } from '../text/quote-word.ts';

/** None for a task that the list continues by itself. */
export const stepsOfTask = (task: TaskStatus, { run, next }: Pick<Report, 'run' | 'next'>): readonly NextStep[] =>
  task.aside === null || task.aside.again
    ? []
    : next.map(({ command, what }) => ({ command: name(command, task, run), what }));

const name = (command: string, { task }: TaskStatus, run: string): string => {
  const [program = '', verb = '', ...rest] = command.split(' ');
  const named = NAMED[verb]?.(run, quoteWord(task)) ?? [];
  return [program, verb, ...named, ...rest].join(' ');
};

const NAMED: Readonly<Record<string, (run: string, task: string) => readonly string[]>> = {
  explain: (run) => ['--run', run],
  accept: (run) => ['--run', run],
  reopen: (run) => ['--run', run],
  guide: (run) => ['--run', run],
  reset: (run) => ['--run', run],
  skip: (run) => ['--run', run],
  rollback: (run) => ['--run', run],
  abort: (run) => ['--run', run],
  resume: (_, task) => [task],
  run: (_, task) => ['--only', task],
};
