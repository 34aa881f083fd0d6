import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject, ONE_CHANCE, SHOUT, WORK } from './a-project.ts';
import { DO_THE_WORK, honestBut, once, SAY_NO, SAY_YES } from './a-shell-agent.ts';
import { hasProc, killWithWatchdog } from './processes.ts';
import { recordsOf } from './read-project.ts';
import { PROGRAM, readEvents, runProgram, startProgram } from './run-program.ts';
import { inTurn, pickOne } from '../pick-some.ts';

const slow = inTurn(2, test);

const HEARD = '../heard';
/** Code under test that sends an operator command, as soon as any suite loads it, when no loop works. */
const SNEAK = `import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
const { status, stderr } = spawnSync(process.execPath, [${JSON.stringify(PROGRAM)}, 'skip', '--no-wait', '--reason', 'mine']);
appendFileSync('${HEARD}', status + ' ' + stderr);
`;
const REFUSED = '77 Cannot skip a phase from inside a turn of the agent.';

describe.skipIf(!hasGit || !hasProc)(
  'an operator command from inside a turn (needs git and /proc)',
  { concurrent: true },
  () => {
    for (const command of pickOne([['check'], ['doctor']] as const)) {
      slow(`is refused to the tests that dualgate ${command[0]} runs, even without an active run`, async ({ home }) => {
        const project = await aProject(home, {
          agent: honestBut('GREEN', DO_THE_WORK, SAY_NO),
          work: { ...WORK, GREEN: { 'lib/shout.mjs': SNEAK + SHOUT } },
          config: { phases: ONE_CHANCE },
        });
        expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });
        const before = readFileSync(join(home, 'heard'), 'utf8');

        await runProgram(project, ...command);

        const heard = readFileSync(join(home, 'heard'), 'utf8').slice(before.length);
        expect(heard.split('\n').filter((line) => line !== '' && !line.startsWith(REFUSED))).toEqual([]);
        expect(heard).toContain(REFUSED);
        expect(recordsOf(project, 'operator.skipped')).toEqual([]);
      });
    }

    slow('is refused to the agent of another run, too', async ({ home }) => {
      const other = await aProject(join(home, 'b'), {
        agent: honestBut('GREEN', DO_THE_WORK, SAY_NO),
        config: { phases: ONE_CHANCE },
      });
      expect(await runProgram(other, 'run')).toMatchObject({ exitCode: 1 });
      const skip = `"${process.execPath}" "${PROGRAM}" skip --reason mine`;
      const sneak = `(cd "${other.workspace}" && ${skip}) > ../heard 2>&1`;
      const project = await aProject(join(home, 'a'), { agent: honestBut('RED', sneak, DO_THE_WORK, SAY_YES) });

      expect(await runProgram(project, 'run', '--until', 'RED')).toMatchObject({ exitCode: 0 });

      expect(readFileSync(join(project.home, 'heard'), 'utf8')).toContain(REFUSED.slice('77 '.length));
      expect(recordsOf(other, 'operator.skipped')).toEqual([]);
    });
  },
);

test.skipIf(!hasGit || !hasProc)(
  'a new run ends what a killed loop without a watchdog left, before it measures anything (needs git and /proc)',
  async ({ home }) => {
    const keepsWriting = 'while :; do echo >> lib/noise.mjs; sleep 0.05; done';
    const project = await aProject(home, {
      agent: honestBut('RED', once(`mkdir -p lib; echo at work; ${keepsWriting}`), DO_THE_WORK, SAY_YES),
      config: { phases: ONE_CHANCE },
    });
    const killed = startProgram(project, 'run', '--json', '--agent-output');
    await killed.until((event) => event.type === 'agent.output' && event.text.includes('at work'));
    killWithWatchdog(killed.pid);
    await killed.ended;

    const { exitCode, stdout } = await runProgram(project, 'run', '--new', '--json');

    const notices = readEvents(stdout).flatMap((event) => (event.type === 'notice' ? [event.text] : []));
    expect(notices).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Ended processes that the run \S+ had left running: \d+ /)]),
    );
    const left = readEvents(stdout).flatMap((event) => (event.type === 'phase.exited' ? [event.phase] : []));
    expect({ exitCode, left }).toEqual({ exitCode: 0, left: ['RED', 'GREEN'] });
  },
);
