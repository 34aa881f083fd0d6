/**
 * The prompt of one iteration: what the phase is for, the criteria, what held the last iteration, and how to
 * say that it is done. Pure: the same facts give the same words.
 *
 * @module
 */
import { describeCondition } from '../../gates/phase.ts';
import { listItems, oneLine } from './bounded-list.ts';
import { describeGuidance } from './guidance.ts';
import { describeHeld } from './held.ts';
import type { PromptFacts } from './prompt-facts.ts';
import { describeTask, asksForRefactoring } from './task.ts';
import { DIALECTS, NATIVE } from '../systems/dialects.ts';
import { statusBlockTemplate } from '../signals/status-block-template.ts';

const MAX = { checks: 3, criteria: 200, frozen: 50, suites: 50, knownFailing: 50 } as const;

/** Markdown for the agent's stdin. The status block stands last, with the nonce of this iteration alone. */
export const renderPrompt = (facts: PromptFacts): string => {
  const sections = [
    [
      `# Phase ${facts.phase.phase}, iteration ${facts.iteration}`,
      '',
      `This phase is for: ${oneLine(facts.phase.purpose)}`,
    ],
    ['## What to do', '', ...listItems(describeTask(facts), 20)],
    describeCriteria(facts),
    describeTests(facts),
    describeLeaving(facts),
    facts.held === null ? [] : describeHeld(facts.held),
    describeGuidance(facts.guidance),
    facts.phase.prompt === undefined ? [] : ['## Also', '', facts.phase.prompt.trim()],
    describeWord(facts),
  ];
  return `${sections
    .filter((section) => section.length > 0)
    .map((section) => section.join('\n'))
    .join('\n\n')}\n`;
};

const describeCriteria = ({ criteria, specPath }: PromptFacts): readonly string[] => [
  '## Acceptance criteria',
  '',
  `From ${specPath}, which is frozen like the configuration: read it, do not edit it.`,
  '',
  ...(criteria.length === 0 ? ['It names no criteria.'] : listItems(criteria.map(nameCriterion), MAX.criteria)),
];

const nameCriterion = ({ id, text }: PromptFacts['criteria'][number]): string =>
  id === null ? text : `${id}: ${text}`;

const describeTests = (facts: PromptFacts): readonly string[] => [
  '## Tests',
  '',
  ...describeSuites(facts.suites),
  'Only what that run shows counts, not numbers that you report.',
  ...describeChecks(facts),
  ...listFiles(
    'These files are frozen. Do not edit, skip or remove them; adding other tests is allowed:',
    facts.frozen,
    MAX.frozen,
  ),
  ...listFiles('These tests are known to fail and are left out of all counts:', facts.knownFailing, MAX.knownFailing),
];

const describeChecks = ({ checks = [] }: PromptFacts): readonly string[] =>
  listFiles(
    'These commands are run too, once the tests are as this phase wants them. They must not write sources:',
    checks.map(({ name, command }) => `${name}: ${command}`),
    MAX.checks,
  );

const describeSuites = (suites: PromptFacts['suites']): readonly string[] => {
  const run = suites.map(({ name, folder, command }) => {
    const place = folder === '' ? '' : ` in ${oneLine(folder)}`;
    return { name: oneLine(name), place, command: oneLine(command) };
  });
  const [only] = run;
  if (only !== undefined && run.length === 1)
    return [`After your turn the suite is run${only.place} with: ${only.command}`];
  return [
    'After your turn these suites are run, one after another. Each has to have tests of its own, and the name of each test begins with that of its suite:',
    '',
    ...listItems(
      run.map(({ name, place, command }) => `${name}${place}: ${command}`),
      MAX.suites,
    ),
    '',
  ];
};

const listFiles = (title: string, items: readonly string[], limit: number): readonly string[] =>
  items.length === 0 ? [] : ['', title, '', ...listItems(items, limit)];

const describeLeaving = ({ phase }: PromptFacts): readonly string[] => [
  '## When the phase is left',
  '',
  'Both must be true after this same turn: this condition, measured, and your own word.',
  '',
  ...describeCondition(phase.gate_1)
    .split('\n')
    .map((line) => `    ${line.trimEnd()}`),
];

/**
 * How the agent says its word: by the signal command, where it can be run, or by the status block, which stands last.
 *
 * The last section of the prompt (RULES 3.8, 3.10).
 */
const describeWord = (facts: PromptFacts): readonly string[] => {
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
