import { describe, expect, test } from 'vitest';
import { PRESETS } from '../../../src/agents/programs/presets.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { listMarked, runWhole } from './a-whole-run.ts';
import { expectHonestLoop, reportedBy, usedBy } from './expect-honest-loop.ts';
import { hasAgent } from './find-agent.ts';
import { CLAIM, TURN } from './honest-turns.ts';
import { AGREED, leftAt, PREMATURE, reasonsOf } from './run-events.ts';

// Programs that CI does not install: `.ci/full` does.
describe.each([PRESETS.kilo, PRESETS.continue])('whole runs with the real $title', { timeout: 420_000 }, (preset) => {
  const isThere = hasAgent(preset.program) && hasGit && process.platform === 'linux';
  const skipped = isThere ? '' : ' (skipped: it is not in the folder DUALGATE_AGENTS, or git or Linux is missing)';

  test.skipIf(!isThere)(`complete with an honest model${skipped}`, async () => {
    const whole = await expectHonestLoop(preset);
    expect(await usedBy(whole)).toEqual(reportedBy(preset, whole));
  });

  test.skipIf(!isThere)(`are held where the model claims too early${skipped}`, async () => {
    const options = { until: 'RED', agent: { timeout: '100s' } } as const;
    const { id, ended, events } = await runWhole(preset, [[CLAIM], TURN.RED], options);
    expect(reasonsOf(events)).toEqual([PREMATURE, AGREED]);
    expect([ended, listMarked(id)]).toEqual([leftAt('RED'), []]);
  });
});
