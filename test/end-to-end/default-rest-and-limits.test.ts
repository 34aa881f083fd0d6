/**
 * The breaker and the limits as they are when nobody names them: what a run of a config that `init` wrote does when its agent
 * gets nowhere.
 */
import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aFreshProject } from './a-fresh-project.ts';
import { READ_THE_PROMPT, SAY_NO, shell } from './a-shell-agent.ts';
import { pathOf, recordsOf, statusOf } from './read-project.ts';
import { runProgram, startProgram } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(2, test);

const MINUTE_MS = 60_000;

/** One test of the two required, with another name each time: the work moves, and the gate is never satisfied. */
const NEVER_ENOUGH = shell(
  READ_THE_PROMPT,
  'mkdir -p checks && cat > checks/shout.test.mjs << EOF',
  "import { test } from 'node:test';",
  "import { equal } from 'node:assert/strict';",
  "test('AC-1: try $DUALGATE_ITERATION', () => equal(1, 2));",
  'EOF',
  SAY_NO,
);

describe.skipIf(!hasGit)('a config that names no breaker and no limit (needs git)', { concurrent: true }, () => {
  slow(
    'pauses for five minutes after three iterations without progress, and an interrupt ends the pause',
    async ({ home }) => {
      const project = await aFreshProject(home, { agent: shell(READ_THE_PROMPT, SAY_NO) });
      const run = startProgram(project, 'run', '--json');

      const waiting = await run.until(({ type }) => type === 'waiting');

      expect(waiting).toMatchObject({ type: 'waiting', phase: 'RED', iteration: 4, for: 'breaker' });
      const { until = '', at = '' } = waiting.type === 'waiting' ? waiting : {};
      const restMs = Date.parse(until) - Date.parse(at);
      expect([restMs > 4 * MINUTE_MS, restMs <= 5 * MINUTE_MS]).toEqual([true, true]);
      expect(await statusOf(project)).toMatchObject({
        phase: 'RED',
        ending: null,
        breaker: { state: 'OPEN', no_progress: 3, exhausted: false },
      });

      process.kill(run.pid, 'SIGINT');
      expect(await run.ended).toMatchObject({ exitCode: 3 });
      expect(pathOf(project)).toEqual(['RED 1 held', 'RED 2 held', 'RED 3 held']);
      expect(recordsOf(project, 'run.ended')).toMatchObject([{ status: 'interrupted' }]);
    },
  );

  slow('stops a phase after ten iterations, even with progress', async ({ home }) => {
    const project = await aFreshProject(home, { agent: NEVER_ENOUGH });

    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });

    expect(pathOf(project)).toEqual(Array.from({ length: 10 }, (_, at) => `RED ${at + 1} held`));
    expect(recordsOf(project, 'run.ended')).toMatchObject([
      { status: 'stuck', why: 'Exit gate not passing: 10 of 10 iterations used' },
    ]);
  });
});
