/**
 * The closed list of reasons why a signal reads as it does, with a sentence for people and one for the agent's next prompt.
 *
 * @module
 */

/** Every reason of a signal: what is said to people, and to the agent in its next prompt. */
export const SIGNAL_REASONS = {
  explicit_true: ['the agent said yes', ''],
  explicit_false: ['the agent said no', ''],
  signal_missing: [
    'no status block with a signal was found',
    'Print the status block, with its signal inside it, as the last thing in your message.',
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
    'the last status block is not whole: its closing marker, or its last value, is missing',
    'Print the status block to its end, as the prompt shows it.',
  ],
  block_too_long: [
    'the last status block is too long to be one',
    'Print the status block with its own fields only, one short line each.',
  ],
  foreign_line: [
    'in the last status block stands a line that is no field of it',
    'Print the status block with its own fields only, an empty line before and after it.',
  ],
  placeholder: [
    'the signal or STATUS still holds the placeholder of the instructions',
    'Replace each `this | that` of the status block by one of its words.',
  ],
  invalid_value: [
    'a deciding field of the block has a value that it cannot have',
    'Use exactly one of the words that the prompt gives for the signal and for STATUS, and phase and iteration as given.',
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
    'Say yes only when nothing remains, nothing blocks, and your own test results fit the phase.',
  ],
  schema_error: [
    'the exit signal is not one of the protocol',
    'Print the object of the prompt, with its own fields only, each once, each a string.',
  ],
  protocol_disabled: ['exit signals of APM2 are switched off, so none is accepted', ''],
  no_result: ['what the agent printed has no result in it: its turn did not come to an end', ''],
  agent_failed: ["the agent's process did not end well, so its word does not count", ''],
  agent_timed_out: [
    "the agent's turn was ended by the time limit, so its word does not count",
    'Finish within the time limit and print the status block before it.',
  ],
} as const satisfies Readonly<Record<string, readonly [people: string, agent: string]>>;

export type SignalReason = keyof typeof SIGNAL_REASONS;
