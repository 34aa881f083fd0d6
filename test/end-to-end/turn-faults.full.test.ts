import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { SEED, testSome } from '../pick-some.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, SHOUT, WORK } from './a-project.ts';
import { DO_THE_WORK, HONEST, honestBut, SAY_YES, signal } from './a-shell-agent.ts';
import { findMarkedWith, hasProc } from './processes.ts';
import { lastDecision, pathOf, recordsOf, runOf } from './read-project.ts';
import { resumeAndVerify, runProgram } from './run-program.ts';

const TWO_PHASES = phases({ RED: {}, GREEN: {} });
const ONE_TRY = phases({ RED: {}, GREEN: { limits: { max_iterations: 1 } } });
const COMPLETED = ['RED 1 exited', 'GREEN 1 exited'];

const OF_AGENTS_AND_RUNNERS = {
  'an agent that closes its pipes and lives on is waited for, and ended by its time limit': async (home: string) => {
    const project = await aProject(home, {
      agent: honestBut('GREEN', DO_THE_WORK, 'exec > /dev/null 2>&1 < /dev/null', signal('exit'), 'sleep 300'),
      config: { phases: ONE_TRY },
    });
    const config = readFileSync(join(project.workspace, 'dualgate.yaml'), 'utf8');
    writeFileSync(join(project.workspace, 'dualgate.yaml'), config.replace('agent:\n', 'agent:\n  timeout: 2s\n'));
    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });
    expect(recordsOf(project, 'turn.ended').at(-1)).toMatchObject({ turn: { outcome: 'timed_out', which: 'wall' } });
    expect(lastDecision(project)).toMatchObject({ can_exit: false, signal: 'agent_timed_out' });
    expect(findMarkedWith(`DUALGATE_RUN=${runOf(project)}`)).toEqual([]);
  },

  'an agent that forks into the background and writes on makes the measurement void, and its file is named': async (
    home: string,
  ) => {
    const daemon = 'echo $$ > ../daemon; i=0; while :; do i=$((i + 1)); echo "// $i" > lib/clock.mjs; sleep 0.05; done';
    const project = await aProject(home, {
      agent: honestBut(
        'GREEN',
        DO_THE_WORK,
        `env -i PATH="$PATH" setsid sh -c '${daemon}' > /dev/null 2>&1 < /dev/null &`,
        'while ! test -s lib/clock.mjs; do sleep 0.05; done',
        SAY_YES,
      ),
      config: { phases: ONE_TRY },
    });
    try {
      const run = await runProgram(project, 'run');
      const { left_running: ended = [] } = recordsOf(project, 'turn.ended').at(-1)?.turn ?? {};
      // Caught with the turn, or by what it does to the sources: one of both is said, and never is the phase left over it.
      if (ended.length === 0) {
        expect(run).toMatchObject({ exitCode: 1 });
        expect(lastDecision(project).unmet).toContain('tree_stable == true');
        expect(lastDecision(project).notes.join('\n')).toContain('lib/clock.mjs');
      } else expect(ended.join('\n')).toContain('clock.mjs');
    } finally {
      spawnSync('kill', ['-9', readFileSync(join(home, 'daemon'), 'utf8').trim()]);
    }
  },

  'a runner that never ends is ended by its time limit with all that it started, and named': async (home: string) => {
    const hangs =
      "import { spawn } from 'node:child_process';\nif (process.env.DUALGATE_RUN) { spawn('sleep', ['300'], { detached: true }); setInterval(() => {}, 1000); }\n";
    const project = await aProject(home, {
      work: { ...WORK, GREEN: { 'lib/shout.mjs': `${hangs}${SHOUT}` } },
      config: { phases: ONE_TRY, tests: { command: 'node --test', timeout: '10s' } },
    });
    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });
    expect(recordsOf(project, 'tests.ended').at(-1)?.problems).toContain(
      'the test run reached its time limit of 10 s (timeout of the suite)',
    );
    expect(findMarkedWith(`DUALGATE_RUN=${runOf(project)}`)).toEqual([]);
  },

  'a runner that is gone in the middle of the night: exit 4 at once, and resume continues when it is back': async (
    home: string,
  ) => {
    const runner = join(home, 'runner');
    writeFileSync(runner, '#!/bin/sh\nexec node --test --test-reporter=tap\n', { mode: 0o755 });
    const project = await aProject(home, {
      agent: honestBut('GREEN', DO_THE_WORK, 'mv ../runner ../gone', SAY_YES),
      config: { phases: TWO_PHASES, tests: { command: [runner], runner: 'tap', files: ['checks/**'] } },
    });
    const run = await runProgram(project, 'run');
    expect(run).toMatchObject({ exitCode: 4 });
    expect(run.stdout).toContain('the program of the test command no longer exists');
    expect(pathOf(project)).toEqual(['RED 1 exited']);
    renameSync(join(home, 'gone'), runner);
    writeFileSync(join(project.agent, 'agent.sh'), HONEST);
    expect(await resumeAndVerify(project)).toEqual({ resume: 0, verify: 0 });
    expect(pathOf(project)).toEqual(COMPLETED);
  },
};

describe.skipIf(!hasGit || !hasProc)(
  `faults of agents and runners, one by one (needs git and /proc; ${SEED})`,
  { concurrent: true },
  () => {
    testSome(OF_AGENTS_AND_RUNNERS, 6, (title, fault) => test(title, ({ home }) => fault(home)));
  },
);
