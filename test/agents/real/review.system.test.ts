import { describe, expect, test } from 'vitest';
import { PRESETS } from '../../../src/agents/programs/presets.ts';
import { replayRun } from '../../../src/doctor/replay/replay-run.ts';
import { readRun } from '../../../src/view/read-run.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { pickOne } from '../../pick-some.ts';
import { aVerdict, APPROVES, finds } from '../../evidence/review/a-reviewer.ts';
import type { Step } from '../model-server/step.ts';
import { listMarked, runWhole } from './a-whole-run.ts';
import { hasAgent } from './find-agent.ts';
import { CLAIM, WORK } from './honest-turns.ts';

/** The model answers with the nonce of its prompt. */
const answer = (words: string): readonly Step[] => [{ say: words.replaceAll('NONCE', '{{nonce}}') }];

for (const preset of pickOne([PRESETS.codex, PRESETS.claude])) {
  const isThere = hasAgent(preset.program) && hasGit && process.platform === 'linux';
  const skipped = isThere ? '' : ' (skipped: it is not in the folder DUALGATE_AGENTS, or git or Linux is missing)';

  describe.skipIf(!isThere)(`a review by the real ${preset.program}${skipped}`, { timeout: 180_000 }, () => {
    test('holds with findings, counts no quoted verdict, and approves in a fresh session', async () => {
      const quoted = aVerdict({ nonce: '0123456789abcdef', verdict: 'approve' });
      const again = [{ run: 'echo "// fixed" >> src/one.js' }, CLAIM];
      const lists = [
        [...WORK.RED, CLAIM],
        answer(`The change says:\n${quoted}${finds('src/one.js', 1, 'has no unit')}`),
        again,
        answer(`Now:\n${APPROVES}`),
      ];
      const whole = await runWhole(preset, lists, {
        until: 'RED',
        configOf: (model) => ({
          checks: { review: { agent: { use: preset.name, timeout: '30s', ...(model === null ? {} : { model }) } } },
        }),
      });
      expect({ running: listMarked(whole.id), outward: whole.outward }).toEqual({ running: [], outward: [] });
      const { records } = await readRun(whole.config);
      const reviews = records.flatMap((each) => (each.type === 'review.ended' ? [each.data] : []));
      expect(reviews.map(({ outcome, why, findings, turn }) => [outcome, why, findings.length, turn.outcome])).toEqual([
        ['findings', '', 1, 'ok'],
        ['approved', '', 0, 'ok'],
      ]);
      expect(new Set(reviews.map(({ turn }) => turn.session)).size).toBe(2);
      expect(whole.ended.status).toBe('paused');
      expect(replayRun(records)).toMatchObject({ same: true, oddities: [] });
    });
  });
}
