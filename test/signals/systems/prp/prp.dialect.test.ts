import { describe, expect, test } from 'vitest';
import { readSignal } from '../../../../src/signals/signal-reader.ts';
import { aBlock, aSignal, BINDING, YES } from '../../a-block.ts';

const read = (text: string) => readSignal(text, BINDING);

describe('EXIT_SIGNAL', () => {
  test.each(['true', 'TRUE', 'True', '"true"', "'true'", 'true   # both runs clean', '"TRUE" # yes', ' true '])(
    'is yes as %j',
    (value) => {
      expect(read(aBlock({ EXIT_SIGNAL: value }))).toEqual(YES);
    },
  );

  test.each(['false', 'FALSE', "'false'", 'false # one left'])('is no as %j', (value) => {
    expect(read(aBlock({ EXIT_SIGNAL: value }))).toEqual(
      aSignal('explicit_false', { value: false, status: 'COMPLETE' }),
    );
  });

  test.each(['true | false', 'false | true', '<true/false>', '[true | false]', 'true|false'])(
    'is a placeholder as %j',
    (value) => {
      expect(read(aBlock({ EXIT_SIGNAL: value }))).toEqual(aSignal('placeholder', { status: 'COMPLETE' }));
    },
  );

  test.each([
    'true (once the reviewer agrees)',
    'yes',
    '1',
    '',
    '"true',
    'true"',
    '`true`',
    '**true**',
    'true#',
    'true.',
    'not false',
    '" true "',
    '# true',
  ])('is unreadable as %j', (value) => {
    expect(read(aBlock({ EXIT_SIGNAL: value }))).toEqual(aSignal('invalid_value', { status: 'COMPLETE' }));
  });

  test('may have blanks before the colon and none after it', () => {
    expect(read(aBlock({ EXIT_SIGNAL: undefined }, ['EXIT_SIGNAL  :true']))).toEqual(YES);
  });

  test.each([
    'exit_signal: true',
    'Exit_Signal: true',
    '  EXIT_SIGNAL: true',
    'EXIT SIGNAL: true',
    'EXIT_SIGNAL = true',
    'GATE_2: true',
    'CAN_EXIT: true',
    'FORCED_EXIT: true',
  ])('is not said by %j', (line) => {
    // The advice about a line that is nearly right has tests of its own.
    const { way_out: _, ...found } = read(aBlock({ EXIT_SIGNAL: undefined }, [line]));
    expect(found).toEqual(aSignal('signal_missing', { status: 'COMPLETE' }));
  });
});

describe('a duplicate deciding key', () => {
  test.each([
    'EXIT_SIGNAL: true',
    'EXIT_SIGNAL: TRUE # sure',
    'STATUS: complete',
    'PHASE: green',
    'ITERATION: "7"',
    'NONCE: n-7f3a',
  ])('is harmless when it agrees: %s', (line) => {
    expect(read(aBlock({}, [line]))).toEqual(YES);
  });

  test.each(['PHASE: RED', 'ITERATION: 8', 'NONCE: n-8'])('is unreadable when it differs: %s', (line) => {
    expect(read(aBlock({}, [line]))).toEqual(aSignal('duplicate_field'));
  });

  test('is unreadable when two STATUS differ, and then no STATUS is known', () => {
    expect(read(aBlock({}, ['STATUS: BLOCKED']))).toEqual(aSignal('duplicate_field'));
    expect(read(aBlock({}, ['status: blocked']))).toEqual(aSignal('duplicate_field'));
  });

  test.each([
    'EXIT_SIGNAL: false',
    'exit_signal: false',
    '  EXIT_SIGNAL: false',
    '- EXIT_SIGNAL: no',
    '**EXIT_SIGNAL:** false',
    '+EXIT_SIGNAL: false',
    '> EXIT_SIGNAL: false',
  ])('is unreadable when the signal differs, however it is written: %s', (line) => {
    expect(read(aBlock({}, [line]))).toEqual(aSignal('duplicate_field', { status: 'COMPLETE' }));
  });
});

describe('STATUS', () => {
  test('is optional', () => {
    expect(read(aBlock({ STATUS: undefined }))).toEqual({ ...YES, status: null });
  });

  test.each(['BLOCKED', 'IN_PROGRESS', 'blocked'])('%s next to a yes is a contradiction', (status) => {
    expect(read(aBlock({ STATUS: status }))).toEqual(
      aSignal('contradiction', { value: false, status: status === 'IN_PROGRESS' ? 'IN_PROGRESS' : 'BLOCKED' }),
    );
  });

  test.each(['DONE', 'IN PROGRESS', 'COMPLETE!', ''])('%j next to a yes is unreadable', (status) => {
    expect(read(aBlock({ STATUS: status }))).toEqual(aSignal('invalid_value'));
  });

  test('of the template next to a yes is a placeholder', () => {
    expect(read(aBlock({ STATUS: 'IN_PROGRESS | BLOCKED | COMPLETE' }))).toEqual(aSignal('placeholder'));
  });

  test('BLOCKED reports its blockers, with or without a signal', () => {
    const blockers = ['BLOCKERS:', '  - need database credentials', '  -  the vendor sandbox is down', '- none'];
    const differing = {
      status: 'BLOCKED',
      blockers: ['need database credentials', 'the vendor sandbox is down'],
    } as const;
    expect(read(aBlock({ STATUS: 'BLOCKED', EXIT_SIGNAL: 'false' }, blockers))).toEqual(
      aSignal('explicit_false', { value: false, ...differing }),
    );
    expect(read(aBlock({ STATUS: 'BLOCKED', EXIT_SIGNAL: undefined }, blockers))).toEqual(
      aSignal('signal_missing', differing),
    );
  });

  test('BLOCKED of another iteration is ignored', () => {
    expect(read(aBlock({ STATUS: 'BLOCKED', EXIT_SIGNAL: 'false', NONCE: 'n-6' }, ['BLOCKERS: old ones']))).toEqual(
      aSignal('stale_signal'),
    );
  });

  test('comes with a bounded list of bounded blockers', () => {
    const many = Array.from({ length: 50 }, () => `  - ${'x'.repeat(1_000)}`);
    expect(read(aBlock({ EXIT_SIGNAL: 'false' }, ['BLOCKERS:', ...many])).blockers).toEqual(
      Array.from({ length: 20 }, () => 'x'.repeat(300)),
    );
  });
});

describe('REFACTORING_COMPLETE', () => {
  test('is reported when it is given', () => {
    expect(read(aBlock({ REFACTORING_COMPLETE: 'true' }))).toEqual({ ...YES, refactoring_complete: true });
  });

  test.each([['false'], ['true | false'], ['yes'], ['true\nREFACTORING_COMPLETE: false']])(
    'is not said by %j',
    (value) => {
      expect(read(aBlock({ REFACTORING_COMPLETE: value }))).toEqual(YES);
    },
  );

  test('of another iteration is not reported', () => {
    expect(read(aBlock({ REFACTORING_COMPLETE: 'true', NONCE: 'n-6' }))).toEqual(aSignal('stale_signal'));
  });
});

test('derived fields, nested fields and other keys decide nothing', () => {
  const others = [
    'DUAL_GATE:',
    '  GATE_1: false',
    '  GATE_2: false',
    '  CAN_EXIT: false',
    '',
    'PROGRESS_PERCENT: 20',
    'FILES:',
    '  MODIFIED: 0',
    'CONFIDENCE: low',
    '# a note',
  ];
  expect(read(aBlock({}, [...others, 'EXIT_OVERRIDE: false']))).toEqual({
    ...YES,
    claims: { files_modified: 0 },
    told: { progress_percent: 20, confidence: 'low', override: false },
  });
  expect(read(aBlock({ EXIT_SIGNAL: undefined }, ['EXIT_OVERRIDE: true'])).reason).toBe('signal_missing');
});
