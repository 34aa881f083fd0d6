import { describe, expect, test } from 'vitest';
import type { ListEvent, RunEvent } from '../../src/index.ts';
import { hasGit } from '../evidence/a-repository.ts';
import { pickOne, SEED } from '../pick-some.ts';
import { aListProject, DOES } from '../queue/list/a-list.ts';
import type { Project } from './a-project.ts';
import { readEvents, runProgram, startProgram } from './run-program.ts';

/** As soon as this event arrives the loop is killed: right before, during, or right after its next step. */
const MOMENTS: readonly (RunEvent | ListEvent)['type'][] = [
  'list.started',
  'task.started',
  'run.started',
  'baseline.started',
  'iteration.started',
  'iteration.decided',
  'phase.exited',
  'run.ended',
  'task.done',
];

describe.skipIf(!hasGit)(`a list whose loop is killed (needs git; ${SEED})`, () => {
  test.each(pickOne(MOMENTS))(
    'continues after %s to the same end: each task done once, on its own branch, with the checkout where it was',
    async (moment) => {
      const { home, folder, git } = await aListProject({ a: DOES('a'), b: DOES('b') });
      const project: Project = { home, workspace: folder, agent: home };
      const killed = startProgram(project, 'run', '--json');
      await killed.until((event: RunEvent | ListEvent) => event.type === moment);
      process.kill(killed.pid, 'SIGKILL');
      await killed.ended;

      const { exitCode, stdout } = await runProgram(project, 'run', '--json');
      expect(exitCode, stdout).toBe(0);
      expect(readEvents(stdout).at(-1)).toMatchObject({
        type: 'list.ended',
        status: 'completed',
        why: '2 of 2 tasks are done',
      });
      expect([git('symbolic-ref', 'HEAD'), git('status', '--porcelain')]).toEqual(['refs/heads/main', '']);
      const branches = git('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n');
      expect(branches).toEqual(['dualgate/a', 'dualgate/b', 'main']);
      for (const task of ['a', 'b'])
        expect(git('log', '--reverse', '--format=%s', `main..dualgate/${task}`).split('\n')).toEqual([
          `START: 1 test passes before the work on specs/${task}.md`,
          'BUILD: 1 test passes, twice in a row',
          `DONE: specs/${task}.md`,
        ]);
      const { list } = JSON.parse((await runProgram(project, 'status', '--json')).stdout) as { list: { list: string } };
      expect(await runProgram(project, 'verify', '--run', list.list)).toMatchObject({ exitCode: 0 });
      expect(await runProgram(project, 'verify')).toMatchObject({ exitCode: 0 });
    },
  );
});
