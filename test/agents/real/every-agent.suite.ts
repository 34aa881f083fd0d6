import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectedOf } from '../programs/expected.ts';
import { record } from '../../recorded/recordings.ts';
import { cleanCapture, cleanStderr } from './capture.ts';
import { casesOf } from './cases.ts';
import { expectHonestLoop, reportedBy, usedBy } from './expect-honest-loop.ts';
import { lookAtAgents, renderLooks } from './look-at-agents.ts';
import { aModel, takeRealTurn } from './take-real-turn.ts';

// Not of `npm test`: ten programs of 2.5 GB, and some ask their provider again for minutes (`npm run test:agents`).
// `UPDATE=1` keeps the streams as captures.

const LOOKS = await lookAtAgents();
console.info(`Agents to drive, by version:\n${renderLooks(LOOKS)}`);

test('at least one agent program is there to drive', () => {
  expect(LOOKS.filter(({ version }) => version !== null).length, renderLooks(LOOKS)).toBeGreaterThan(0);
});

for (const { preset, version, why } of LOOKS) {
  const which = version ?? `(skipped: ${why})`;
  describe.skipIf(version === null)(`the real ${preset.program} ${which}`, { timeout: 260_000 }, () => {
    test.for(Object.entries(casesOf(preset.name)))(
      'takes a turn as its recorded stream goes: %s',
      async ([name, each]) => {
        const { steps, permissions = 'edit', resume = null, files = {} } = each;
        const { agent, model, outward, remove } = await aModel(preset, [steps]);
        try {
          for (const [path, content] of Object.entries(files)) {
            mkdirSync(dirname(join(agent.workspace, path)), { recursive: true });
            writeFileSync(join(agent.workspace, path), content);
          }
          const turn = await takeRealTurn(preset, agent, { permissions, resume, timeoutMs: 250_000 });
          if (process.env['UPDATE'] === '1')
            record(preset.name, version ?? '', name, {
              stdout: cleanCapture(turn.stdout, agent, model.url, turn.said.session),
              exit_code: turn.ended.exit_code,
              stderr: turn.said.usage === null ? cleanStderr(turn.stderr, agent) : '',
            });
          const { exit_code, classified } = expectedOf(preset.name, version ?? '', name);
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
      },
    );

    test('goes through the whole loop with an honest model', { timeout: 420_000 }, async () => {
      const whole = await expectHonestLoop(preset);
      expect(await usedBy(whole)).toEqual(reportedBy(preset, whole));
    });
  });
}
