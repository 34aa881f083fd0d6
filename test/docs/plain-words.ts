/**
 * Words and openings of sentences that messages, help and docs do not use, each with what to write instead: the rules of
 * `docs/concepts.md`, as a list.
 *
 * @module
 */

interface Banned {
  readonly pattern: RegExp;
  /** The words to write. */
  readonly instead: string;
}

export const BANNED: readonly Banned[] = [
  { pattern: /\bphase(?:s|'s)? (?:is|are|was|were|be|been|has been) (?:not )?left\b/i, instead: 'exited' },
  { pattern: /\b(?:is|was|be|been) left by\b/i, instead: 'exited by' },
  { pattern: /\b(?:RED|GREEN|REFACTOR|DOCUMENT) (?:is|was|can be|may be) left\b/, instead: 'exited' },
  { pattern: /\bleave(?:s)? (?:a|the|its|this|each|no) phase\b/i, instead: 'exit a phase' },
  { pattern: /\b(?:go|goes|going|gone|went) on\b/i, instead: 'is active, continues, or resumes' },
  { pattern: /\b(?:break|breaks|broke|broken) off\b/i, instead: 'crashed' },
  { pattern: /\binventor(?:y|ies)\b/i, instead: 'baseline' },
  { pattern: /\bprob(?:e|es|ed|ing)\b/i, instead: 'mutation check, trial iteration, or smoke test' },
  { pattern: /\bfaults? (?:is|are|was|were)? ?(?:planted|noticed)\b/i, instead: 'mutant, tested, killed' },
  { pattern: /\bheld[- ]out\b/i, instead: 'hidden suite' },
  { pattern: /\bvoid (?:turn|attempt|measurement)s?\b/i, instead: 'discarded turn, or invalid measurement' },
  { pattern: /\bluck\b/i, instead: 'flakiness, or chance' },
  { pattern: /\bintruders?\b/i, instead: 'unexpected file' },
  { pattern: /\bcalibrat\w+\b/i, instead: 'write detection' },
  { pattern: /\bput aside\b/i, instead: 'deferred' },
  { pattern: /\b(?:needs?|needed|wants?) a person\b/i, instead: 'needs human input' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\bbesides\b/i, instead: 'also, or always required' },
  { pattern: /\bkin\b/i, instead: 'similar' },
  {
    pattern: /\b(?:is|are|was|were|be) (?:told|asked) (?:of|for|that|to)\b/i,
    instead: 'an active verb with its actor',
  },
  { pattern: /\bbears? out\b/i, instead: 'confirms' },
  { pattern: /\bin the midst\b/i, instead: 'during' },
  { pattern: /\b(?:a|the|each|every|this|that|no) jobs?\b/i, instead: 'task, or work item' },
  { pattern: /\b(?:build|remote) hosts?\b/i, instead: 'machine' },
  { pattern: /\bgo(?:es)? by\b/i, instead: 'uses' },
  { pattern: /\ballowances?\b/i, instead: 'limit, or remaining iterations' },
  { pattern: /\b(?:is|are|was|were) settled\b/i, instead: 'ended' },
  { pattern: /\bgates? (?:is|are|was|were|stays?) (?:open|shut)\b/i, instead: 'satisfied, or not satisfied' },
  { pattern: /\b(?:opens?|shuts?) (?:the|a|no|any|its) (?:gate|phase)s?\b/i, instead: 'satisfies the gate' },
  { pattern: /\bthe agent's (?:own )?word\b/i, instead: 'exit signal' },
  { pattern: /\bRULES \d|\bCONTRACTS\b/, instead: 'rule 1.5, with a link to reference/rules.md' },
  { pattern: /^(?:What|Whoever|Who|Nobody)\b(?![^.]*\?)/, instead: 'subject, verb, object' },
  {
    pattern: /^(?:Of|Where) (?:a|an|the|all|those|several|one|it|no|this|that)\b(?![^.]*\?)/,
    instead: 'subject, verb, object',
  },
];

/** `phase is exited: write …` for each banned expression in the text. */
export const findBanned = (text: string): readonly string[] =>
  sentencesOf(text).flatMap((sentence) =>
    BANNED.flatMap(({ pattern, instead }) => {
      const [found] = pattern.exec(sentence) ?? [];
      return found === undefined ? [] : [`"${found}": write ${instead} (${sentence.slice(0, 100)})`];
    }),
  );

const sentencesOf = (text: string): readonly string[] =>
  text
    .split(/(?<=[.!?:;])\s+|\n\s*\n|\n(?=[-*#|] )|\s\|\s/u)
    .map((each) => each.replace(/^[\s|*#>-]+/, '').replaceAll(/\s+/g, ' '));
