import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ListEvent, RunEvent } from '../../src/index.ts';
import { hasGit } from '../evidence/a-repository.ts';
import { aListProject, DOES, IN_WORKTREES, tell } from '../queue/list/a-list.ts';
import { expectMerged, projectOf } from './a-queue.ts';
import { readEvents, runProgram, startProgram } from './run-program.ts';

const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'] as const;

/** Red where c and d are both there, until one of them knows of the other. */
const SUITE = `echo TAP version 13
if [ -e c.txt ] && [ -e d.txt ] && [ ! -e fixed.txt ]; then echo 'not ok 1 - whole'; s=1; else echo 'ok 1 - whole'; s=0; fi
echo 1..1
exit $s
`;

const listEvents = (stdout: string): readonly ListEvent[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stream has both
  (readEvents(stdout) as readonly (RunEvent | ListEvent)[]).filter((event): event is ListEvent =>
    /^(?:list|task)\./.test(event.type),
  );

describe.skipIf(!hasGit)('a task list with workers (needs git)', () => {
  test('12 tasks on 4 workers: two conflict, one makes the merge red, and all are merged at the end', async () => {
    const agents: Record<string, string> = Object.fromEntries(LETTERS.map((letter) => [letter, DOES(letter)]));
    agents['a'] = 'echo a >> shared.txt';
    agents['b'] = 'echo b >> shared.txt';
    agents['c'] = 'echo c > c.txt; [ ! -e d.txt ] || touch fixed.txt';
    agents['d'] = 'echo d > d.txt; [ ! -e c.txt ] || touch fixed.txt';
    const project = await aListProject(agents, {}, IN_WORKTREES);
    await writeFile(join(project.folder, 'suite.sh'), SUITE);
    for (const [task, after] of [
      ['k', 'j'],
      ['l', '[k, a]'],
    ] as const)
      await writeFile(
        join(project.folder, `specs/${task}.md`),
        `---\nafter: ${after}\n---\n\n# ${task}\n\n- [ ] AC-1: ${task}\n`,
      );
    project.git('commit', '--quiet', '--all', '--message', 'Suite and order');

    const { exitCode, stdout, stderr } = await runProgram(projectOf(project), 'run', '--workers', '4', '--json');
    expect(exitCode, stdout + stderr).toBe(0);
    const events = listEvents(stdout);
    const story = tell(events);
    expect(events.at(-1)).toMatchObject({ type: 'list.ended', why: '12 of 12 tasks are done' });
    await expectMerged(project, LETTERS);
    // Of two that do not fit together, the second begins again on the target, and only that one.
    expect(story.filter((each) => / reopened: /.test(each)).sort()).toEqual([
      expect.stringMatching(/^[ab] reopened: it conflicts with main in shared\.txt$/),
      expect.stringMatching(/^[cd] reopened: on the files merged with main, tests fail: > whole$/),
    ]);
    expect(project.read('shared.txt').split('\n').sort()).toEqual(['', 'a', 'b']);
    // At the same time, up to 4; and each after the tasks that it names.
    const active = new Set<string>();
    let most = 0;
    for (const event of events) {
      if (event.type === 'task.started') active.add(event.task);
      if (event.type === 'task.done' || event.type === 'task.reopened') active.delete(event.task);
      most = Math.max(most, active.size);
    }
    expect(most).toBe(4);
    for (const [task, before] of [
      ['k', 'j'],
      ['l', 'k'],
      ['l', 'a'],
    ])
      expect(story.indexOf(`${task} starts`)).toBeGreaterThan(story.indexOf(`${before} done`));
  }, 300_000);

  test('Ctrl+C lets the iterations finish, ends every worker, and the next run goes to the end', async () => {
    const project = await aListProject({ a: DOES('a'), b: DOES('b') }, { workers: 2 }, IN_WORKTREES);
    const started = startProgram(projectOf(project), 'run', '--json');
    await started.until((event) => event.type === 'iteration.started');
    process.kill(started.pid, 'SIGINT');
    const first = await started.ended;
    expect(first.exitCode, first.stdout).toBe(3);
    expect(project.git('log', '--format=%s', 'main')).toBe('Start');
    const { exitCode, stdout } = await runProgram(projectOf(project), 'run', '--json');
    expect(exitCode, stdout).toBe(0);
    await expectMerged(project, ['a', 'b']);
    const proven = await runProgram(projectOf(project), 'prove', '--no-mutation-check');
    expect(proven.exitCode, proven.stdout).toBe(0);
    expect(proven.stdout).toMatch(/^list-[\w-]+, 2 merges, [0-9a-f]{12}\.\.[0-9a-f]{12}\n/);
  }, 200_000);
});
