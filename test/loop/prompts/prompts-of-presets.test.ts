import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../../src/read-config/parse-config.ts';
import { CONFIG_PRESET_NAMES, type ConfigPresetName } from '../../../src/signals/systems/systems.ts';
import { renderPrompt } from '../../../src/loop/prompts/render-prompt.ts';
import { dialectAsked } from '../../../src/signals/systems/dialects.ts';
import { readSignal } from '../../../src/signals/signal-reader.ts';
import { FACTS } from './facts.ts';

/** How the block of each begins, as its specification has it, and what its own prompt adds. */
const ASKED: Readonly<Record<ConfigPresetName, readonly [block: string, own: RegExp]>> = {
  prp: ['---PRP_PHASE_STATUS---', /GATE_1, GATE_2 and CAN_EXIT are not yours to fill in/],
  ralph: ['---RALPH_STATUS---', /Work off the fix plan/],
  cub: ['EXIT_STATUS: {COMPLETE|CONTINUE}', /Completion Protocol\. When you believe the task is complete:/],
  doyaken: ['DOYAKEN_STATUS:', /Review and verify before you say that the phase is complete/],
  apm2: ['  "protocol": "apm2_agent_exit",', /Do not poll for the status of CI/],
  gsd: ['---PRP_PHASE_STATUS---', /Tick a plan, `- \[x\]`, when its tests pass/],
};

describe.each(CONFIG_PRESET_NAMES)('the prompt of %s', (preset) => {
  const { phases, signals } = parseConfig(
    `preset: ${preset}\nwork: { spec: s.md }\nagent: { command: my-agent }\ntests: { command: vitest run }\n`,
    { path: '/w/dualgate.yaml', readFile: () => '' },
  );
  const dialect = dialectAsked(signals.dialect);
  const [block, own] = ASKED[preset];

  test.each(['RED', 'GREEN'])('of %s asks for its block, in which nothing is filled in', (name) => {
    const phase = phases.find((each) => each.phase === name);
    if (phase === undefined) throw new Error('there is no such phase');
    const prompt = renderPrompt({ ...FACTS, phase, dialect, workPhase: signals.phase_map[name] });
    expect(prompt.split('\n')).toContain(block);
    expect(prompt).toContain('n-7f3a');
    const binding = { phase: name, iteration: 1, nonce: 'n-7f3a', tests: phase.tests } as const;
    expect(readSignal(prompt, binding, { dialect }).value).toBeNull();
    if (name === 'GREEN') expect(prompt).toMatch(own);
  });
});

describe('the Completion Protocol of spec 000', () => {
  const { phases } = parseConfig(
    `preset: cub
work: { spec: s.md }
agent: { command: my-agent }
tests: { command: vitest run }
phases:
  - phase: TASK
    purpose: Complete the task
    gate_1:
      condition: completion_indicators + evidence_indicators >= indicator_threshold
`,
    { path: '/w/dualgate.yaml', readFile: () => '' },
  );
  const [phase] = phases;
  if (phase === undefined) throw new Error('there is no phase');

  test('is in the prompt of one phase alone, too', () => {
    expect(renderPrompt({ ...FACTS, phase, dialect: 'cub' })).toContain(
      'Completion Protocol. When you believe the task is complete:\n\n1. Verify all acceptance criteria are met\n',
    );
  });

  test('is missing where tests must fail, and in another dialect', () => {
    expect(renderPrompt({ ...FACTS, phase: { ...phase, tests: 'must_fail' }, dialect: 'cub' })).not.toContain(
      'Protocol',
    );
    expect(renderPrompt({ ...FACTS, phase, dialect: 'prp' })).not.toContain('Protocol');
  });
});
