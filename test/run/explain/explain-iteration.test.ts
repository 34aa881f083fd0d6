import { showDay } from '../../../src/base/text/amounts.ts';
import { describe, expect, test } from 'vitest';
import { finding } from '../../../src/evidence/findings/findings.ts';
import { renderExplanation, renderUndecided } from '../../../src/cli/render/explanation.ts';
import { explainIteration } from '../../../src/view/explain/explain-iteration.ts';
import { explainUndecided } from '../../../src/view/explain/read-explained.ts';
import type { WorkRecord } from '../../../src/records/records.ts';
import { golden } from './golden-records.ts';

const explain = (records: readonly WorkRecord[], phase: string | null = null, iteration: number | null = null) =>
  explainIteration({ run: 'golden', records }, { phase, iteration });

const stuck = golden('held-and-stuck');

describe('an iteration, explained', () => {
  test('has every judged clause: the met ones with their values, the unmet ones with the reason, the floor by its rules', () => {
    const { clauses, decision } = explain(stuck, 'GREEN', 1);
    const tell = (met: boolean) => clauses?.gate_1.flatMap((each) => (each.met === met ? [each] : []));
    expect(
      tell(false)?.map(({ clause, because, rule, values }) => ({
        clause,
        because,
        metrics: Object.keys(values),
        ...(rule === null ? {} : { rule }),
      })),
    ).toEqual(expect.arrayContaining([...decision.gate_1.unmet]));
    expect(tell(false)?.length).toBe(decision.gate_1.unmet.length);
    expect(tell(true)).toContainEqual({
      clause: 'tests_intact == true',
      met: true,
      because: null,
      rule: '2.7',
      values: { tests_intact: true },
    });
    expect(clauses?.gate_2).toEqual([
      { clause: 'exit_signal == true', met: true, because: null, rule: null, values: { exit_signal: true } },
    ]);
  });

  test('is explained by the config of the start of the run, clause by clause, for every golden decision', () => {
    for (const [i, each] of stuck.entries()) {
      if (each.type !== 'iteration.decided') continue;
      const { clauses, decision } = explain(stuck.slice(0, i + 1));
      const unmet = [...(clauses?.gate_1 ?? []), ...(clauses?.gate_2 ?? [])].filter(({ met }) => !met);
      expect(unmet.map(({ clause }) => clause).toSorted()).toEqual(
        [...decision.gate_1.unmet, ...decision.gate_2.unmet].map(({ clause }) => clause).toSorted(),
      );
    }
  });

  test('shows the changes since the iteration before, and none for the first of a phase', () => {
    expect(explain(stuck, 'GREEN', 1).moved).toBe(null);
    const { moved } = explain(stuck, 'GREEN', 2);
    expect(moved).toMatchObject({
      sources: true,
      head: false,
      failing: { added: [], gone: ['test/one.test.js > AC-1: one is 1'] },
    });
    expect(moved?.metrics).toContainEqual({ name: 'tests_failing', was: 1, is: 0 });
    expect(explain(stuck, 'GREEN', 6).moved).toEqual({
      sources: false,
      head: false,
      metrics: [],
      failing: { added: [], gone: [] },
    });
  });

  test('names the tests that fail since the iteration before, and none that failed then too', () => {
    const alsoFails = { file: 'test/two.test.js', name: 'two is 2', message: '' };
    const records = stuck.map((each): WorkRecord => {
      if (each.type !== 'iteration.decided' || each.data.record.phase !== 'GREEN') return each;
      const failing = explain(stuck, 'GREEN', 1).record.failing;
      const all = each.data.record.iteration === 1 ? failing : [...failing, alsoFails];
      return { ...each, data: { ...each.data, record: { ...each.data.record, failing: all } } };
    });
    expect(explain(records, 'GREEN', 2).moved?.failing).toEqual({ added: ['test/two.test.js > two is 2'], gone: [] });
  });

  test('shows how near the work is to a halt', () => {
    expect(explain(stuck).counts).toEqual({
      without_progress: 3,
      no_progress: 3,
      iterations_used: 6,
      max_iterations: 10,
    });
  });

  test('has its findings as tasks only where the phase was held', () => {
    const note = finding('tests.ran_again', { why: 'it was killed' });
    const explained = explain(stuck, 'GREEN', 1);
    const { record, decision } = explained;
    const told = { ...explained, record: { ...record, findings: [note] } };
    expect(renderExplanation(told)).toContain(`\nTo do:\n  ! ${note.text}\n`);
    const exited = renderExplanation({ ...told, decision: { ...decision, can_exit: true } });
    expect(exited).toContain(`\nNotes:\n  ! ${note.text}\n`);
    expect(exited).not.toContain('To do:');
  });

  test('counts the conditions that are met beside those that are not, and lists them on request', () => {
    const explained = explain(stuck, 'GREEN', 1);
    const met = (explained.clauses?.gate_1 ?? []).filter((each) => each.met);
    expect(met.length).toBeGreaterThan(1);
    expect(renderExplanation(explained)).toContain(`\n  ${met.length} other conditions are met (--all lists them)\n`);
    expect(renderExplanation({ ...explained, clauses: { gate_1: met, gate_2: [] } })).toContain(
      `\n  ${met.length} conditions are met (--all lists them)\n`,
    );
    expect(
      renderExplanation(explained, { all: true })
        .split('\n')
        .filter((line) => line.startsWith('  + ')),
    ).toHaveLength([...met, ...(explained.clauses?.gate_2 ?? []).filter((each) => each.met)].length);
  });

  test('shows its score: the points, the keywords, and what decided', () => {
    const parts = { block: 30, phase_complete: 0, files_modified: 15, task_done: 0, keywords: 10, tests_status: 0 };
    const confidence = {
      score: 55,
      threshold: 70,
      parts,
      keywords: ['\\bdone\\b'],
      basis: 'block',
      low_claims: 0,
    } as const;
    const completion = { outcome: 'held', decided_by: 'score' } as const;
    const records = stuck.map((each) =>
      each.type === 'iteration.decided'
        ? { ...each, data: { ...each.data, record: { ...each.data.record, confidence }, completion } }
        : each,
    );
    expect(explain(records, 'GREEN', 1).completion).toEqual(completion);
    expect(renderExplanation(explain(records, 'GREEN', 1))).toContain(
      '\nConfidence:\n  confidence 55 of 70 required (block 30, files modified 15, keywords 10), decided by the score\n  - in its text: \\bdone\\b\n',
    );
    expect(renderExplanation(explain(stuck, 'GREEN', 1))).not.toContain('Confidence');
  });

  test('has only the clauses that held where the config of the run cannot be read, and is shown anyway', () => {
    const [first, ...rest] = stuck;
    const spoilt = first?.type === 'run.started' ? [{ ...first, data: { ...first.data, config: {} } }, ...rest] : [];
    const explained = explain(spoilt, 'GREEN', 1);
    expect([explained.clauses, explained.counts]).toEqual([null, null]);
    expect(renderExplanation(explained)).toContain('  values: ');
  });

  test('is shown completely, with the lines around the signal, none of which moves a cursor', () => {
    const quoted = [
      { line: 1, text: 'Done.' },
      { line: 2, text: '---PRP_PHASE_STATUS---\u001B[2J\u202E' },
      { line: 3, text: 'EXIT_SIGNAL: true' },
    ];
    const explained = explain(stuck, 'GREEN', 1);
    const signal = { ...explained.record.signal, line: 2 };
    const reported = renderExplanation(
      { ...explained, record: { ...explained.record, signal } },
      { quoted, all: true },
    );
    expect(reported).toContain('\n       1 | Done.\n  >    2 | ---PRP_PHASE_STATUS--- \n       3 | EXIT_SIGNAL: true');
    // oxlint-disable-next-line no-control-regex
    expect(reported).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u202E]/);
    expect(reported).toMatch(/\n {2}\+ tests_intact == true\n/);
    expect(reported).toMatch(/\n {2}- tests_failing == 0: got 1, expected 0\b/);
    expect(reported).toContain(
      '\nIterations without progress: 0, of at most 3 (circuit_breaker.no_progress)\nIterations used: 1, of at most 10 (limits.max_iterations of the phase)',
    );
  });
});

describe('a turn that was ended', () => {
  test('is named correctly: silent for too long, or too long in total; with advice', () => {
    const explained = explain(stuck, 'GREEN', 1);
    const reported = (which: 'idle' | 'wall') => {
      const turn = { ...explained.record.turn, outcome: 'timed_out', exit_code: null, ms: 2000, which } as const;
      return renderExplanation({ ...explained, record: { ...explained.record, turn } })
        .split('\n')
        .slice(1, 3);
    };
    expect(reported('idle')).toEqual([
      '  agent: timed out (idle), exit code none, 2.0 s',
      '    timed out (idle): It printed nothing for agent.idle_timeout: see where its output stops, or raise the limit.',
    ]);
    expect(reported('wall')[0]).toBe('  agent: timed out (wall), exit code none, 2.0 s');
  });
});

describe('attempts without a decision', () => {
  const crashed = golden('crashed-agent');

  test('are shown for an iteration that was never decided', () => {
    for (const which of [
      { phase: null, iteration: null },
      { phase: null, iteration: 1 },
      { phase: 'RED', iteration: null },
    ])
      expect(explainUndecided(crashed, which).map(({ attempt, outcome }) => `${attempt} ${outcome}`)).toEqual([
        '1 crashed',
        '2 crashed',
        '3 crashed',
      ]);
    expect(renderUndecided(explainUndecided(crashed, { phase: null, iteration: null }))).toBe(
      [
        'RED 1: not decided. Every turn was discarded; the gates did not run.',
        `  attempt 1: discarded, crashed: The agent crashed (exit code 3) and changed nothing; waited until ${showDay('2026-01-01T00:00:03.000Z')}`,
        `  attempt 2: discarded, crashed: The agent crashed (exit code 3) and changed nothing; waited until ${showDay('2026-01-01T00:00:07.000Z')}`,
        '  attempt 3: discarded, crashed: The agent crashed (exit code 3) and changed nothing',
      ].join('\n'),
    );
    expect(explainUndecided(crashed, { phase: 'GREEN', iteration: null })).toEqual([]);
    expect(explainUndecided(crashed, { phase: null, iteration: 2 })).toEqual([]);
  });

  test('are shown beside the decision that came after them, and after the last one', () => {
    const attempt = crashed.find(({ type }) => type === 'turn.discarded');
    if (attempt === undefined) throw new Error('nothing was void');
    const decided = stuck.findIndex(({ type }) => type === 'iteration.decided');
    const records = [...stuck.slice(0, decided), attempt, ...stuck.slice(decided, decided + 1), attempt];
    const explained = explain(records);
    expect([explained.attempts.length, explained.since.length]).toEqual([1, 1]);
    expect(renderExplanation(explained)).toMatch(
      /^RED 1: exited\..*\n.*\n {2}attempt 1: discarded, crashed: The agent[\s\S]*\nDiscarded turns since then:\n {2}attempt 1: discarded/,
    );
    expect(explainUndecided(records, { phase: null, iteration: null })).toEqual([]);
  });
});
