import { textsOf } from '../../evidence/findings/a-finding.ts';
import { readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { renderUnmet } from '../../../gates/verdict.ts';
import { createRun } from '../../../src/run/create-run.ts';
import { explainIteration } from '../../../src/view/explain/explain-iteration.ts';
import { readRun } from '../../../src/view/read-run.ts';
import type { RunEvent } from '../../../src/records/run-events.ts';
import { aFolder, hasGit } from '../../evidence/a-repository.ts';
import { aWorkspace, HONEST, type ScriptedTurn, withAnchorsAside } from '../../run/a-workspace.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(4, test);

const MUTATION_CHECK = { mutation_check: { mutants: 3, at_least: 3, minutes: 2 } };
const TWO_PHASES = {
  phases: [
    {
      phase: 'RED',
      purpose: 'p',
      tests: 'must_fail',
      gate_1: { name: 'r', condition: 'tests_failing == tests_total' },
    },
    {
      phase: 'GREEN',
      purpose: 'p',
      tests: 'must_pass',
      gate_1: { name: 'g', condition: 'tests_failing == 0' },
      limits: { max_iterations: 2 },
    },
  ],
};
const CODE = `export const one = () => {
  const half = 0.5;
  return half + half;
};
`;
/** Fails until there is a file, and asks the code for nothing. */
const HOLLOW = `import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { ok } from 'node:assert/strict';
import { one } from '../src/one.js';
test('AC-1: one is 1', () => ok(existsSync('src/done.js') && one));
`;

const turnsOf = (test: string): readonly ScriptedTurn[] => [
  { phase: 'RED', ...HONEST.RED, write: { 'src/one.js': 'export const one = () => 0;\n', 'test/one.test.js': test } },
  { phase: 'GREEN', say: 'It passes.', signal: true, write: { 'src/one.js': CODE, 'src/done.js': '' } },
];
const ASKS = HONEST.RED.write['test/one.test.js'];

const play = async (test: string, spoil: Readonly<Record<string, unknown>> = {}) => {
  const { folder, config } = await aWorkspace(turnsOf(test), { ...TWO_PHASES, ...MUTATION_CHECK, ...spoil });
  const events: RunEvent[] = [];
  const run = createRun({ config, onEvent: (event) => events.push(event) });
  const ended = await run.ended;
  const found = <T extends RunEvent['type']>(type: T) =>
    events.filter((event): event is RunEvent & { readonly type: T } => event.type === type);
  return { folder, config, ended, events, found };
};

const isCopy = (name: string): boolean => name.startsWith('dualgate-mutants-');
const listCopies = async (): Promise<readonly string[]> => (await readdir(tmpdir())).filter(isCopy);

describe.skipIf(!hasGit)('the mutation check of a suite, in a run (needs git)', () => {
  beforeEach(async () => {
    await withAnchorsAside();
  });

  slow('holds a phase whose tests notice no fault, and names the faults', async () => {
    const { ended, found, folder, config } = await play(HOLLOW);

    expect(ended.status).toBe('stuck');
    expect(found('phase.exited').map(({ phase }) => phase)).toEqual(['RED']);
    const [held] = found('phase.held');
    expect(held).toMatchObject({
      phase: 'GREEN',
      reason: 'Exit signal set but Gate 1 not satisfied',
      unmet: [
        'mutants_killed_percent >= 50 OR mutants_tested < 3: mutants_killed_percent >= 50: got 0, expected 50 or more; mutants_tested < 3: got 6, expected less than 3',
        'code_reached_percent >= 50: got 0, expected 50 or more',
      ],
    });
    expect(held?.findings[0]?.text).toBe(
      'The tests killed none of the 6 mutants: they cannot tell working code from broken code. Write tests that fail with these changes.',
    );
    // Three would do, but before a phase is held twice as many are tried.
    const tried = found('mutant.tested').slice(0, 6);
    expect(tried.map(({ end }) => end)).toEqual(Array.from({ length: 6 }, () => 'survived'));
    for (const { path, line } of tried)
      expect(textsOf(held?.findings).join('\n')).toContain(`Mutant survived at ${path}:${line}: `);

    const { mutation_check, decision } = explainIteration(await readRun(config), { phase: 'GREEN', iteration: 1 });
    expect(decision.gate_1.values).toMatchObject({ mutants_tested: 6, mutants_killed_percent: 0 });
    expect(mutation_check).toMatchObject({
      seed: found('mutation_check.started')[0]?.seed,
      mutants_tested: 6,
      inconclusive: null,
    });
    expect(decision.gate_1.unmet.map(renderUnmet)).toEqual(held?.unmet);
    expect(await readFile(join(folder, 'src/one.js'), 'utf8')).toBe(CODE);
  });

  slow(
    'draws the same mutants again while nothing changes: an agent that asks again gets the same verdict',
    async () => {
      const { found } = await play(HOLLOW);
      const seeds = found('mutation_check.started').map(({ seed }) => seed);
      expect(seeds).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), seeds[0]]);
      const tried = [1, 2].map((iteration) =>
        found('mutant.tested').flatMap((each) =>
          each.iteration === iteration ? [`${each.path}:${each.line} ${each.after} ${each.end}`] : [],
        ),
      );
      expect(tried[0]).not.toEqual([]);
      expect(tried[1]).toEqual(tried[0]);
    },
  );

  slow('lets a phase exit whose tests kill a mutant, after the same record was decided with it', async () => {
    const { ended, events, found, config } = await play(ASKS);
    expect(ended.status).toBe('completed');
    const [mutationChecked] = found('mutation_check.ended');
    expect(mutationChecked).toMatchObject({ phase: 'GREEN', inconclusive: null });
    expect(mutationChecked?.mutants_killed).toBeGreaterThanOrEqual(1);
    const types = events.map(({ type }) => type);
    expect(types.lastIndexOf('mutation_check.ended')).toBeLessThan(types.lastIndexOf('iteration.decided'));
    const { record } = explainIteration(await readRun(config), { phase: 'GREEN', iteration: null });
    expect(record.metrics).toMatchObject({ mutants_killed: mutationChecked?.mutants_killed, tree_stable: true });
  });

  slow('is not asked where tests have to fail, and not over a gate that is shut anyway', async () => {
    const { found } = await play(ASKS.replaceAll('1)', '2)'));
    expect(found('iteration.decided').length).toBeGreaterThanOrEqual(2);
    expect(found('mutation_check.started')).toEqual([]);
  });

  const asking = (condition: string, limits: object = { max_iterations: 2 }) => ({
    phases: TWO_PHASES.phases.map((phase) =>
      phase.phase === 'GREEN' ? { ...phase, gate_1: { name: 'g', condition }, limits } : phase,
    ),
    checks: { build: 'node -e 0', lint: 'node -e process.exit(1)' },
  });

  slow('is asked when nothing else is unmet, by a condition over what it measures too', async () => {
    const condition = 'tests_failing == 0 AND build_ok == true AND (mutants_killed >= 1 AND mutants_tested >= 3)';
    const { ended, found } = await play(ASKS, asking(condition));
    expect([ended.status, ended.why]).toEqual(['completed', 'Every phase was exited by both of its gates']);
    expect(found('mutation_check.started')).toHaveLength(1);
  });

  slow('holds for such a condition with what it measured, however the condition is turned round', async () => {
    const { ended, found } = await play(
      ASKS,
      asking('tests_failing == 0 AND NOT mutants_killed >= 1', { max_iterations: 1 }),
    );
    expect(ended.status).toBe('stuck');
    expect(found('phase.held').map(({ unmet }) => unmet)).toEqual([
      [expect.stringMatching(/^NOT mutants_killed >= 1: got [1-9], expected less than 1$/)],
    ]);
  });

  slow(
    'is not asked over a check that failed: the phase is held for that one, and the agent is told both',
    async () => {
      const { found } = await play(
        ASKS,
        asking('tests_failing == 0 AND lint_ok == true AND mutants_killed >= 1', { max_iterations: 1 }),
      );
      expect(found('mutation_check.started')).toEqual([]);
      const [held] = found('phase.held');
      expect(held?.unmet).toEqual(['lint_ok == true: got false, expected true', 'not measured: mutants_killed']);
      expect(textsOf(held?.findings)).toContain(
        'The mutation check did not run: it runs when both gates agree on everything else.',
      );
    },
  );

  slow('is asked again over the same code where a condition asks for what it measures', async () => {
    const [red, green] = TWO_PHASES.phases;
    const again = { ...green, phase: 'AGAIN', gate_1: { name: 'a', condition: 'mutants_killed >= 1' } };
    const { config } = await aWorkspace([...turnsOf(ASKS), { phase: 'AGAIN', say: 'Yes.', signal: true }], {
      ...MUTATION_CHECK,
      phases: [red, green, again],
    });
    const mutationChecked: string[] = [];
    const run = createRun({
      config,
      onEvent: (event) => void (event.type === 'mutation_check.started' && mutationChecked.push(event.phase)),
    });
    expect((await run.ended).status).toBe('completed');
    expect(mutationChecked).toEqual(['GREEN', 'AGAIN']);
  });

  slow('is off with `mutation_check: false`: then nothing holds such a suite', async () => {
    const { ended, found } = await play(HOLLOW, { mutation_check: false });
    expect(ended.status).toBe('completed');
    expect(found('mutation_check.started')).toEqual([]);
  });

  slow('is not repeated over the same code and the same tests', async () => {
    const { folder, config } = await aWorkspace(undefined, MUTATION_CHECK);
    const mutationChecked: string[] = [];
    const run = createRun({
      config,
      onEvent: (event) => {
        if (event.type === 'mutation_check.started') mutationChecked.push(event.phase);
      },
    });
    expect((await run.ended).status).toBe('completed');
    // DOCUMENT changes documents alone.
    expect(mutationChecked).toEqual(['GREEN', 'REFACTOR']);
    expect(folder).not.toBe('');
  });

  slow('leaves no copy behind when it is stopped in its midst', async () => {
    // A folder of its own: other mutation checks run beside this test.
    vi.stubEnv('TMPDIR', await aFolder());
    onTestFinished(() => void vi.unstubAllEnvs());
    const { config } = await aWorkspace(turnsOf(HOLLOW), { ...TWO_PHASES, ...MUTATION_CHECK });
    let copies = 0;
    const run = createRun({
      config,
      onEvent: (event) => {
        if (event.type !== 'mutant.tested') return;
        copies = readdirSync(tmpdir()).filter(isCopy).length;
        run.interrupt();
        run.interrupt();
      },
    });
    expect((await run.ended).status).toBe('interrupted');
    expect(copies).toBe(1);
    expect(await listCopies()).toEqual([]);
  });
});
