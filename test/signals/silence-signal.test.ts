import { expect, test } from 'vitest';
import { silenceSignal } from '../../src/signals/merge-channels.ts';
import { aSignal } from './a-block.ts';

test('a turn that did not end well has no word, and no blockers', () => {
  const silent = { source: null, line: null };
  expect(silenceSignal('crashed', 'prp')).toEqual(aSignal('agent_failed', silent));
  expect(silenceSignal('missing', 'prp')).toEqual(aSignal('agent_failed', silent));
  expect(silenceSignal('timed_out', 'prp')).toEqual(aSignal('agent_timed_out', silent));
});
