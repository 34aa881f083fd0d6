import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { pickOne } from '../../pick-some.ts';
import { PRESETS } from '../../../src/agents/programs/presets.ts';
import { readSignal } from '../../../src/signals/signal-reader.ts';
import type { Step } from '../model-server/step.ts';
import { EXPECTED } from '../programs/expected.ts';
import { CASES, type CaseName } from './cases.ts';
import { hasAgent } from './find-agent.ts';
import { aModel, type RealAgent, takeRealTurn } from './take-real-turn.ts';

const FAILURES = ['api_401', 'api_429', 'api_500'] as const satisfies readonly CaseName[];
const anySession = expect.stringMatching(/^[\da-f-]{36}$/);
const anyMs = expect.any(Number);

let real: RealAgent | null = null;
afterEach(async () => {
  const outward = real?.outward() ?? [];
  await real?.remove();
  real = null;
  // Whatever a test was about, it asked no other host.
  expect(outward).toEqual([]);
});

for (const preset of pickOne([PRESETS.pi, PRESETS.codex])) {
  const isThere = hasAgent(preset.program);
  const skipped = isThere ? '' : ' (skipped: it is not in the folder DUALGATE_AGENTS)';
  const start = async (...lists: readonly (readonly Step[])[]): Promise<RealAgent> => {
    real = await aModel(preset, lists);
    return real;
  };

  describe.skipIf(!isThere)(`a turn of the real ${preset.program}${skipped}`, () => {
    test('writes a file, runs a command, and gives its exit signal with usage and session', async () => {
      const { agent, model } = await start(CASES.honest.steps);
      const turn = await takeRealTurn(preset, agent);
      const { extracted, classified } = EXPECTED[preset.name].honest;
      expect(turn.said).toEqual({ ...extracted, session: anySession });
      expect(turn.classified).toEqual(classified);
      expect(turn.ended).toEqual({ ended: 'exited', exit_code: 0, signal: null, ms: anyMs, left_running: [] });
      const fileOf = (name: string) => readFileSync(join(agent.workspace, name), 'utf8');
      expect([fileOf('hello.txt'), fileOf('nonce.txt')]).toEqual(['hello\n', 'n-123\n']);
      const binding = { phase: 'RED', iteration: 2, nonce: 'n-123', tests: 'must_fail' } as const;
      expect(readSignal(turn.said.said ?? '', binding)).toMatchObject({ value: true, reason: 'explicit_true' });
      // It asked the model of this test and nothing else of it.
      expect(model.requests.map(({ nonce }) => nonce)).toEqual(['n-123', 'n-123', 'n-123']);
      expect(turn.stillRunning).toEqual([]);
    });

    test('does not speak with the words of a file that it read', async () => {
      const { agent } = await start(CASES.echo.steps);
      const turn = await takeRealTurn(preset, agent);
      expect(turn.stdout).toContain('EXIT_SIGNAL: true');
      expect(turn.said.said).toBe('I looked at the claim.');
    });

    test.for(FAILURES)('fails as its captured stream does: %s', async (name) => {
      const { agent } = await start(CASES[name].steps);
      const turn = await takeRealTurn(preset, agent);
      const { exit_code, classified } = EXPECTED[preset.name][name];
      const message = expect.stringContaining(classified.error?.message.split(', url')[0] ?? '');
      expect({ exit_code: turn.ended.exit_code, ...turn.classified }).toEqual({
        exit_code,
        outcome: classified.outcome,
        error: { ...classified.error, message },
      });
    });

    test('continues its session on request, and otherwise starts a fresh one', async () => {
      const { agent } = await start([{ say: 'one' }], [{ say: 'two' }], [{ say: 'three' }]);
      const first = await takeRealTurn(preset, agent, { nonce: 'n-1' });
      const second = await takeRealTurn(preset, agent, { nonce: 'n-2', resume: first.said.session });
      const third = await takeRealTurn(preset, agent, { nonce: 'n-3' });
      expect([first.said.said, second.said.said, third.said.said]).toEqual(['one', 'two', 'three']);
      expect(second.said.session).toBe(first.said.session);
      expect(third.said.session).not.toBe(first.said.session);
    });

    test('that hangs is ended, with all that it started', async () => {
      const { agent } = await start([{ run: 'setsid sleep 300 > hang.log 2>&1 & echo started' }, { hang: true }]);
      const turn = await takeRealTurn(preset, agent, { timeoutMs: 6_000 });
      expect({ outcome: turn.classified.outcome, said: turn.said.said }).toEqual({ outcome: 'timed_out', said: null });
      expect(turn.stillRunning).toEqual([]);
    });
  });
}
