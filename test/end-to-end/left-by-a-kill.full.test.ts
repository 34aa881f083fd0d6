import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { processTable } from '../../src/base/processes/find-processes.ts';
import { isWithin } from '../../src/base/files/folders.ts';
import { showCount } from '../../src/base/text/amounts.ts';
import { inTurn, SEED } from '../pick-some.ts';
import { findEnding, ofType, readKnownRecords } from './a-chaos-run.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project, WORK } from './a-project.ts';
import { DO_THE_WORK, HONEST, KILL_THE_WATCHDOG, READ_THE_PROMPT, SAY_YES, shell } from './a-shell-agent.ts';
import { endMarkedWith, findMarkedWith, hasProc, killWithWatchdog } from './processes.ts';
import { runUnder, type Started, startUnder } from './run-program.ts';

/** One at each moment in an ordinary run; `check:full` asks for 200, most at random moments. */
const KILLS = Math.max(3, Math.floor(Number(process.env['DUALGATE_KILLS'] ?? 0) / 5));
/** For one run: later kills would have to wait for each other. */
const MOST_KILLS = 20;
const MOST_LOOKS = 6_000;

/** In a copy of the workspace it starts a program without any mark, the first time, and waits for it. */
const STARTS_A_STRANGER = `
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
test('a helper is heard', async () => {
  equal(shout('no'), 'NO!');
  const been = process.env.HOME + '/been';
  if (!process.cwd().includes('dualgate-mutants-') || existsSync(been)) return;
  writeFileSync(been, '');
  const helper = spawn('sleep', ['300'], { env: { PATH: process.env.PATH }, stdio: 'ignore', detached: true });
  await new Promise((over) => helper.once('exit', over));
});
`;

interface Killed {
  readonly project: Project;
  readonly temporary: string;
  readonly start: (...args: readonly string[]) => Started;
}

const aProjectToKill = async (home: string, { agent = HONEST, checks = '' } = {}): Promise<Killed> => {
  const temporary = join(home, 'temporary');
  mkdirSync(temporary);
  const project = await aProject(home, {
    agent,
    work: { ...WORK, RED: { ...WORK.RED, 'checks/shout.test.mjs': `${WORK.RED['checks/shout.test.mjs']}${checks}` } },
    // As it is where nobody says anything: the suite is checked by mutants.
    config: { mutation_check: undefined, circuit_breaker: undefined, phases: phases({ RED: {}, GREEN: {} }) },
  });
  const words = ['env', `TMPDIR=${temporary}`];
  return { project, temporary, start: (...args) => startUnder(project, words, ...args) };
};

const foldersIn = (temporary: string): readonly string[] =>
  readdirSync(temporary).filter((name) => name.startsWith('dualgate-'));

const runningIn = (folder: string): readonly number[] =>
  processTable.list().flatMap((it) => (isWithin(folder, it.cwd() ?? '/') ? [it.pid] : []));

const until = async (isSo: () => boolean): Promise<void> => {
  for (let n = 0; n < MOST_LOOKS && !isSo(); n += 1) await wait(5);
  expect(isSo()).toBe(true);
};

/** Moments of a mutation check: the copy begins, the suite runs in it, the first mutant was tried. */
const MOMENTS: readonly ((killed: Killed, program: Started) => Promise<unknown>)[] = [
  ({ temporary }) => until(() => foldersIn(temporary).some((name) => name.startsWith('dualgate-mutants-'))),
  ({ temporary }) => until(() => runningIn(temporary).length > 0),
  (_, program) => program.until(({ type }) => type === 'mutant.tested'),
];

/** Kills it at the moment, unless it has ended: a run that was killed three times at one place is stuck. */
const killAt = async (
  killed: Killed,
  moment: number,
  command: string,
  kill = (pid: number): unknown => process.kill(pid, 'SIGKILL'),
): Promise<boolean> => {
  const program = killed.start(command, '--json');
  const isOver = program.ended.then(() => true);
  const come = MOMENTS[moment % MOMENTS.length]?.(killed, program).then(() => false);
  const wasOver = await Promise.race([isOver, come?.catch(() => true)]);
  if (wasOver === true) return false;
  // It may end while the test waits, and then nothing is left to kill.
  if (moment >= MOMENTS.length && (await Promise.race([wait(Math.random() * 300), isOver])) === true) return false;
  kill(program.pid);
  await program.ended;
  return true;
};

/** Each takes half a minute: ordinary runs try one of them. */
const inItsTurn = inTurn(2, test);

describe.skipIf(!hasGit || !hasProc)(
  `a loop that is killed during the mutation check (needs git and /proc; ${SEED})`,
  () => {
    test(`leaves no process and no copy of the workspace after ${KILLS} kills, and resume completes it`, {
      timeout: KILLS * 60_000,
    }, async ({ home }) => {
      let kills = 0;
      for (let n = 0; kills < KILLS && n < KILLS; n += 1)
        kills += await killAndResume(join(home, String(n)), Math.min(KILLS - kills, MOST_KILLS));
      expect(kills).toBe(KILLS);
    });

    /** Kills one run until it is over, or so many times. @returns how often it was killed */
    const killAndResume = async (home: string, most: number): Promise<number> => {
      mkdirSync(home);
      const killed = await aProjectToKill(home);
      let kills = 0;
      while (kills < most && (await killAt(killed, kills, kills === 0 ? 'run' : 'resume'))) kills += 1;
      // A process that becomes another program has no environment for a moment, so nothing may be found before the end.
      await until(() => findMarkedWith(`HOME=${home}`).length + foldersIn(killed.temporary).length === 0);
      expect(foldersIn(killed.temporary)).toEqual([]);
      // The last kill may come between the end of the run and that of its program.
      if (findEnding(killed.project)?.status !== 'completed') {
        // The first one may end as stuck: the loop was killed three times and no iteration was decided in between.
        const first = await killed.start('resume').ended;
        const last = first.exitCode === 1 ? await killed.start('resume').ended : first;
        expect(last).toMatchObject({ exitCode: 0, stderr: '' });
      }
      expect(findEnding(killed.project)?.status).toBe('completed');
      expect(foldersIn(killed.temporary)).toEqual([]);
      expect(findMarkedWith(`HOME=${home}`)).toEqual([]);
      return kills;
    };

    inItsTurn(
      'with its watchdog leaves no test behind that took the mark out of its environment: resume finds it in the copy',
      async ({ home }) => {
        const killed = await aProjectToKill(home, { checks: STARTS_A_STRANGER });
        const program = killed.start('run', '--json');
        await until(() => existsSync(join(home, 'been')) && runningIn(killed.temporary).some(isSleep));
        const stranger = runningIn(killed.temporary).find(isSleep) ?? 0;
        killWithWatchdog(program.pid);
        await program.ended;
        // Whatever carries the mark is gone too: the stranger descends from nothing that could be found.
        await until(() => {
          endMarkedWith(`HOME=${home}`);
          return findMarkedWith(`HOME=${home}`).length === 0;
        });

        const doctor = await killed.start('doctor').ended;
        expect(doctor.exitCode).toBe(1);
        expect(doctor.stdout).toContain(`${stranger} sleep 300`);
        expect(isSleep(stranger)).toBe(true);

        const resumed = await killed.start('resume', '--json').ended;
        expect(resumed.exitCode).toBe(0);
        const ended = `Ended processes that ran in a temporary folder of a killed dualgate: ${stranger} sleep 300`;
        expect(resumed.stdout).toContain(ended);
        expect(resumed.stdout).toContain('Removed a temporary copy of a killed dualgate: ');
        expect(isSleep(stranger)).toBe(false);
        expect(foldersIn(killed.temporary)).toEqual([]);
      },
    );

    inItsTurn(
      'with its watchdog is cleaned up by doctor too, which follows no link and takes nothing that is not left',
      async ({ home }) => {
        const killed = await aProjectToKill(home);
        await killAt(killed, 0, 'run', killWithWatchdog);
        const left = foldersIn(killed.temporary);
        const [name = ''] = left;
        for (const each of await livingOf(killed)) process.kill(each, 'SIGKILL');
        await until(() => findMarkedWith(`HOME=${home}`).length === 0);
        mkdirSync(join(killed.temporary, 'dualgate-mutants-AbCdEf'));
        mkdirSync(join(home, 'mine'));
        symlinkSync(join(home, 'mine'), join(killed.temporary, name.replace(/.{6}$/, 'LiNk00')));
        const { stdout } = await killed.start('doctor').ended;
        expect(stdout).toContain(`${showCount(left.length, 'temporary folder')} of crashed processes removed`);
        expect([...foldersIn(killed.temporary)].sort()).toEqual([
          name.replace(/.{6}$/, 'LiNk00'),
          'dualgate-mutants-AbCdEf',
        ]);
        expect(existsSync(join(home, 'mine'))).toBe(true);
      },
    );
  },
);

const isSleep = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('sleep\0');
  } catch {
    return false;
  }
};

const livingOf = async ({ start }: Killed): Promise<readonly number[]> => {
  const { stdout } = await start('status', '--json').ended;
  // The reference describes the output of status; here the numbers count.
  const { left_running: left } = JSON.parse(stdout) as { left_running: readonly { pid: number }[] };
  return left.map(({ pid }) => pid);
};

describe.skipIf(!hasGit || !hasProc)('processes of a killed loop without a watchdog (needs git and /proc)', () => {
  test('are named by status and doctor with advice, and resume ends them', async ({ home }) => {
    const lingering = shell(
      READ_THE_PROMPT,
      'if mkdir "$(dirname "$0")/been" 2> /dev/null; then',
      `${KILL_THE_WATCHDOG}; kill -9 $PPID; exec sleep 300; fi`,
      DO_THE_WORK,
      SAY_YES,
    );
    const killed = await aProjectToKill(home, { agent: lingering });
    const { start, project } = killed;
    expect((await start('run').ended).exitCode).toBeNull();
    const run = ofType(readKnownRecords(project), 'run.started')[0]?.run ?? '';
    const [pid = 0] = findMarkedWith(`DUALGATE_RUN=${run}`);

    expect(await livingOf(killed)).toEqual([pid]);
    const status = await start('status').ended;
    expect(status.exitCode).toBe(0);
    expect(status.stdout).toContain(
      [
        'Still running after the end of the run:',
        `  ${pid} sleep 300`,
        `dualgate resume ends them first. To end them now: kill ${pid}`,
      ].join('\n'),
    );
    const doctor = await start('doctor', '--json').ended;
    expect(doctor.exitCode).toBe(1);
    expect(JSON.parse(doctor.stdout)).toMatchObject({
      findings: expect.arrayContaining([
        {
          name: 'leftovers',
          state: 'problem',
          says: '1 process of a crashed run is still running',
          details: [`${pid} sleep 300`],
          fix: `dualgate resume, and the next dualgate run, end them first. To end them now: kill ${pid}`,
        },
        expect.objectContaining({ name: 'suite', state: 'skipped' }),
      ]),
    });

    expect((await start('resume').ended).exitCode).toBe(0);
    expect(findMarkedWith(`DUALGATE_RUN=${run}`)).toEqual([]);
    const after = await runUnder(project, ['env'], 'status', '--json');
    expect(JSON.parse(after.stdout)).toMatchObject({ ending: { status: 'completed' }, left_running: null });
  });
});
