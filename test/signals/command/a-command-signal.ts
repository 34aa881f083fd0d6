/** Words of the signal command for tests: of this iteration, and a yes, by default. */
import type { CommandBinding } from '../../../src/signals/command/collect-signals.ts';
import type { BoundSignal, CommandSignal } from '../../../src/signals/command/command-signal.ts';

export const BINDING: CommandBinding = { run: 'r-1', phase: 'GREEN', iteration: 7, nonce: 'n-7f3a' };

export const aCommandSignal = (differing: Partial<CommandSignal> = {}): CommandSignal => ({
  word: 'exit',
  reason: 'all is done',
  refactoring_complete: false,
  ...differing,
});

export const aBoundSignal = (differing: Partial<BoundSignal> = {}): BoundSignal => ({
  ...BINDING,
  ...aCommandSignal(),
  ...differing,
});
