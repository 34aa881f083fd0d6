import { textsOf } from '../../evidence/findings/a-finding.ts';
import { describe, expect, test } from 'vitest';
import { PRESETS } from '../../../src/agents/programs/presets.ts';
import { readRun } from '../../../src/view/read-run.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { HONEST } from '../../run/a-workspace.ts';
import type { Step } from '../model-server/step.ts';
import { listMarked, runWhole, type WholeRunOptions } from './a-whole-run.ts';
import { COMPLETED, expectHonestLoop, reportedBy, usedBy } from './expect-honest-loop.ts';
import { hasAgent } from './find-agent.ts';
import { CLAIM, REFACTORED, TURN, WORK } from './honest-turns.ts';
import { AGREED, leftAt, PREMATURE, reasonsOf, typed } from './run-events.ts';
import { inTurn, pickOne } from '../../pick-some.ts';

// Three days and two programs: each test has its turn with both.
const slow = inTurn(3, test);

const SOURCE = 'src/one.js';
const TEST = 'test/one.test.js';
const ARCHITECTURE = 'docs/architecture.md';
const NO_DOCUMENT = (path: string) =>
  expect.stringMatching(new RegExp(`^${path}: does not count as a document: it has 0 words`));

for (const preset of pickOne([PRESETS.pi, PRESETS.codex])) {
  const isThere = hasAgent(preset.program) && hasGit && process.platform === 'linux';
  const skipped = isThere ? '' : ' (skipped: it is not in the folder DUALGATE_AGENTS, or git or Linux is missing)';

  const run = async (lists: readonly (readonly Step[])[], options: WholeRunOptions = {}) => {
    const whole = await runWhole(preset, lists, options);
    expect({ running: listMarked(whole.id), outward: whole.outward }).toEqual({ running: [], outward: [] });
    return whole;
  };

  const which = `${preset.program}${skipped}`;
  describe.skipIf(!isThere)(`the whole loop to its end with the real ${which}`, { timeout: 180_000 }, () => {
    slow('completes with an honest model, and its ledger says what was done and what it used', async () => {
      const whole = await expectHonestLoop(preset);
      expect(await usedBy(whole)).toEqual(reportedBy(preset, whole));
    });

    slow('is held in REFACTOR when the work broke, and when nobody says that it is done', async () => {
      const broken = [{ write: SOURCE, content: 'export const one = () => 2;\n' }, REFACTORED];
      const { ended, events } = await run([TURN.RED, TURN.GREEN, broken, [...WORK.REFACTOR, CLAIM], [REFACTORED]], {
        until: 'REFACTOR',
      });
      const held = typed(events, 'phase.held').map(({ phase, reason, unmet }) => [phase, reason, unmet[0]]);
      expect(held).toEqual([
        ['REFACTOR', PREMATURE, 'tests_failing == 0: got 1, expected 0'],
        ['REFACTOR', PREMATURE, expect.stringContaining('refactoring_complete')],
      ]);
      expect(ended).toEqual(leftAt('REFACTOR'));
    });

    slow('takes a claim to have refactored for what it is: a turn that changed nothing', async () => {
      const { ended, config } = await run([TURN.RED, TURN.GREEN, [REFACTORED]], { until: 'REFACTOR' });
      expect(ended).toEqual(leftAt('REFACTOR'));
      const { records } = await readRun(config);
      const [last] = records.flatMap((it) => (it.type === 'iteration.decided' ? [it.data.record] : [])).slice(-1);
      expect(last).toMatchObject({
        phase: 'REFACTOR',
        metrics: { refactoring_complete: false, no_more_improvements_identified: true },
      });
    });

    slow('is held in DOCUMENT by a diagram that does not parse and by a frozen test that was edited', async () => {
      const documents = HONEST.DOCUMENT.write;
      const unparsed = documents[ARCHITECTURE].replace('Rel(user, one, "Calls")', 'Rel(user, one, ');
      const frozen = HONEST.RED.write[TEST];
      const edits = [{ write: TEST, content: `${frozen}export const described = true;\n` }, ...WORK.DOCUMENT, CLAIM];
      const lists = [
        TURN.RED,
        TURN.GREEN,
        TURN.REFACTOR,
        [...WORK.DOCUMENT, { write: ARCHITECTURE, content: unparsed }, CLAIM],
        edits,
        [{ write: TEST, content: frozen }, CLAIM],
      ];
      const { ended, events } = await run(lists);
      expect(reasonsOf(events)).toEqual([AGREED, AGREED, AGREED, PREMATURE, PREMATURE, AGREED]);
      expect(
        typed(events, 'phase.held').map(({ phase, unmet, findings }) => ({ phase, unmet, notes: textsOf(findings) })),
      ).toEqual([
        {
          phase: 'DOCUMENT',
          unmet: [
            'docs_generated >= required_docs_count: got 2, expected 3 or more',
            'all_diagrams_valid == true: got false, expected true',
            'has_c4_diagrams == true: got false, expected true',
          ],
          notes: [
            expect.stringMatching(/^docs\/architecture\.md:3: the diagram is not valid: Parse error on line 6/),
            NO_DOCUMENT('README.md'),
            NO_DOCUMENT(ARCHITECTURE),
            expect.stringMatching(/^No valid C4 diagram was found: draw one in a /),
          ],
        },
        {
          phase: 'DOCUMENT',
          unmet: ['tests_intact == true: got false, expected true'],
          notes: [
            `${TEST} was changed after it was frozen: restore it.`,
            expect.stringContaining(`dualgate accept ${TEST} -m`),
            NO_DOCUMENT('README.md'),
          ],
        },
      ]);
      expect(ended).toEqual(COMPLETED);
    });
  });
}
