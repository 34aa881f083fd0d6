/**
 * The closed list of reasons why a signal reads as it does, with a sentence for people and one for the agent's next prompt.
 *
 * @module
 */

export const SIGNAL_REASONS = {
  explicit_true: ['the agent said yes', ''],
  explicit_false: ['the agent said no', ''],
  signal_missing: [
    'no status block with EXIT_SIGNAL was found',
    'Print the status block, with EXIT_SIGNAL inside it, as the last thing in your message.',
  ],
  channels_disagree: [
    'the status block does not say what the signal command said',
    'Say your word in one way only, or the same in both.',
  ],
  words_disagree: [
    'the signal command was run with words that differ',
    'Run the signal command once in a turn, when nothing is left to do in it.',
  ],
  signal_in_code_fence: [
    'the status block stands inside a code fence',
    'Print the status block without a code fence around it.',
  ],
  signal_in_comment: ['the status block stands inside an HTML comment', 'Print the status block outside any comment.'],
  unterminated_block: [
    'the last status block has no closing marker',
    'Close the status block with ---END_PRP_PHASE_STATUS--- on a line of its own.',
  ],
  block_too_long: [
    'the last status block is too long to be one',
    'Print the status block with its own fields only, one short line each.',
  ],
  placeholder: [
    'EXIT_SIGNAL or STATUS still holds the placeholder of the instructions',
    'Replace each `this | that` of the status block by one of its words.',
  ],
  invalid_value: [
    'a deciding field of the block has a value that it cannot have',
    'Use exactly true or false for EXIT_SIGNAL, and the phase, iteration and status words as given.',
  ],
  duplicate_field: [
    'a deciding field stands twice with different values',
    'Write each field of the status block once.',
  ],
  phase_mismatch: ['the block speaks for another phase', 'Copy PHASE from the prompt of this iteration.'],
  iteration_mismatch: ['the block speaks for another iteration', 'Copy ITERATION from the prompt of this iteration.'],
  nonce_missing: ['the block carries no NONCE', 'Copy NONCE from the prompt of this iteration.'],
  stale_signal: [
    'the block carries the NONCE of another iteration: it was quoted, cached or replayed',
    'Copy NONCE from the prompt of this iteration.',
  ],
  contradiction: [
    'the block says yes and contradicts itself',
    'Say EXIT_SIGNAL: true only next to STATUS: COMPLETE and test numbers that fit the phase.',
  ],
  agent_failed: ["the agent's process did not end well, so its word does not count", ''],
  agent_timed_out: [
    "the agent's turn was ended by the time limit, so its word does not count",
    'Finish within the time limit and print the status block before it.',
  ],
} as const satisfies Readonly<Record<string, readonly [people: string, agent: string]>>;

export type SignalReason = keyof typeof SIGNAL_REASONS;
