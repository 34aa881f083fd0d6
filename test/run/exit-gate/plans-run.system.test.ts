import { textsOf } from '../../evidence/findings/a-finding.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { renderUnmet } from '../../../gates/verdict.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { HONEST, withAnchorsAside } from '../a-workspace.ts';
import { green, red, runPreset } from './a-preset-run.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(2, test);

const ROADMAP = '# Roadmap\n\n- [x] One of it\n- [ ] The other\n\n## Later\n\n- [ ] Colours\n';
const DONE = ROADMAP.replace('[ ] The other', '[x] The other');
const REMOVED = ROADMAP.replace('- [ ] The other\n', '');
const BROKEN = { 'src/one.js': 'export const one = () => 2;\n' };
const GONE = 'ROADMAP.md: the item "The other" is missing: restore it.';

describe.skipIf(!hasGit)('preset gsd in a run (needs git)', () => {
  beforeEach(withAnchorsAside);

  slow(
    'continues while a plan is open, missing, or ticked over failing tests; exits when plans and tests are done',
    async () => {
      const reported = await runPreset({
        // The count does not rely on the freeze: a removed plan counts all the same.
        config: { preset: 'gsd', plans: { optional: ['Later'] }, integrity: 'warn' },
        files: { 'ROADMAP.md': ROADMAP },
        turns: [
          red('prp'),
          green('prp', { iteration: 1, write: BROKEN }),
          green('prp', { iteration: 2, write: { ...BROKEN, 'ROADMAP.md': DONE } }),
          green('prp', { iteration: 3, write: { ...HONEST.GREEN.write, 'ROADMAP.md': REMOVED } }),
          green('prp', { iteration: 4, write: { 'ROADMAP.md': DONE } }),
        ],
      });
      expect([reported.status, reported.why]).toEqual(['completed', 'Every phase was exited by both of its gates']);
      expect(
        reported.green.map(({ record: { metrics, findings }, decision }) => [
          metrics.plans_total,
          metrics.plans_remaining,
          metrics.tests_intact,
          textsOf(findings).includes(GONE),
          decision.can_exit,
        ]),
      ).toEqual([
        [2, 1, true, false, false],
        [2, 0, true, false, false],
        [2, 1, false, true, false],
        [2, 0, true, false, true],
      ]);
      expect(reported.green[2]?.decision.gate_1.unmet.map(renderUnmet)).toEqual([
        'plans_remaining == 0: got 1, expected 0',
      ]);
    },
  );

  slow('is stuck when the same task fails three times, at once and whatever is changed', async () => {
    const failing = (n: number) =>
      green('prp', { iteration: n, signal: false, write: { ...BROKEN, 'src/note.js': `export const n = ${n};\n` } });
    const reported = await runPreset({
      config: { preset: 'gsd' },
      files: { 'ROADMAP.md': ROADMAP },
      turns: [red('prp'), failing(1), failing(2), failing(3)],
    });
    expect([reported.status, reported.green.length, reported.why]).toEqual([
      'stuck',
      3,
      'Exit gate not passing: 3 iterations with the same failing tests',
    ]);
  });

  test.each([
    [{}, 'The run did not start: The list of plans was not found: ROADMAP.md. Write the file, or fix plans.roadmap.'],
    [
      { 'ROADMAP.md': '# Later\n\n- [ ] Colours\n' },
      'The run did not start: The list of plans has no items that count: ROADMAP.md. Write each item as a checkbox: "- [ ] text of the item".',
    ],
  ])('does not begin without plans: zero of zero is nothing', async (files, why) => {
    const reported = await runPreset({
      config: { preset: 'gsd', plans: { optional: ['Later'] } },
      files,
      turns: [red('prp')],
    });
    expect([reported.status, reported.why]).toEqual(['needs_human', why]);
  });
});

describe.skipIf(!hasGit)('preset ralph in a run (needs git)', () => {
  beforeEach(withAnchorsAside);

  test('needs every task ticked, its own words of completion, and EXIT_SIGNAL: true', async () => {
    const list = '- [ ] One\n\n## Nice to have\n\n- [ ] Colours\n';
    const reported = await runPreset({
      config: { preset: 'ralph' },
      files: { '@fix_plan.md': list },
      turns: [
        red('ralph'),
        green('ralph', { iteration: 1, say: 'All tasks are complete and done.' }),
        green('ralph', {
          iteration: 2,
          write: { '@fix_plan.md': list.replace('[ ] One', '[x] One') },
          say: 'All tasks complete, ready for review.',
        }),
      ],
    });
    expect(reported.status).toBe('completed');
    expect(
      reported.green.map(({ record: { metrics }, exit_gate }) => [metrics.tasks_remaining, exit_gate]),
    ).toMatchObject([
      [1, { event: 'exit_gate_blocked', indicators: 3, decided_by: 'other_clauses' }],
      [0, { event: 'exit_gate_passed', indicators: 3, evidence_indicators: 0, threshold: 2 }],
    ]);
  });
});
