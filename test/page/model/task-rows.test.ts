import { describe, expect, test } from 'vitest';
import { countTasks, listTaskRows, worstRun } from '../../../src/page/model/task-rows.ts';
import type { PageTask } from '../../../src/page/page-data.ts';
import { A_LIST, aTask } from '../a-task-list.ts';

const say = (task: Partial<PageTask>, status: 'running' | 'stuck' = 'stuck') =>
  listTaskRows({ ...A_LIST, status, tasks: [aTask('specs/a.md', task)] }).map(
    ({ shown, lines }) =>
      `${shown.sign} ${shown.word}${lines.map(({ label, text }) => `; ${label}${label === '' ? '' : ' '}${text}`).join('')}`,
  )[0];
const aside = (status: NonNullable<PageTask['aside']>['status'], again = false): Partial<PageTask> => ({
  is: 'aside',
  run: 'r',
  aside: { status, why: 'why', again },
});

describe('the tasks of a list on the page', () => {
  test('each say in a sign and a word what became of them, and below it what a person has to know', () => {
    expect([
      say({}),
      say({ needs: ['specs/b.md', 'specs/c.md'] }),
      say({ is: 'going', run: 'r' }, 'running'),
      say({ is: 'going', run: 'r' }),
      say({ is: 'done', run: 'r', branch: 'dualgate/a', needs: ['specs/b.md'] }),
      say({ is: 'done', run: 'r', branch: 'dualgate/a', merged: { into: 'main', commit: '0123456789abcdef' } }),
      say({ is: 'done', run: 'r', forced: true, unmarked: 'it is gone' }),
      say({ ...aside('stuck'), kept: 'refs/a', resume: 'dualgate resume specs/a.md' }),
      say(aside('stuck', true)),
      say(aside('needs_human')),
      say(aside('aborted')),
      say(aside('changed')),
      say({ ...aside('waits'), needs: ['specs/b.md'] }),
      say({ name: 'A', is: 'done', run: 'r' }),
    ]).toEqual([
      '○ not started',
      '○ not started; needs specs/b.md, specs/c.md',
      '● active',
      '‖ started, not ended',
      '✓ done; on dualgate/a',
      '✓ done; on dualgate/a; merged into main as 0123456789ab',
      '» done, forced exit; its file was not marked: it is gone',
      '✗ stuck; why; its unfinished work: refs/a; next: dualgate resume specs/a.md',
      '✗ stuck, will be tried again; why',
      '! needs human input; why',
      '✗ aborted; why',
      '! spec changed; why',
      '‖ waiting for another task; why',
      '✓ done; specs/a.md',
    ]);
  });

  test('are counted: done, waiting for a person, and active', () => {
    expect(countTasks(A_LIST)).toBe('1 of 4 done · 2 need you');
    const tasks = [
      aTask('a', { is: 'done' }),
      aTask('b', { is: 'going', run: 'r' }),
      aTask('c', aside('waits')),
      aTask('d', aside('stuck')),
    ];
    expect(countTasks({ ...A_LIST, status: 'running', tasks })).toBe('1 of 4 done · 1 needs you · 1 running');
  });

  test('come first where they wait for a person, and the first of these is selected', () => {
    expect(listTaskRows(A_LIST).map(({ task }) => task)).toEqual([
      'specs/long.md',
      'specs/login.md',
      'specs/export.md',
      'specs/done.md',
    ]);
    expect(worstRun(A_LIST)).toBe('run-1');
  });
});
