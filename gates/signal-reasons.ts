/** Every reason of a signal: the sentence for people, and the one for the agent's next prompt. */

export const SIGNAL_REASONS = {
  explicit_true: ['the agent said yes', ''],
  explicit_false: ['the agent said no', ''],
  signal_missing: [
    'no status block with a signal was found',
    'Print the status block, with its signal inside it, as the last thing in your message.',
  ],
  channels_disagree: [
    'the status block and the signal command give different signals',
    'Give your exit signal in one way only, or give the same signal in both.',
  ],
  words_disagree: [
    'the signal command was run with different signals in one turn',
    'Run the signal command once, as the last command of your turn.',
  ],
  signal_in_code_fence: [
    'the status block is inside a code fence',
    'Print the status block without a code fence around it.',
  ],
  signal_in_comment: ['the status block is inside an HTML comment', 'Print the status block outside any comment.'],
  unterminated_block: [
    'the last status block is incomplete: its closing marker or its last value is missing',
    'Print the complete status block, as the prompt shows it.',
  ],
  block_too_long: [
    'the last status block is too long',
    'Print the status block with its own fields only, one short line each.',
  ],
  foreign_line: [
    'the last status block contains a line that is not one of its fields',
    'Print the status block with its own fields only, and an empty line before and after it.',
  ],
  placeholder: [
    'the signal or STATUS still contains the placeholder of the instructions',
    'Replace each `this | that` in the status block with one of its words.',
  ],
  invalid_value: [
    'a required field of the block has an invalid value',
    'For the signal and for STATUS, use exactly one of the words that the prompt gives. Copy phase and iteration from the prompt.',
  ],
  duplicate_field: [
    'a required field of the block appears twice, with different values',
    'Write each field of the status block once.',
  ],
  phase_mismatch: ['the block names another phase', 'Copy PHASE from the prompt of this iteration.'],
  iteration_mismatch: ['the block names another iteration', 'Copy ITERATION from the prompt of this iteration.'],
  nonce_missing: ['the block has no NONCE', 'Copy NONCE from the prompt of this iteration.'],
  stale_signal: [
    'the block has the NONCE of another iteration: it was quoted, cached or replayed',
    'Copy NONCE from the prompt of this iteration.',
  ],
  contradiction: [
    'the block says yes and contradicts itself',
    'Say yes only when nothing remains, nothing blocks you, and your own test results fit the phase.',
  ],
  schema_error: [
    'the exit signal does not follow the protocol',
    'Print the JSON object as the prompt shows it, with its own fields only. Give each field once, as a string.',
  ],
  protocol_disabled: ['exit signals of APM2 are switched off, so none is accepted', ''],
  no_result: ["the agent's output has no result: its turn did not finish", ''],
  agent_failed: ["the agent's process failed, so its exit signal does not count", ''],
  agent_timed_out: [
    "the time limit ended the agent's turn, so its exit signal does not count",
    'Finish within the time limit, and print the status block before it.',
  ],
} as const satisfies Readonly<Record<string, readonly [people: string, agent: string]>>;

export type SignalReason = keyof typeof SIGNAL_REASONS;
