import { expect, test } from 'vitest';
import { PRESETS } from '../../../src/agents/programs/presets.ts';
import type { RunEvent } from '../../../src/records/run-events.ts';
import { describeInSandbox } from '../sandbox/in-sandbox.ts';
import { listMarked, runWhole } from './a-whole-run.ts';
import { hasAgent } from './find-agent.ts';
import { TURN } from './honest-turns.ts';

const leftBy = (events: readonly RunEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'phase.exited' ? [event.phase] : []));

for (const preset of [PRESETS.pi, PRESETS.codex]) {
  const isThere = hasAgent(preset.program);
  const skipped = isThere ? '' : ' (skipped: it is not in the folder DUALGATE_AGENTS)';

  describeInSandbox(`the real ${preset.program} in the sandbox${skipped}`, () => {
    test.skipIf(!isThere)('leaves RED and GREEN, with its own state and the suite in the sandbox too', async () => {
      const whole = await runWhole(preset, [TURN.RED, TURN.GREEN], {
        until: 'GREEN',
        agent: { sandbox: 'bubblewrap', permissions: 'all' },
      });

      expect(whole.ended.why).toBe('GREEN was exited, as --until requested');
      expect(leftBy(whole.events)).toEqual(['RED', 'GREEN']);
      expect({ running: listMarked(whole.id), outward: whole.outward }).toEqual({ running: [], outward: [] });
      const [turn] = whole.events.flatMap((event) => (event.type === 'turn.ended' ? [event.turn] : []));
      expect(turn).toMatchObject({ outcome: 'ok', session: expect.any(String) });
    });
  });
}
