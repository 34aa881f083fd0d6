import { expect, test } from 'vitest';
import { SMOKE_TEST_STEPS } from '../../../src/doctor/smoke-test/smoke-test-steps.ts';
import { writeSmokeTestPrompt } from '../../../src/doctor/smoke-test/take-smoke-test.ts';
import { readSignal } from '../../../src/signals/signal-reader.ts';

const TASK = { file: 'f.txt', text: 'quiet-otter', shellFile: 's.txt', command: 'pwd > s.txt', programs: new Map() };
const BINDING = { phase: 'RED', iteration: 1, nonce: 'n-7f3a', tests: 'must_fail', workPhase: 'DRAFT' } as const;

/** Values that an agent that can read puts in place of the placeholders of each dialect. */
const FILLED = {
  prp: [
    ['IN_PROGRESS | BLOCKED | COMPLETE', 'COMPLETE'],
    ['true | false', 'true'],
    ['<one line: the next action>', 'none'],
  ],
  ralph: [
    ['IN_PROGRESS | COMPLETE | BLOCKED', 'COMPLETE'],
    ['PASSING | FAILING | NOT_RUN', 'NOT_RUN'],
    ['true | false', 'true'],
  ],
  cub: [
    ['{COMPLETE|CONTINUE}', 'COMPLETE'],
    ['<none, or what is left, on one line>', 'none'],
  ],
  doyaken: [
    ['true/false', 'true'],
    ['pass/fail/skip/unknown', 'unknown'],
    ['<brief description or "none">', 'none'],
  ],
  apm2: [['completed | blocked | error', 'completed']],
} as const;
/** In the first phase a suite that passes would be a contradiction. */
const TESTS_STATUS: Readonly<Record<string, string>> = {
  ralph: 'TESTS_STATUS: NOT_RUN',
  doyaken: 'TESTS_STATUS: unknown',
};
const DIALECTS = ['prp', 'ralph', 'cub', 'doyaken', 'apm2'] as const;

test.each(DIALECTS)(
  'a smoke test under %s ends with a block that says yes when it is filled in, and nothing as it is',
  (dialect) => {
    const facts = { dialect, phase: 'RED', iteration: 1, nonce: BINDING.nonce, workPhase: BINDING.workPhase };
    const prompt = writeSmokeTestPrompt(SMOKE_TEST_STEPS, TASK, { ...facts, signalCommand: true });
    const filled = FILLED[dialect].reduce((text, [placeholder, word]) => text.replace(placeholder, word), prompt);
    expect(readSignal(filled, BINDING, { dialect }).value).toBe(true);
    expect(prompt.match(/You ran no tests: say (TESTS_STATUS: \w+)/)?.[1]).toBe(TESTS_STATUS[dialect]);
    expect(readSignal(prompt, BINDING, { dialect }).value).not.toBe(true);
  },
);
