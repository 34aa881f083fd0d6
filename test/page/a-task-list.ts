/** A task list as the page gets it: of four tasks one is done, one stuck, one needs human input, one waits. */
import type { PageList, PageTask } from '../../src/page/page-data.ts';

/** One that has not begun, where nothing else is said. */
export const aTask = (task: string, more: Partial<PageTask> = {}): PageTask => ({
  task,
  name: task,
  needs: [],
  is: 'waiting',
  run: null,
  forced: false,
  aside: null,
  kept: null,
  branch: null,
  unmarked: null,
  resume: null,
  ...more,
});

export const A_LIST: PageList = {
  list: 'list-1',
  status: 'needs_human',
  why: '1 of 4 tasks is done; specs/long.md is stuck; specs/login.md needs human input',
  tasks: [
    aTask('specs/long.md', {
      is: 'aside',
      run: 'run-1',
      aside: { status: 'stuck', why: 'The limit of iterations was reached', again: false },
      kept: 'refs/dualgate/20261122-133647-3194c7/f7af07b2741f',
      branch: 'dualgate/long',
      resume: 'dualgate resume specs/long.md',
    }),
    aTask('specs/done.md', { is: 'done', run: 'run-2', branch: 'dualgate/done' }),
    aTask('specs/login.md', {
      is: 'aside',
      run: 'run-that-is-not-here',
      aside: {
        status: 'needs_human',
        why: 'The agent is blocked: <b>no key</b> for the-login-server-of-the-department-with-a-name-that-nobody-would-type',
        again: false,
      },
      resume: 'dualgate resume specs/login.md',
    }),
    aTask('specs/export.md', { needs: ['specs/login.md'] }),
  ],
  done_before: ['specs/old.md'],
};
