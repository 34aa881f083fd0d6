import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { inTurn, pickSome, SEED } from '../pick-some.ts';
import { aProject } from './a-project.ts';
import { DO_THE_WORK, READ_THE_PROMPT, shell, signal } from './a-shell-agent.ts';
import { pathOf } from './read-project.ts';
import { runProgram, runUnder } from './run-program.ts';

const slow = inTurn(2, test);

const APM2_YES = `printf '{"protocol": "apm2_agent_exit", "version": "1.0.0", "phase_completed": "IMPLEMENTATION", "exit_reason": "completed", "notes": "done nonce:%s"}\\n' "$DUALGATE_NONCE"`;
const SWITCHED_ON = ['env', 'AGENT_EXIT_PROTOCOL_ENABLED=true'] as const;

/** Phases of the user's own, none of which is called as in any preset. */
const OWN_PHASES = [
  {
    phase: 'SPECIFY',
    purpose: 'Write the tests first',
    tests: 'must_fail',
    gate_1: { condition: 'tests_failing == tests_total' },
  },
  { phase: 'BUILD', purpose: 'Make them pass', gate_1: { condition: 'tests_failing == 0' } },
];
/** Does the work of RED and GREEN in them. */
const honestBy = (yes: string): string =>
  shell(
    READ_THE_PROMPT,
    'case "$DUALGATE_PHASE" in SPECIFY) prepared=RED;; *) prepared=GREEN;; esac',
    DO_THE_WORK.replace('$DUALGATE_PHASE', '$prepared'),
    yes,
  );

const aPresetProject = (home: string, preset: string, agent: string, config = {}) =>
  aProject(home, {
    agent,
    config: { preset, phases: OWN_PHASES, mutation_check: undefined, circuit_breaker: undefined, ...config },
  });

describe.skipIf(!hasGit)(`phases of the config under a preset (needs git; ${SEED})`, { concurrent: true }, () => {
  slow('complete under apm2, whose signal names IMPLEMENTATION in each of them', async ({ home }) => {
    const project = await aPresetProject(home, 'apm2', honestBy(APM2_YES));
    expect(await runUnder(project, SWITCHED_ON, 'run')).toMatchObject({ exitCode: 0 });
    expect(pathOf(project)).toEqual(['SPECIFY 1 exited', 'BUILD 1 exited']);
  });

  slow('are named where a phase_map of the config names another one, with the way out', async ({ home }) => {
    const project = await aPresetProject(home, 'apm2', honestBy(APM2_YES), {
      signals: { phase_map: { GREEN: 'REVIEW' } },
    });
    const refused = await runUnder(project, SWITCHED_ON, 'run');
    expect(refused.exitCode).toBe(78);
    expect(refused.stderr).toMatch(
      /dualgate\.yaml:\d+:\d+: phase_map names an unknown phase \(got GREEN\)\. Use one of SPECIFY, BUILD, or remove this key/,
    );
  });

  test.for(pickSome(['prp', 'ralph', 'cub', 'doyaken', 'gsd'], (preset) => preset, 2))(
    'complete under %s, and need none of the lists and words that only its own phases ask for',
    async (preset, { home }) => {
      const project = await aPresetProject(home, preset, honestBy(signal('exit')));
      expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
      expect(pathOf(project)).toEqual(['SPECIFY 1 exited', 'BUILD 1 exited']);
    },
  );
});
