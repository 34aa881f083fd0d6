import { readFileSync, rmSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRun } from '../../../src/run/create-run.ts';
import { readRun } from '../../../src/view/read-run.ts';
import { runFolders } from '../../../src/records/run-folders.ts';
import { schemaOf } from '../../cli/reference/event-schemas.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { withAnchorsAside } from '../a-workspace.ts';
import { green, red, runPreset } from './a-preset-run.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(2, test);

const BROKEN = { 'src/one.js': 'export const one = () => 2;\n' };
const EVERY_WORD =
  '<promise>COMPLETE</promise> All tasks are completed, the implementation is finished, ready for review, no remaining work, all acceptance criteria are met.';

const logOf = (folder: string, run: string): readonly string[] =>
  readFileSync(runFolders(folder, run).exitGateLog, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^\S+Z /, ''));

/** `indicators` as the config sums them. */
const entry = (said: number, there: number, rest: Readonly<Record<string, unknown>>) => ({
  event: 'exit_gate_blocked',
  indicators: said + there,
  completion_indicators: said,
  evidence_indicators: there,
  threshold: 2,
  decided_by: 'exit_gate',
  ...rest,
});

describe.skipIf(!hasGit)('preset cub in a run (needs git)', () => {
  beforeEach(withAnchorsAside);

  slow('exits when indicators and signal agree; claims without work and work without a claim do not', async () => {
    const reported = await runPreset({
      config: { preset: 'cub' },
      turns: [
        red('cub'),
        green('cub', { iteration: 1, write: BROKEN, say: EVERY_WORD }),
        green('cub', { iteration: 2, signal: undefined, quote_prompt: true, say: EVERY_WORD }),
        green('cub', { iteration: 3, write: {}, say: 'It passes.' }),
      ],
    });
    expect([reported.status, reported.why]).toEqual(['completed', 'Every phase was exited by both of its gates']);
    expect(reported.green.map(({ decision, exit_gate }) => [decision.can_exit, exit_gate])).toEqual([
      [false, entry(6, 0, { explicit: true, decided_by: 'other_clauses' })],
      [false, entry(6, 2, { explicit: false })],
      [true, entry(0, 2, { explicit: true, event: 'exit_gate_passed' })],
    ]);
    expect(logOf(reported.folder, reported.run)).toEqual([
      'exit_gate_passed indicators=0 explicit=true threshold=0 phase=RED iteration=1',
      'exit_gate_blocked indicators=6 explicit=true threshold=2 phase=GREEN iteration=1 decided_by=other_clauses',
      'exit_gate_blocked indicators=8 explicit=false threshold=2 phase=GREEN iteration=2',
      'exit_gate_passed indicators=2 explicit=true threshold=2 phase=GREEN iteration=3',
    ]);
    const events = reported.events.filter(({ type }) => type.startsWith('exit_gate_'));
    expect(events.map(({ type }) => type)).toEqual([
      'exit_gate_passed',
      'exit_gate_blocked',
      'exit_gate_blocked',
      'exit_gate_passed',
    ]);
    for (const event of events) expect(schemaOf(event.type).safeParse(event).error).toBe(undefined);
  });

  slow('uses the threshold of an operator, recorded with who, when it begins and when it resumes', async () => {
    const first = { threshold: 3, from: 'CUB_EXIT_THRESHOLD', by: 'ann' } as const;
    const reported = await runPreset({
      config: { preset: 'cub', exit_gate: { patterns: ['we are done'] }, limits: { iterations: 2 } },
      turns: [red('cub'), green('cub', { say: 'It passes.' })],
      options: { exitThreshold: first },
    });
    expect(reported.status).toBe('stuck');
    expect(reported.records[0]).toMatchObject({ type: 'run.started', data: { exit_threshold: first } });
    const log = runFolders(reported.folder, reported.run).exitGateLog;
    rmSync(log);
    const second = { threshold: 1, from: '--exit-threshold', by: 'bob' } as const;
    const ended = await createRun({ config: reported.config, resume: reported.run, exitThreshold: second }).ended;
    expect(ended.status).toBe('completed');
    const { records } = await readRun(reported.config, reported.run);
    expect(records.find(({ type }) => type === 'run.resumed')).toMatchObject({ data: { exit_threshold: second } });
    // The log was deleted, and is made again from the ledger.
    expect(logOf(reported.folder, reported.run)).toEqual([
      'exit_gate_passed indicators=0 explicit=true threshold=0 phase=RED iteration=1',
      'exit_gate_blocked indicators=2 explicit=true threshold=3 phase=GREEN iteration=1',
      'exit_gate_passed indicators=2 explicit=true threshold=1 phase=GREEN iteration=2',
    ]);
  });

  test.each([
    [0, /^Cannot use --exit-threshold: it must be a whole number from 1 to 8, .* \(got 0\)\.$/],
    [9, /\(got 9\)/],
    [1.5, /\(got 1\.5\)/],
  ])('does not begin with a threshold of %d', async (threshold, message) => {
    const given = { threshold, from: '--exit-threshold', by: 'ann' } as const;
    await expect(
      runPreset({ config: { preset: 'cub' }, turns: [red('cub')], options: { exitThreshold: given } }),
    ).rejects.toThrow(message);
  });

  slow('a threshold is for configs that count indicators', async () => {
    const given = { threshold: 1, from: '--exit-threshold', by: 'ann' } as const;
    await expect(runPreset({ config: {}, turns: [red('prp')], options: { exitThreshold: given } })).rejects.toThrow(
      'Cannot use --exit-threshold: the config counts no indicators. Add exit_gate, or name a preset that has one.',
    );
  });
});
