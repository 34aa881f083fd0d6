import { describe, expect, test } from 'vitest';
import { readSignal } from '../../../src/signals/signal-reader.ts';
import { aBlock, aSignal, BINDING, YES } from '../a-block.ts';

const reason = (text: string, nonce: string | null = BINDING.nonce) => readSignal(text, { ...BINDING, nonce });

describe('a block', () => {
  test('of an earlier iteration that is replayed whole is stale', () => {
    expect(reason(aBlock({ ITERATION: '6', NONCE: 'n-6' }))).toEqual(aSignal('stale_signal'));
  });

  test('with the numbers of this iteration and an old nonce is stale', () => {
    expect(reason(aBlock({ NONCE: 'n-6' }))).toEqual(aSignal('stale_signal'));
  });

  test.each(['N-7F3A', 'n-7f3a2', 'n-7f3', 'n-7f3a n-6', 'n-6, n-7f3a'])(
    'with a nonce that is nearly right, %s, is stale',
    (nonce) => {
      expect(reason(aBlock({ NONCE: nonce }))).toEqual(aSignal('stale_signal'));
    },
  );

  test.each([undefined, '', '# n-7f3a'])('whose nonce is %j carries none', (nonce) => {
    expect(reason(aBlock({ NONCE: nonce }))).toEqual(aSignal('nonce_missing'));
  });

  test('carries its nonce itself: one beside the block or below another key is not its own', () => {
    expect(reason(`NONCE: n-7f3a\n${aBlock({ NONCE: undefined }, ['FILES:', '  NONCE: n-7f3a'])}`)).toEqual(
      aSignal('nonce_missing', { line: 2 }),
    );
  });

  test('needs no nonce where none was issued, and may carry one', () => {
    expect(reason(aBlock({ NONCE: undefined }), null)).toEqual(YES);
    expect(reason(aBlock({ NONCE: 'n-6' }), null)).toEqual(YES);
  });

  test('never matches an empty nonce', () => {
    expect(reason(aBlock({ NONCE: '""' }), '')).toEqual(aSignal('nonce_missing'));
  });

  test.each(['RED', 'GREEN (again)', 'GREEN | RED', ''])('for the phase %j is of another phase', (phase) => {
    expect(reason(aBlock({ PHASE: phase }))).toEqual(aSignal('phase_mismatch'));
  });

  test('may write its phase in any case', () => {
    expect(reason(aBlock({ PHASE: 'Green' }))).toEqual(YES);
  });

  test.each(['6', '8', '70', '0'])('of iteration %s is of another iteration', (iteration) => {
    expect(reason(aBlock({ ITERATION: iteration }))).toEqual(aSignal('iteration_mismatch'));
  });

  test.each(['7/10', 'seven', '7.0', '', '-7'])('of iteration %j is unreadable', (iteration) => {
    expect(reason(aBlock({ ITERATION: iteration }))).toEqual(aSignal('invalid_value'));
  });

  test('of any turn counts by its words, where a caller wants these alone', () => {
    const ofAny = (text: string) => readSignal(text, { ...BINDING, ofAnyTurn: true });
    const other = { PHASE: 'RED', ITERATION: '6', NONCE: undefined };
    expect(ofAny(aBlock({ ...other, EXIT_SIGNAL: 'false' })).reason).toBe('explicit_false');
    expect(ofAny(aBlock(other))).toEqual(YES);
    expect(ofAny('no block').reason).toBe('signal_missing');
  });

  test('need not give phase and iteration', () => {
    expect(reason(aBlock({ PHASE: undefined, ITERATION: undefined }))).toEqual(YES);
  });

  test('of another iteration is reported as such, whatever else is wrong with it', () => {
    expect(
      reason(aBlock({ NONCE: 'n-6', PHASE: 'RED', ITERATION: '6', STATUS: 'BLOCKED', EXIT_SIGNAL: 'maybe' })),
    ).toEqual(aSignal('stale_signal'));
  });
});
