import { describe, expect, test } from 'vitest';
import { hashBytes } from '../../../src/ledger/ledger-record.ts';
import { migrateRecord } from '../../../src/ledger/migrations/migrate-record.ts';

const migrate = (type: string, data: object) => migrateRecord({ seq: 1, type, data: { v: 3, ...data } });

describe('a record of format 3', () => {
  test.each([
    ['turn.begun', 'turn.started'],
    ['phase.left', 'phase.exited'],
    ['attempt.void', 'turn.discarded'],
    ['run.settled', 'run.ended'],
    ['list.settled', 'list.ended'],
    ['task.begun', 'task.started'],
    ['task.put_aside', 'task.deferred'],
    ['operator.guided', 'operator.guided'],
  ])('%s is read as %s', (before, today) => {
    expect(migrate(before, { phase: 'RED' })).toEqual({ type: today, data: { phase: 'RED' } });
  });

  test('has its fields renamed', () => {
    expect(migrate('run.resumed', { tree: 't', unasked: true }).data).toEqual({ tree: 't', automatic: true });
    expect(migrate('turn.begun', { left: { iterations: 3 } }).data).toEqual({ remaining: { iterations: 3 } });
    expect(migrate('breaker.changed', { spent: true, cooled: true }).data).toEqual({
      exhausted: true,
      cooled_down: true,
    });
  });

  test('keeps the hash of its config under today’s names, and the one that commits carry', () => {
    const config = {
      tests: { suites: [], held_out: { command: ['x'] } },
      probe: { faults: 5, at_least: 3, minutes: 5 },
      phases: [
        { phase: 'GREEN', gate_1: { condition: 'faults_noticed >= faults_planted' }, gate_2: { condition: 'a' } },
      ],
      notify: { broke_off: ['x'], any: null },
    };
    const renamed = {
      tests: { suites: [], hidden: { command: ['x'] } },
      mutation_check: { mutants: 5, at_least: 3, minutes: 5 },
      phases: [
        { phase: 'GREEN', gate_1: { condition: 'mutants_killed >= mutants_tested' }, gate_2: { condition: 'a' } },
      ],
      notify: { crashed: ['x'], any: null },
    };
    const before = hashBytes(JSON.stringify(config));
    expect(migrate('run.started', { config, config_hash: before, inventory: { passing: [] } }).data).toEqual({
      config: renamed,
      config_hash: hashBytes(JSON.stringify(renamed)),
      config_hash_before: before,
      baseline: { passing: [] },
    });
  });

  test('with a config that does not have its hash keeps both, so that reading refuses it', () => {
    const { data } = migrate('run.started', { config: { probe: null }, config_hash: 'x' });
    expect(data).toEqual({ config: { probe: null }, config_hash: 'x' });
  });

  test('keeps the tests of the hidden suite, which must stay after a resume', () => {
    expect(
      migrate('iteration.decided', {
        record: { failing: [{ file: '(held out)', name: 'test 1' }] },
        gone: ['(held out) > test 2'],
        exit: { tests: ['a.js > (held out)', '(held out) > test 1'], failing: [] },
      }).data,
    ).toEqual({
      record: { failing: [{ file: '(hidden)', name: 'test 1' }] },
      gone: ['(hidden) > test 2'],
      exit: { tests: ['a.js > (held out)', '(hidden) > test 1'], failing: [] },
    });
    const skipped = { exit: { tests: ['(held out) > test 1'], failing: [] } };
    expect(migrate('operator.skipped', skipped).data).toEqual({ exit: { tests: ['(hidden) > test 1'], failing: [] } });
  });

  test('keeps its decision under the names of the metrics of today', () => {
    const unmet = {
      clause: 'faults_noticed >= 1 OR faults_planted < 3',
      because: 'faults_noticed: 0 is less',
      metrics: ['faults_noticed'],
    };
    const { data } = migrate('iteration.decided', {
      record: {
        metrics: { faults_planted: 3, faults_noticed: 0 },
        allowance_used: 2,
        findings: [{ code: 'faults.unnoticed', text: 'T' }],
      },
      decision: {
        gate_1: { values: { faults_noticed: 0 }, unmet: [unmet] },
        gate_2: { unmet: [{ because: 'the block carries no NONCE' }] },
      },
      probe: {
        faults: [{ end: 'noticed' }, { end: 'unnoticed' }, { end: 'out_of_budget' }],
        faults_planted: 2,
        nothing_shown: null,
      },
      calibration: { proposed: [] },
    });
    expect(data).toEqual({
      record: {
        metrics: { mutants_tested: 3, mutants_killed: 0 },
        iterations_used: 2,
        findings: [{ code: 'mutants.survived', text: 'T' }],
      },
      decision: {
        gate_1: {
          values: { mutants_killed: 0 },
          unmet: [
            {
              clause: 'mutants_killed >= 1 OR mutants_tested < 3',
              because: 'mutants_killed: 0 is less',
              metrics: ['mutants_killed'],
            },
          ],
        },
        gate_2: { unmet: [{ because: 'the block has no NONCE' }] },
      },
      mutation_check: {
        mutants: [{ end: 'killed' }, { end: 'survived' }, { end: 'out_of_budget' }],
        mutants_tested: 2,
        inconclusive: null,
      },
      write_detection: { proposed: [] },
    });
  });
});
