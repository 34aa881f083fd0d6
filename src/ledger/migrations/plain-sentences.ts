/**
 * Sentences in the decisions of ledgers up to format 3, each with its text in format 4: a replay compares them.
 *
 * @module
 */

const SENTENCES: readonly (readonly [before: string, today: string])[] = [
  [
    'only the tests of the criteria were run, and some of them fail',
    'only the tests of the criteria ran, and some of them fail',
  ],
  ['the gate broke: ', 'the gate threw an error: '],
  ['The agent said in ', 'The agent signalled in '],
  [
    ' iterations in a row that it is done, and gate 1 is not satisfied: ',
    ' iterations in a row that it is done, but gate 1 is not satisfied: ',
  ],
  [
    ' iterations in a row, and the agent gave no exit signal: ',
    ' iterations in a row, but the agent gave no exit signal: ',
  ],
  [
    'the status block does not say what the signal command said',
    'the status block and the signal command give different signals',
  ],
  [
    'Say your word in one way only, or the same in both.',
    'Give your exit signal in one way only, or the same in both.',
  ],
  [
    'the signal command was run with words that differ',
    'the signal command was run with different signals in one turn',
  ],
  ['the status block stands inside a code fence', 'the status block is inside a code fence'],
  ['the status block stands inside an HTML comment', 'the status block is inside an HTML comment'],
  [
    'the last status block is not whole: its closing marker, or its last value, is missing',
    'the last status block is incomplete: its closing marker or its last value is missing',
  ],
  [
    'Print the status block to its end, as the prompt shows it.',
    'Print the complete status block, as the prompt shows it.',
  ],
  ['the last status block is too long to be one', 'the last status block is too long'],
  [
    'in the last status block stands a line that is no field of it',
    'the last status block contains a line that is not one of its fields',
  ],
  [
    'Print the status block with its own fields only, an empty line before and after it.',
    'Print the status block with its own fields only, and an empty line before and after it.',
  ],
  [
    'the signal or STATUS still holds the placeholder of the instructions',
    'the signal or STATUS still contains the placeholder of the instructions',
  ],
  [
    'Replace each `this | that` of the status block by one of its words.',
    'Replace each `this | that` in the status block with one of its words.',
  ],
  [
    'a deciding field of the block has a value that it cannot have',
    'a required field of the block has an invalid value',
  ],
  [
    'Use exactly one of the words that the prompt gives for the signal and for STATUS, and phase and iteration as given.',
    'Use exactly one of the words that the prompt gives for the signal and for STATUS. Copy phase and iteration from the prompt.',
  ],
  [
    'a deciding field stands twice with different values',
    'a required field of the block appears twice, with different values',
  ],
  ['the block speaks for another phase', 'the block names another phase'],
  ['the block speaks for another iteration', 'the block names another iteration'],
  ['the block carries no NONCE', 'the block has no NONCE'],
  [
    'the block carries the NONCE of another iteration: it was quoted, cached or replayed',
    'the block has the NONCE of another iteration: it was quoted, cached or replayed',
  ],
  [
    'Say yes only when nothing remains, nothing blocks, and your own test results fit the phase.',
    'Say yes only when nothing remains, nothing blocks you, and your own test results fit the phase.',
  ],
  ['the exit signal is not one of the protocol', 'the exit signal does not follow the protocol'],
  [
    'Print the object of the prompt, with its own fields only, each once, each a string.',
    'Print the object of the prompt with its own fields only. Give each field once, as a string.',
  ],
  [
    'what the agent printed has no result in it: its turn did not come to an end',
    "the agent's output has no result: its turn did not finish",
  ],
  [
    "the agent's process did not end well, so its word does not count",
    "the agent's process failed, so its exit signal does not count",
  ],
  [
    "the agent's turn was ended by the time limit, so its word does not count",
    "the time limit ended the agent's turn, so its exit signal does not count",
  ],
  [
    'Finish within the time limit and print the status block before it.',
    'Finish within the time limit, and print the status block before it.',
  ],
  [' probe after a cooldown did no better', ' trial iteration after a cooldown did no better'],
  [' probes after a cooldown did no better', ' trial iterations after a cooldown did no better'],
];

/** Up to format 3, a comparison said `3 is not 4 or more`; under a NOT, `3 is 4 or less`. */
const COMPARISON =
  /(^|: |; |, and |\()(-?[\d.]+(?:e[+-]?\d+)?|true|false) is (not )?(less than |more than )?(-?[\d.]+(?:e[+-]?\d+)?|true|false)( or less| or more)?(?=$|;|,|\))/g;

/** The opposite of `4`, `less than 4` and so on: what a NOT expects. */
const expected = (before = '', value = '', after = ''): string =>
  ({ 'less than ': `${value} or more`, 'more than ': `${value} or less` })[before] ??
  { ' or less': `more than ${value}`, ' or more': `less than ${value}` }[after] ??
  `not ${value}`;

/** The text as format 4 has it. */
export const renewSentences = (text: string): string =>
  SENTENCES.reduce((renewed, [before, today]) => renewed.replaceAll(before, today), text).replaceAll(
    COMPARISON,
    (_, start: string, got: string, not: string | undefined, before?: string, value?: string, after?: string) =>
      `${start}got ${got}, expected ${not === undefined ? expected(before, value, after) : `${before ?? ''}${value ?? ''}${after ?? ''}`}`,
  );
