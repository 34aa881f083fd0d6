/**
 * Two tasks in each form in which dualgate works on many: a list in the checkout, a list on workers, and work items. The same
 * project, agent and suite; so a trial that ends the program is told once, over all of them.
 */
import { expect } from 'vitest';
import type { ListEvent, RunEvent } from '../../src/index.ts';
import type { ItemStatus } from '../../src/queue/items/item-store.ts';
import { aListProject, DOES, IN_WORKTREES, type ListProject } from '../queue/list/a-list.ts';
import type { Project } from './a-project.ts';
import { type Ended, runProgram, type Started, startUnder } from './run-program.ts';

const TASKS = ['a', 'b'] as const;
const ON = ['env', 'AGENT_EXIT_PROTOCOL_ENABLED=true'];

type Moment = (RunEvent | ListEvent)['type'];

interface Form {
  readonly name: string;
  readonly command: readonly string[];
  /** Keys of the config. */
  readonly more: object;
  /** Its own events; those of runs are in every form. */
  readonly moments: readonly Moment[];
  readonly expectDone: (project: ListProject) => Promise<void>;
}

export const projectOf = ({ home, folder }: ListProject): Project => ({ home, workspace: folder, agent: home });

/** The target has a merge commit of each task, and is checked out as it is. */
export const expectMerged = async (project: ListProject, tasks: readonly string[]): Promise<void> => {
  const { git, read } = project;
  const subjects = git('log', '--first-parent', '--format=%s', 'main').split('\n');
  expect(subjects.filter((each) => each.startsWith('MERGE: ')).sort()).toEqual(
    tasks.map((task) => `MERGE: specs/${task}.md`),
  );
  for (const task of tasks) expect(read(`specs/${task}.md`)).toContain('- [x]');
  expect([git('status', '--porcelain'), git('symbolic-ref', 'HEAD')]).toEqual(['', 'refs/heads/main']);
};

const commitsOf = ({ git }: ListProject, task: string): readonly string[] =>
  git('log', '--reverse', '--format=%s', `main..dualgate/${task}`).split('\n');
const ofTheRun = (task: string): readonly string[] => [
  `START: 1 test passes before the work on specs/${task}.md`,
  'BUILD: 1 test passes, twice in a row',
];

export const FORMS: readonly Form[] = [
  {
    name: 'a list in the checkout',
    command: ['run'],
    more: {},
    moments: ['list.started', 'task.started', 'task.done'],
    expectDone: async (project) => {
      const { git } = project;
      expect([git('symbolic-ref', 'HEAD'), git('status', '--porcelain')]).toEqual(['refs/heads/main', '']);
      const branches = git('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n');
      expect(branches).toEqual(['dualgate/a', 'dualgate/b', 'main']);
      for (const task of TASKS) expect(commitsOf(project, task)).toEqual([...ofTheRun(task), `DONE: specs/${task}.md`]);
    },
  },
  {
    name: 'a list on two workers',
    command: ['run', '--workers', '2'],
    more: IN_WORKTREES,
    moments: ['task.started', 'task.merging', 'task.done'],
    expectDone: (project) => expectMerged(project, TASKS),
  },
  {
    name: 'work items in a folder',
    command: ['work', 'run', '--lease', '3s'],
    more: {},
    moments: [],
    expectDone: async (project) => {
      const { stdout } = await runProgram(projectOf(project), 'work', 'list', '--json');
      const { items } = JSON.parse(stdout) as { readonly items: readonly ItemStatus[] };
      expect(items.map(({ item, phase, holder }) => [item, phase, holder])).toEqual(
        TASKS.map((task) => [`specs-${task}`, 'CI_PENDING', null]),
      );
      for (const { result, spec } of items) {
        expect(project.git('rev-parse', `refs/heads/${result?.branch}`)).toBe(result?.commit);
        expect(commitsOf(project, spec?.slice(6, 7) ?? '')).toEqual(ofTheRun(spec?.slice(6, 7) ?? ''));
      }
    },
  },
];

/** A project with both tasks, and its command. */
export const aQueue = async ({ command, more, expectDone }: Form, keys: object = {}) => {
  const project = await aListProject(
    Object.fromEntries(TASKS.map((task) => [task, DOES(task)])),
    {},
    { ...more, ...keys },
  );
  const place = projectOf(project);
  if (command[0] === 'work') expect(await runProgram(place, 'work', 'add')).toMatchObject({ exitCode: 0, stderr: '' });
  return {
    home: project.home,
    /** Begins, or continues. */
    start: (...options: readonly string[]): Started => startUnder(place, ON, ...command, ...options),
    /** Each task was done once, and every ledger is unchanged. */
    expectDone: async (last: Ended): Promise<void> => {
      expect(last.exitCode, last.stdout + last.stderr).toBe(0);
      await expectDone(project);
      const verified = await runProgram(place, 'verify', '--all');
      expect(verified.exitCode, verified.stdout).toBe(0);
    },
  };
};
