/**
 * The prompt of one iteration: the purpose of the phase, the criteria, what held the last iteration, and how to
 * signal that it is done. Pure: the same facts give the same words.
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

/** Markdown for the agent's stdin. The status block comes last, with the nonce of this iteration alone. */
export const renderPrompt = (facts: PromptFacts): string => {
  const sections = [
    [
      `# Phase ${facts.phase.phase}, iteration ${facts.iteration}`,
      '',
      `Purpose of this phase: ${oneLine(facts.phase.purpose)}`,
    ],
    ['## Task', '', ...listItems(describeTask(facts), 20)],
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
  ...(criteria.length === 0 ? ['The spec names no criteria.'] : listItems(criteria.map(nameCriterion), MAX.criteria)),
];

const nameCriterion = ({ id, text }: PromptFacts['criteria'][number]): string =>
  id === null ? text : `${id}: ${text}`;

const describeTests = (facts: PromptFacts): readonly string[] => [
  '## Tests',
  '',
  ...describeSuites(facts.suites),
  'Only the results of that run count, not numbers that you report.',
  ...describeChecks(facts),
  ...listFiles(
    'These files are frozen. Do not edit, skip or remove them. You may add other tests:',
    facts.frozen,
    MAX.frozen,
  ),
  ...listFiles('These tests are known to fail and are excluded from all counts:', facts.knownFailing, MAX.knownFailing),
];

const describeChecks = ({ checks = [] }: PromptFacts): readonly string[] =>
  listFiles(
    'These commands also run, once the tests are as this phase needs them. They must not write sources:',
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
    return [`After your turn, dualgate runs the suite${only.place} with: ${only.command}`];
  return [
    'After your turn, dualgate runs these suites, one after another. Each suite needs tests of its own. The name of each test begins with the name of its suite:',
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
  '## When the phase is exited',
  '',
  'Both must be true after this same turn: the measured condition below, and your own exit signal.',
  '',
  ...describeCondition(phase.gate_1)
    .split('\n')
    .map((line) => `    ${line.trimEnd()}`),
];

/**
 * How the agent gives its exit signal: by the signal command, where it can be run, or by the status block, which
 * comes last.
 *
 * The last section of the prompt (rules 3.8, 3.10).
 */
const describeWord = (facts: PromptFacts): readonly string[] => {
  const { dialect = NATIVE } = facts;
  const { words, optional, protocol } = DIALECTS[dialect];
  const refactoring = asksForRefactoring(facts.phase);
  return [
    '## Your exit signal',
    '',
    ...(protocol === undefined || facts.phase.tests === 'must_fail' ? [] : [...protocol, '']),
    ...(facts.signalCommand ? [...describeCommand(refactoring, optional?.command), ''] : []),
    `${facts.signalCommand ? 'Or end' : 'End'} your last message with the status block below: as plain text from the start of the line, without a code fence, each \`this | that\` replaced with one word.`,
    '',
    `- ${words.yes} only when you have run the tests yourself and this phase is finished. A yes does not exit the phase while the condition is unmet.`,
    `- ${words.no} when work remains. That is fine: the work continues in the next turn.`,
    `- ${words.blocked} when you need human input.`,
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
  'Give your signal in one of two ways. One is enough. If you use both, both must agree.',
  '',
  'By a command, as the last one that you run. It prints what it recorded, and what was missing at the last measurement:',
  '',
  '    "$DUALGATE_SIGNAL" exit --reason "…"       this phase is finished',
  '    "$DUALGATE_SIGNAL" hold --reason "…"       work remains',
  '    "$DUALGATE_SIGNAL" blocked --reason "…"    you need human input',
  ...(refactoring
    ? [
        '',
        'With exit, add --refactoring-complete when your improvements are done. It means REFACTORING_COMPLETE: true.',
      ]
    : []),
  ...(optional === undefined ? [] : ['', optional]),
];
