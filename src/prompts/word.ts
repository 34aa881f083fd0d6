/**
 * How the agent says its word: by the signal command, where it can be run, or by the status block, which stands last.
 *
 * @module
 */
import { DIALECTS, NATIVE } from '../systems/dialects.ts';
import { statusBlockTemplate } from '../signals/status-block-template.ts';
import type { PromptFacts } from './prompt-facts.ts';
import { asksForRefactoring } from './task.ts';

/** The last section of the prompt (RULES 3.8, 3.10). */
export const describeWord = (facts: PromptFacts): readonly string[] => {
  const { dialect = NATIVE } = facts;
  const { words, optional, protocol } = DIALECTS[dialect];
  const refactoring = asksForRefactoring(facts.phase);
  return [
    '## Your word',
    '',
    ...(protocol === undefined || facts.phase.tests === 'must_fail' ? [] : [...protocol, '']),
    ...(facts.signalCommand ? [...describeCommand(refactoring, optional?.command), ''] : []),
    `${facts.signalCommand ? 'Or end' : 'End'} your last message with the status block below: as plain text from the start of the line, without a code fence, each \`this | that\` replaced by one word.`,
    '',
    `- ${words.yes} only when you have run the tests yourself and this phase is finished. Saying so over an unmet condition opens nothing.`,
    `- ${words.no} when anything is left to do. That is welcome: the work goes on in the next turn.`,
    `- ${words.blocked} when you need a person.`,
    ...(optional === undefined ? [] : [`- ${optional.block}`]),
    '',
    statusBlockTemplate({
      dialect,
      phase: facts.phase.phase,
      iteration: facts.iteration,
      nonce: facts.nonce,
      refactoring,
      workPhase: facts.workPhase,
    }),
  ];
};

const describeCommand = (refactoring: boolean, optional?: string): readonly string[] => [
  'Say it in one of two ways. One is enough; if you use both, both must say the same.',
  '',
  'By a command, as the last one that you run. It answers what was recorded, and what was missing when the phase was measured last:',
  '',
  '    "$DUALGATE_SIGNAL" exit --reason "…"       this phase is finished',
  '    "$DUALGATE_SIGNAL" hold --reason "…"       something is left to do',
  '    "$DUALGATE_SIGNAL" blocked --reason "…"    you need a person',
  ...(refactoring
    ? ['', 'With exit, add --refactoring-complete when your improvements are in: as REFACTORING_COMPLETE: true.']
    : []),
  ...(optional === undefined ? [] : ['', optional]),
];
