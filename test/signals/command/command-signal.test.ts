import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MAX_REASON_LENGTH,
  readCommandSignal,
  COMMAND_SIGNALS,
  writeCommandSignal,
} from '../../../src/signals/command/command-signal.ts';
import { aBoundSignal } from './a-command-signal.ts';

const line = writeCommandSignal(aBoundSignal());
const fields: Readonly<Record<string, unknown>> = { ...JSON.parse(line) };
/** The line with a field that differs, or one more. */
const but = (differing: Readonly<Record<string, unknown>>): string => JSON.stringify({ ...fields, ...differing });

test('a word is one line of JSON', () => {
  expect(line).toBe(
    '{"v":1,"run":"r-1","phase":"GREEN","iteration":7,"nonce":"n-7f3a","word":"exit","reason":"all is done","refactoring_complete":false}',
  );
  expect(readCommandSignal(line)).toEqual(aBoundSignal());
  const fields = { pr_url: 'https://example.org/pull/7', evidence_bundle_ref: 'evidence/w.yaml' };
  const blocked = aBoundSignal({ word: 'blocked', error: true, ...fields });
  expect(readCommandSignal(writeCommandSignal(blocked))).toEqual(blocked);
  expect(readCommandSignal(writeCommandSignal(aBoundSignal(fields)))).toEqual(aBoundSignal(fields));
});

test('what is written is what is read', () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }).filter((it) => it.trim() !== '');
  fc.assert(
    fc.property(
      fc.record({
        run: text,
        phase: text,
        iteration: fc.nat(),
        nonce: fc.option(text),
        word: fc.constantFrom(...COMMAND_SIGNALS),
        reason: text,
      }),
      (sent) => {
        const whole = { ...sent, refactoring_complete: sent.word === 'exit' };
        expect(readCommandSignal(writeCommandSignal(whole))).toEqual(whole);
      },
    ),
  );
});

describe('no word is', () => {
  test.each([
    ['a command of the operator', '{"v":1,"command":"skip","reason":"because"}'],
    ['a word that there is not', but({ word: 'skip' })],
    ['a word in capitals', but({ word: 'EXIT' })],
    ['a word with one field more', but({ forced_exit: true })],
    ['a word with a gate in it', but({ gate_1: true })],
    ['a field twice', line.replace('"word":"exit"', '"word":"hold","word":"exit"')],
    ['fields in another order', JSON.stringify(Object.fromEntries(Object.entries(fields).toReversed()))],
    ['a line with blanks', ` ${line}`],
    ['another version', but({ v: 2 })],
    ['an iteration in quotes', but({ iteration: '7' })],
    ['a nonce that is a list', but({ nonce: ['n-7f3a'] })],
    ['a flag that is a number', but({ refactoring_complete: 1 })],
    ['a flag beside hold', but({ word: 'hold', refactoring_complete: true })],
    ['an error beside exit', but({ error: true })],
    ['an error that is no flag', but({ word: 'blocked', error: false })],
    ['a pull request beside hold', but({ word: 'hold', pr_url: 'https://a.test/1' })],
    ['a pull request that spec 003 refuses', but({ pr_url: 'https://a.test/$(rm)' })],
    ['a bundle outside of the workspace', but({ evidence_bundle_ref: '/etc/passwd' })],
    ['a bundle that is too long', but({ evidence_bundle_ref: 'x'.repeat(2_049) })],
    ['no reason', but({ reason: ' ' })],
    ['a reason that is too long', but({ reason: 'x'.repeat(MAX_REASON_LENGTH + 1) })],
    ['no field', '{}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a status block', '---PRP_PHASE_STATUS---'],
    ['nothing', ''],
  ])('%s', (_what, given) => {
    expect(readCommandSignal(given)).toBeNull();
  });

  test('a word without one of its fields', () => {
    for (const name of Object.keys(fields)) expect(readCommandSignal(but({ [name]: undefined })), name).toBeNull();
  });
});
