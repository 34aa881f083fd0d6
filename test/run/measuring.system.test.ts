import { beforeEach, describe, expect, test } from 'vitest';
import { measure } from '../../src/run/measure.ts';
import { createRun } from '../../src/run/create-run.ts';
import type { RunEvent } from '../../src/records/run-events.ts';
import { hasGit, write } from '../evidence/a-repository.ts';
import { aWorkspace, HONEST, withAnchorsAside } from './a-workspace.ts';

const REFACTOR_ONLY = [
  {
    phase: 'REFACTOR',
    purpose: 'Better code',
    gate_1: { condition: 'tests_failing == 0 AND refactoring_complete' },
    limits: { max_iterations: 1 },
  },
];

const decisionsOf = (events: readonly RunEvent[]) =>
  events.flatMap((event) =>
    event.type === 'iteration.decided'
      ? [{ left: event.decision.can_exit, unmet: event.decision.gate_1.unmet.map(({ clause }) => clause) }]
      : [],
  );

describe.skipIf(!hasGit)('what is measured (needs git)', () => {
  beforeEach(withAnchorsAside);

  test.each([
    ['in each run', 'appendFileSync', ''],
    [
      'in the first run alone',
      "existsSync('written.txt') || appendFileSync",
      ' If they should be there, commit them: the second run left them as they are.',
    ],
  ])(
    'a suite that changes the sources itself %s does not start a run, and costs nothing',
    async (_when, writes, once) => {
      const { folder, config } = await aWorkspace();
      await write(folder, {
        'test/writes.test.js': `import { appendFileSync, existsSync } from 'node:fs';\nimport { test } from 'node:test';\ntest('writes', () => void (${writes}('written.txt', 'x')));\n`,
      });
      const { ended, events } = start(config);
      expect(await ended).toEqual({
        status: 'needs_human',
        exit_code: 4,
        why: `The run did not start: The suite itself writes sources: written.txt.${once} Add files that it writes for itself to .gitignore, or under tests in the config: writes: ["written.txt"].`,
      });
      expect(events.some(({ type }) => type === 'iteration.started')).toBe(false);
    },
  );

  test('a check has no turn, so it sees none that changed nothing: doing nothing does not exit REFACTOR', async () => {
    const { folder, config } = await aWorkspace([{ phase: 'REFACTOR', say: 'x' }], {
      phases: [
        { ...REFACTOR_ONLY[0], gate_1: { condition: 'tests_failing == 0 AND no_more_improvements_identified' } },
      ],
    });
    await write(folder, { ...HONEST.RED.write, ...HONEST.GREEN.write });
    const { decision } = await measure(config);
    expect(decision.gate_1.unmet.map(({ clause }) => clause)).toEqual([
      'no_more_improvements_identified',
      // Nothing was frozen that could be compared.
      'tests_intact == true',
    ]);
  });

  test.each([
    ['over sources that did not change is only a word', {}, { left: false, unmet: ['refactoring_complete'] }],
    [
      'over sources that did change counts',
      { 'src/one.js': '/** One. */\nexport const one = () => 1;\n' },
      { left: true, unmet: [] },
    ],
  ])('REFACTORING_COMPLETE %s', async (_title, changes, decision) => {
    const turn = { phase: 'REFACTOR', write: changes, say: 'Done.', refactoring_complete: true, signal: true };
    const { folder, config } = await aWorkspace([turn], { phases: REFACTOR_ONLY });
    await write(folder, { ...HONEST.RED.write, ...HONEST.GREEN.write });
    const { ended, events } = start(config);
    await ended;
    expect(decisionsOf(events)).toEqual([decision]);
  });
});

const start = (config: Parameters<typeof createRun>[0]['config']) => {
  const events: RunEvent[] = [];
  const { ended } = createRun({ config, onEvent: (event) => events.push(event) });
  return { ended, events };
};
