import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../src/signals/systems/dialects.ts';
import { readSignal } from '../../src/signals/signal-reader.ts';
import type { SignalBinding } from '../../src/signals/blocks/block-fields.ts';

const BINDING: SignalBinding = { phase: 'GREEN', iteration: 7, nonce: null, tests: 'must_pass' };
const read = (dialect: DialectName | 'auto', ...lines: readonly string[]) => {
  const { value, reason, line } = readSignal(lines.join('\n'), BINDING, { dialect });
  return [value, reason, line];
};

describe('a run of EXIT_STATUS keys', () => {
  test('returns its fields, and requests that lift nothing', () => {
    const text = 'EXIT_STATUS: COMPLETE\nEXIT_CONFIDENCE: HIGH\nEXIT_OVERRIDE: true # please\nEXIT_REASON: all there';
    expect(readSignal(text, BINDING, { dialect: 'cub' }).told).toEqual({
      confidence: 'high',
      override: true,
      because: 'all there',
    });
  });

  test.each([
    ['EXIT_OVERRIDE: false', 'EXIT_OVERRIDE: true'],
    ['EXIT_OVERRIDE: true', 'Exit_Override: no'],
    ['EXIT_OVERRIDE: true | false', 'EXIT_CONFIDENCE: HIGH'],
  ])('requests no override by %s beside %s', (...lines) => {
    const text = ['EXIT_STATUS: COMPLETE', ...lines, 'REMAINING_WORK: none'].join('\n');
    expect(readSignal(text, BINDING, { dialect: 'cub' }).told?.override).toBeUndefined();
  });

  test('includes lines that are indented or listed below a key, so that no remaining work is overlooked', () => {
    expect(read('cub', 'EXIT_STATUS: COMPLETE', 'REMAINING_WORK:', '- pagination')[1]).toBe('contradiction');
    expect(read('cub', 'EXIT_STATUS: COMPLETE', 'EXIT_REASON: it', '  wraps', 'REMAINING_WORK: sorting')[1]).toBe(
      'contradiction',
    );
  });

  test('that ends with a key without a value is left open: its value may come after', () => {
    expect(read('cub', 'EXIT_STATUS: COMPLETE', 'REMAINING_WORK:', '', '- pagination')).toEqual([
      null,
      'unterminated_block',
      1,
    ]);
  });

  test('is one run only while its lines are one after another', () => {
    expect(read('cub', 'EXIT_STATUS: COMPLETE', 'and', 'REMAINING_WORK: none')).toEqual([null, 'signal_missing', 3]);
    expect(read('cub', 'STATUS: BLOCKED', 'EXIT_STATUS: COMPLETE')).toEqual([false, 'contradiction', 1]);
    expect(read('cub', 'EXIT_STATUS: COMPLETE', '', 'PHASE: GREEN')).toEqual([true, 'explicit_true', 1]);
  });

  test('may be bold, line by line or key by key', () => {
    expect(read('cub', '**EXIT_STATUS: COMPLETE**')[0]).toBe(true);
    expect(read('cub', '**EXIT_STATUS:** COMPLETE', '**REMAINING_WORK:** none')[0]).toBe(true);
    expect(read('cub', '**EXIT_STATUS:** CONTINUE')[0]).toBe(false);
    expect(read('cub', 'So **EXIT_STATUS: COMPLETE**')[0]).toBeNull();
  });
});

describe('indented lines below a header', () => {
  test.each([
    ['not indented', 'PHASE_COMPLETE: true', 'NONCE: n-7f3a'],
    ['listed', '  - PHASE_COMPLETE: true', '  - NONCE: n-7f3a'],
  ])('that are %s are missed as a signal, and not as a nonce that the agent did print', (_how, ...lines) => {
    const text = ['DOYAKEN_STATUS:', ...lines].join('\n');
    const { value, reason, line } = readSignal(text, { ...BINDING, nonce: 'n-7f3a' }, { dialect: 'doyaken' });
    expect([value, reason, line]).toEqual([null, 'signal_missing', 1]);
  });

  test('are fields as deep as the first of them, and no deeper or shallower', () => {
    expect(read('doyaken', 'DOYAKEN_STATUS:', '    PHASE_COMPLETE: true')[0]).toBe(true);
    expect(read('doyaken', 'DOYAKEN_STATUS:', '  FILES:', '    PHASE_COMPLETE: true')[1]).toBe('signal_missing');
    expect(read('doyaken', 'DOYAKEN_STATUS:', '  CONFIDENCE: high', '\tPHASE_COMPLETE: true')[1]).toBe(
      'signal_missing',
    );
  });

  test('belong to one block: a block that continues with a quoted one says nothing', () => {
    const quoted = ['  ---PRP_PHASE_STATUS---', '  NONCE: n-7f3a', '  ---END_PRP_PHASE_STATUS---'];
    const text = ['DOYAKEN_STATUS:', '  PHASE_COMPLETE: true', ...quoted].join('\n');
    expect(readSignal(text, { ...BINDING, nonce: 'n-7f3a' }, { dialect: 'doyaken' }).reason).toBe('foreign_line');
  });

  test('end where nothing is indented', () => {
    expect(read('ralph', 'RALPH_STATUS:', '  STATUS: COMPLETE', '', '  EXIT_SIGNAL: true')[1]).toBe('signal_missing');
    expect(read('ralph', 'RALPH_STATUS:', '  EXIT_SIGNAL: true', 'STATUS: BLOCKED')[0]).toBe(true);
  });

  test('and markers are one dialect: the last that was opened decides', () => {
    const yes = ['RALPH_STATUS:', '  EXIT_SIGNAL: true', ''];
    const no = ['---RALPH_STATUS---', 'EXIT_SIGNAL: false', '---END_RALPH_STATUS---'];
    expect(read('ralph', ...yes, ...no)).toEqual([false, 'explicit_false', 4]);
    expect(read('ralph', ...no, ...yes)).toEqual([true, 'explicit_true', 4]);
    expect(read('ralph', ...no.slice(0, 2), ...yes)).toEqual([true, 'explicit_true', 3]);
  });
});

test.each([
  ['must_pass', 'pass', true],
  ['must_pass', 'FAILING', false],
  ['must_pass', 'skip', true],
  ['must_pass', 'NOT_RUN', true],
  ['must_pass', '9 of 10 pass', false],
  ['must_fail', 'FAILING', true],
  ['must_fail', 'PASSING', false],
  ['must_pass', '12 passing, 0 failing', true],
  ['must_pass', '12/12 passing', true],
  ['must_pass', '12 of 12 tests passed; 1 skipped', true],
  ['must_pass', 'ALL PASS', true],
  ['must_pass', 'All tests passed', true],
  ['must_pass', '12 passing, 1 failing', false],
  ['must_pass', '11/12 passing', false],
  ['must_pass', '0 passing', false],
  ['must_pass', '12 skipped', false],
  ['must_pass', 'ALL PASS but one', false],
  ['must_pass', '12 passing, the rest tomorrow', false],
  ['must_pass', `12 passing,${' '.repeat(300)}0 failing`, false],
  ['must_fail', '2 failing', true],
  ['must_fail', '2 failing, 0 passing', true],
  ['must_pass', 'All tests passing (2/2)', true],
  ['must_pass', '✅ PASSING - 2 passed, 0 failed, 0 skipped', true],
  ['must_pass', '2 passed, no failures', true],
  ['must_pass', '2 tests passed | 0 failed.', true],
  ['must_pass', 'All tests passing (1/2)', false],
  ['must_pass', '✅ 2 passed - 1 failed', false],
  ['must_pass', 'no tests passing', false],
  ['must_pass', '2/2', false],
  ['must_pass', '✅', false],
  ['must_fail', 'ALL FAIL (expected)', true],
  ['must_fail', 'no failures', false],
  ['must_fail', '2 failing and 3 passing', false],
  ['must_fail', '0 failing', false],
] as const)('where tests %s, TESTS_STATUS: %s beside a yes is %s', (tests, status, value) => {
  const text = `DOYAKEN_STATUS:\n  PHASE_COMPLETE: true\n  TESTS_STATUS: ${status}`;
  expect(readSignal(text, { ...BINDING, tests }, { dialect: 'doyaken' }).value).toBe(value);
});

test('all dialects at once: the block that opened last decides, and keys within another block are its own', () => {
  const prp = [
    '---PRP_PHASE_STATUS---',
    'STATUS: COMPLETE',
    'REMAINING_WORK: none',
    'EXIT_SIGNAL: true',
    '---END_PRP_PHASE_STATUS---',
  ];
  expect(readSignal(prp.join('\n'), BINDING, { dialect: 'auto' })).toMatchObject({
    value: true,
    dialect: 'prp',
    line: 1,
  });
  expect(read('auto', ...prp, 'EXIT_STATUS: CONTINUE')).toEqual([false, 'explicit_false', 6]);
  expect(readSignal('nothing', BINDING, { dialect: 'auto' })).toMatchObject({ value: null, dialect: null });
});

test('what Claude Code prints as JSON over several lines is read as on one', () => {
  const result = { type: 'result', subtype: 'success', is_error: false, result: 'RALPH_STATUS:\n  EXIT_SIGNAL: true' };
  const form = { dialect: 'ralph', envelope: 'claude-json' } as const;
  const texts = [result, [{ type: 'system' }, result], [result, { ...result, parent_tool_use_id: 'a' }]];
  const read = (text: string) => readSignal(text, BINDING, form).reason;
  expect(texts.map((each) => read(JSON.stringify(each)))).toEqual(Array(3).fill('explicit_true'));
  expect(texts.map((each) => read(`warning\n${JSON.stringify(each, null, 2)}\n`))).toEqual(
    Array(3).fill('explicit_true'),
  );
  expect(read(JSON.stringify(result, null, 2).slice(0, -2))).toBe('no_result');
  expect(read(JSON.stringify({ ...result, is_error: true }))).toBe('agent_failed');
});
