import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { PRESETS } from '../../../src/agents/presets/presets.ts';
import { EXPECTED } from '../presets/expected.ts';
import { cleanCapture } from './capture.ts';
import { CASE_NAMES, CASES, type Case } from './cases.ts';
import { hasAgent } from './find-agent.ts';
import { aModel, takeRealTurn } from './take-real-turn.ts';

// Not of `npm test`: eight programs of 2 GB, and some ask their provider again for minutes (`npm run test:agents`).
// `UPDATE=1` keeps the streams as captures.

for (const preset of Object.values(PRESETS)) {
  const isThere = hasAgent(preset.program);
  const skipped = isThere ? '' : ' (skipped: it is not in the folder DUALGATE_AGENTS)';
  describe.skipIf(!isThere)(`a turn of the real ${preset.program}${skipped}`, () => {
    test.for(CASE_NAMES)('goes as its captured stream does: %s', { timeout: 260_000 }, async (name) => {
      const { steps, permissions = 'edit' }: Case = CASES[name];
      const { agent, model, remove } = await aModel(preset, [steps]);
      try {
        const turn = await takeRealTurn(preset, agent, { permissions, timeoutMs: 250_000 });
        if (process.env['UPDATE'] === '1') {
          const path = fileURLToPath(new URL(`../presets/captures/${preset.name}/${name}.jsonl`, import.meta.url));
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, cleanCapture(turn.stdout, agent, model.url, turn.said.session));
        }
        const { exit_code, classified } = EXPECTED[preset.name][name];
        expect({ exit_code: turn.ended.exit_code, outcome: turn.classified.outcome }).toEqual({
          exit_code,
          outcome: classified.outcome,
        });
      } finally {
        await remove();
      }
    });
  });
}
