import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { parse, stringify } from 'yaml';
import { write } from '../evidence/a-repository.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, ONE_CHANCE, phases, type Project } from './a-project.ts';
import { DO_THE_WORK, honestBut, SAY_NO, SAY_YES } from './a-shell-agent.ts';
import { hasProc } from './processes.ts';
import { pathOf, recordsOf, statusOf } from './read-project.ts';
import { PROGRAM, runProgram } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(3, test);

/** GREEN is done in its second turn. */
const SLOW_IN_GREEN = honestBut(
  'GREEN',
  DO_THE_WORK,
  'if [ -e ../tried ]; then',
  SAY_YES,
  'else',
  'touch ../tried',
  SAY_NO,
  'fi',
);

/** As an operator edits it, between two runs. */
const change = ({ workspace }: Project, keys: Readonly<Record<string, unknown>>): void => {
  const path = join(workspace, 'dualgate.yaml');
  writeFileSync(path, stringify({ ...parse(readFileSync(path, 'utf8')), ...keys }));
};

/** RED could not be exited under it any more, so that its exit shows which config decided. */
const MORE_CHANCES = phases({
  RED: { gate_1: { name: 'many', condition: 'tests_total >= 99' } },
  GREEN: { limits: { max_iterations: 4 } },
});

const ACCEPT = ['resume', '--accept-config', '-m', 'one chance was too few'] as const;

describe.skipIf(!hasGit)('a config that changed during a run (needs git)', { concurrent: true }, () => {
  slow('is accepted for the run of a task of a list, too', async ({ home }) => {
    await write(home, { '.gitconfig': '[user]\n\tname = Bea\n\temail = bea@example.org\n' });
    const project = await aProject(home, {
      agent: SLOW_IN_GREEN,
      config: { work: { specs: 'specs/', attempts: 1 }, phases: ONE_CHANCE, commits: true },
    });
    expect(await runProgram(project, ...ACCEPT)).toMatchObject({
      exitCode: 77,
      stderr: expect.stringContaining('no task of the list has begun'),
    });
    await runProgram(project, 'run', '--until', 'RED');
    change(project, { phases: MORE_CHANCES });
    const resumed = await runProgram(project, 'resume', 'specs/shout.md', ...ACCEPT.slice(1));
    expect(resumed.stderr).toContain('phases[GREEN].limits.max_iterations 1 → 4');
    expect(resumed.exitCode, resumed.stderr).toBe(0);
    expect(recordsOf(project, 'operator.accepted')).toMatchObject([{ reason: 'one chance was too few' }]);
    expect((await runProgram(project, 'resume', 'specs/none.md', ...ACCEPT.slice(1))).stderr).toContain(
      'Cannot find a run of specs/none.md: begun and not done are no tasks.',
    );
  });

  slow('is refused with its changes, and after its acceptance rules a run that completes', async ({ home }) => {
    await write(home, { '.gitconfig': '[user]\n\tname = Bea\n\temail = bea@example.org\n' });
    const command = [join(home, 'agent', 'agent.sh')];
    const project = await aProject(home, {
      agent: SLOW_IN_GREEN,
      config: { phases: ONE_CHANCE, commits: true, agent: { command, env: { LOGIN: 'one' } } },
    });
    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });
    change(project, {
      phases: MORE_CHANCES,
      agent: { command, env: { LOGIN: 'two words' } },
    });

    const refused = await runProgram(project, 'resume');
    expect(refused.exitCode).toBe(77);
    expect(refused.stderr).toContain('phases[GREEN].limits.max_iterations 1 → 4');
    expect(refused.stderr).toContain('agent.env.LOGIN (hidden) → (hidden)');
    expect(refused.stderr).toContain('dualgate resume --accept-config -m "why"');
    expect(refused.stderr).not.toContain('two words');
    expect(await runProgram(project, 'resume', '--accept-config')).toMatchObject({ exitCode: 64 });
    expect(await runProgram(project, 'resume', '--accept-config', '-m', ' ')).toMatchObject({ exitCode: 77 });
    expect(recordsOf(project, 'operator.accepted')).toEqual([]);

    const resumed = await runProgram(project, ...ACCEPT);

    expect(resumed.exitCode).toBe(0);
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held', 'GREEN 2 exited']);
    expect(await statusOf(project)).toMatchObject({
      ending: { status: 'completed' },
      accepted: [
        {
          phase: 'GREEN',
          reason: 'one chance was too few',
          files: ['dualgate.yaml'],
          config: expect.arrayContaining([{ key: 'phases[GREEN].limits.max_iterations', from: '1', to: '4' }]),
        },
      ],
    });
    for (const view of ['status', 'report', 'explain'])
      expect((await runProgram(project, view)).stdout).toContain('phases[GREEN].limits.max_iterations 1 → 4');
    expect(await runProgram(project, 'verify')).toMatchObject({ exitCode: 0 });
    const replayed = await runProgram(project, 'replay');
    expect(`${replayed.exitCode} ${replayed.stdout} ${replayed.stderr}`).toMatch(/^0 /);
    const proved = await runProgram(project, 'prove');
    expect(proved.exitCode).not.toBe(0);
    expect(proved.stderr).toContain('an operator changed the config during the run, and a proof follows only one');
    // Frozen as it is now.
    expect(recordsOf(project, 'operator.accepted')[0]?.files).toEqual({ 'dualgate.yaml': expect.any(String) });
  });

  slow('cannot remove the phase of the run, change its tests, be invalid or lower the floor', async ({ home }) => {
    const project = await aProject(home, {
      agent: honestBut('GREEN', SAY_NO),
      config: { phases: ONE_CHANCE },
    });
    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });
    const before = readFileSync(join(project.workspace, 'dualgate.yaml'), 'utf8');
    const attempts: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
      [{ phases: phases({ RED: {} }) }, 'it removes GREEN, the phase of the run'],
      [{ phases: phases({ GREEN: {} }) }, 'it changes the phases up to GREEN'],
      [{ tests: { command: ['true'], runner: 'tap', files: ['**'] } }, 'cannot change during a run'],
      [{ work: { spec: 'dualgate.yaml' } }, 'work.spec cannot change during a run'],
      [{ confirmations: 1 }, 'confirmations'],
      [{ phases: 'none' }, 'phases'],
      [{}, 'it is unchanged'],
    ];
    for (const [keys, says] of attempts) {
      if (Object.keys(keys).length > 0) change(project, keys);
      const { exitCode, stderr } = await runProgram(project, ...ACCEPT);
      expect(`${exitCode} ${stderr}`).toMatch(/^(?!0 )/);
      expect(stderr).toContain(says);
      writeFileSync(join(project.workspace, 'dualgate.yaml'), before);
    }
    expect(recordsOf(project, 'operator.accepted')).toEqual([]);
  });

  slow.skipIf(!hasProc)('is accepted from inside no turn, and holds the phase as before', async ({ home }) => {
    const sneak = `sed -i 's/max_iterations: 1$/max_iterations: 9/' dualgate.yaml; "${process.execPath}" "${PROGRAM}" resume --accept-config -m mine > ../heard 2>&1`;
    const project = await aProject(home, {
      agent: honestBut('GREEN', sneak, DO_THE_WORK, SAY_YES),
      config: { phases: ONE_CHANCE },
    });
    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 1 });
    expect(readFileSync(join(home, 'heard'), 'utf8')).toContain(
      'Cannot accept a config from inside a turn of the agent.',
    );
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held']);
    expect(recordsOf(project, 'operator.accepted')).toEqual([]);
    expect(await runProgram(project, 'resume')).toMatchObject({
      exitCode: 77,
      stderr: expect.stringContaining('phases[GREEN].limits.max_iterations 1 → 9'),
    });
  });
});
