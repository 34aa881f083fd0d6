/**
 * The answer of the signal command in words for the agent; pure.
 *
 * @module
 */
import type { LastMeasured, SpokenAnswer } from './spoken-answer.ts';
import type { Word } from './spoken-word.ts';

type Recorded = Extract<SpokenAnswer, { readonly recorded: true }>;

const WHAT_FOLLOWS: Readonly<Record<Word['word'], string>> = {
  exit: 'It counts only if the tests that are measured after this turn agree.',
  hold: 'The work goes on in the next turn.',
  blocked: 'A person is asked when this turn has ended.',
};

/** Lines for stdout. */
export const renderRecorded = ({ word, phase, iteration, agrees, measured }: Recorded): readonly string[] => [
  `Recorded for ${phase}, iteration ${iteration}: ${word}. ${agrees ? WHAT_FOLLOWS[word] : DISAGREES}`,
  ...renderMeasured(measured),
];

const DISAGREES =
  'But this turn has said another word before, and words that differ open nothing: say one word in the next turn.';

const renderMeasured = (measured: LastMeasured | null): readonly string[] => {
  if (measured === null) return ['Nothing has been measured in this phase yet.'];
  const { iteration, satisfied, unmet, failing } = measured;
  if (satisfied) return [`Gate 1 was satisfied at the end of iteration ${iteration}.`];
  return [
    `Gate 1 missed this at the end of iteration ${iteration}:`,
    ...unmet.map((clause) => `  - ${clause}`),
    ...(failing.length === 0 ? [] : ['Tests that failed then:', ...failing.map((name) => `  - ${name}`)]),
  ];
};

/** The sentence for stderr. @param because - follows a colon */
export const renderRefused = (word: Word['word'], because: string): string =>
  `Cannot signal ${word}: ${because}. Nothing was recorded. End your last message with the status block of the prompt instead.`;
