import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { EXPECTED } from '../../agent-programs/expected.ts';
import { cleanCapture } from './capture.ts';
import { CASE_NAMES, CASES, type Case } from './cases.ts';
import { expectHonestLoop, reportedBy, usedBy } from './expect-honest-loop.ts';
import { lookAtAgents, renderLooks } from './look-at-agents.ts';
import { aModel, takeRealTurn } from './take-real-turn.ts';

// Not of `npm test`: eight programs of 2 GB, and some ask their provider again for minutes (`npm run test:agents`).
// `UPDATE=1` keeps the streams as captures.

const LOOKS = await lookAtAgents();
console.info(`Agents to drive, by version:\n${renderLooks(LOOKS)}`);

test('at least one agent program is there to drive', () => {
  expect(LOOKS.filter(({ version }) => version !== null).length, renderLooks(LOOKS)).toBeGreaterThan(0);
});

for (const { preset, version, why } of LOOKS) {
  const which = version ?? `(skipped: ${why})`;
  describe.skipIf(version === null)(`the real ${preset.program} ${which}`, { timeout: 260_000 }, () => {
    test.for(CASE_NAMES)('takes a turn as its captured stream goes: %s', async (name) => {
      const { steps, permissions = 'edit' }: Case = CASES[name];
      const { agent, model, outward, remove } = await aModel(preset, [steps]);
      try {
        const turn = await takeRealTurn(preset, agent, { permissions, timeoutMs: 250_000 });
        if (process.env['UPDATE'] === '1') {
          const path = fileURLToPath(
            new URL(`../../agent-programs/captures/${preset.name}/${name}.jsonl`, import.meta.url),
          );
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, cleanCapture(turn.stdout, agent, model.url, turn.said.session));
        }
        const { exit_code, classified } = EXPECTED[preset.name][name];
        const { ended, stillRunning } = turn;
        expect({
          exit_code: ended.exit_code,
          outcome: turn.classified.outcome,
          stillRunning,
          outward: outward(),
        }).toEqual({ exit_code, outcome: classified.outcome, stillRunning: [], outward: [] });
      } finally {
        await remove();
      }
    });

    test('goes through the whole loop with an honest model', { timeout: 420_000 }, async () => {
      const whole = await expectHonestLoop(preset);
      expect(await usedBy(whole)).toEqual(reportedBy(preset, whole));
    });
  });
}
