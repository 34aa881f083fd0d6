/** The prompt of one iteration: purpose, criteria, what held the last one, how to signal. Pure. */
import { describeCondition } from '../../../gates/phase.ts';
import {
  joinItems,
  listItems,
  oneLine,
  describeGuidance,
  describeHeld,
  type PromptFacts,
  describeReopened,
} from './prompt-parts.ts';
import { describeTask, asksForRefactoring } from './task.ts';
import { DIALECTS, NATIVE, statusBlockTemplate } from '../../signals/systems/dialects.ts';

const MAX = { checks: 3, criteria: 200, frozen: 50, suites: 50, knownFailing: 50 } as const;

export const renderPrompt = (facts: PromptFacts): string => {
  const { has = 'none' } = facts;
  const sections = [
    [
      `# Phase ${facts.phase.phase}, iteration ${facts.iteration}`,
      '',
      `Purpose of this phase: ${oneLine(facts.phase.purpose)}`,
    ],
    ...(has === 'this phase'
      ? []
      : [
          ['## Task', '', ...listItems(describeTask(facts), 20)],
          ...(has === 'none'
            ? [describeCriteria(facts), describeTests(facts), describeLeaving(facts)]
            : [recallTests(facts), recallLeaving(facts)]),
        ]),
    facts.held === null ? [] : describeHeld(facts.held),
    describeReopened(facts.reopened ?? null),
    describeGuidance(facts.guidance),
    facts.phase.prompt === undefined || has === 'this phase'
      ? []
      : ['## Additional instructions', '', facts.phase.prompt.trim()],
    has === 'none' ? describeWord(facts) : recallWord(facts),
  ];
  const written = sections.filter((section) => section.length > 0);
  // A host may show the person every line of a short one.
  return has === 'none'
    ? `${written.map((section) => section.join('\n')).join('\n\n')}\n`
    : `${written
        .flat()
        .filter((line) => line !== '')
        .join('\n')}\n`;
};

const describeCriteria = ({ criteria, specPaths }: PromptFacts): readonly string[] => [
  '## Acceptance criteria',
  '',
  specPaths.length === 1
    ? `They are from ${specPaths.join()}: read it. Do not edit that file or the configuration: both are frozen.`
    : `They are from ${specPaths.join(', ')}: read them. Do not edit these files or the configuration: all are frozen.`,
  '',
  ...(criteria.length === 0
    ? ['The spec has no acceptance criteria.']
    : listItems(criteria.map(nameCriterion), MAX.criteria)),
];

const nameCriterion = ({ id, text }: PromptFacts['criteria'][number]): string =>
  id === null ? text : `${id}: ${text}`;

const describeTests = (facts: PromptFacts): readonly string[] => [
  '## Tests',
  '',
  ...describeSuites(facts.suites),
  'Only these results count, not the numbers that you report.',
  ...describeChecks(facts),
  ...describeFreeze(facts),
  ...listFiles(FROZEN, facts.frozen, MAX.frozen),
  ...listFiles(
    'These tests are known to fail. They are excluded from all counts:',
    facts.knownFailing,
    MAX.knownFailing,
  ),
];

/** For a session that has the prompt of an earlier phase: what this phase changes. */
const recallTests = (facts: PromptFacts): readonly string[] => [
  '## Tests',
  `Criteria (${facts.specPaths.join(', ')}) and suite are those of the earlier phase.`,
  ...(facts.frozen.length === 0 ? [] : [`${FROZEN} ${joinItems(facts.frozen, MAX.frozen)}`]),
  ...describeFreeze(facts),
];

const FROZEN = 'You may add other tests. Do not edit, skip or remove these files, which are frozen:';

/** Before the tests are written: a later phase cannot repair them. */
const describeFreeze = ({ phase, setUp = [], extend = [] }: PromptFacts): readonly string[] =>
  phase.tests === 'must_fail'
    ? [
        '',
        'When this phase is exited, its test files, snapshots and fixtures are frozen, with the names of all tests: later phases cannot edit, skip or remove them. Configuration of test runners is frozen already. If the work needs a change to a frozen file, report BLOCKED.',
        ...(setUp.length === 0
          ? []
          : [
              `In this phase you may add a file that does not exist yet, if it has only plain settings and loads no code: ${setUp.join(', ')}.`,
            ]),
        ...(extend.length === 0
          ? []
          : [
              `You may also add test folders, test globs and markers at the end of such a list in these files, if the earlier tests keep their results: ${extend.join(', ')}.`,
            ]),
      ]
    : [];

const describeChecks = ({ checks = [] }: PromptFacts): readonly string[] =>
  listFiles(
    'When the tests have the result that this phase needs, dualgate also runs these commands. They must not write sources:',
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
    'After your turn, dualgate runs these suites, one after another:',
    '',
    ...listItems(
      run.map(({ name, place, command }) => `${name}${place}: ${command}`),
      MAX.suites,
    ),
    '',
    'Each suite needs its own tests. In this prompt, the name of a test begins with the name of its suite.',
  ];
};

const listFiles = (title: string, items: readonly string[], limit: number): readonly string[] =>
  items.length === 0 ? [] : ['', title, '', ...listItems(items, limit)];

const describeLeaving = ({ phase }: PromptFacts): readonly string[] => [
  '## When the phase is exited',
  '',
  'dualgate exits the phase when both are true after the same turn: the measured condition below, and your exit signal.',
  '',
  ...describeCondition(phase.gate_1)
    .split('\n')
    .map((line) => `    ${line.trimEnd()}`),
];

const recallLeaving = ({ phase }: PromptFacts): readonly string[] => [
  '## When the phase is exited',
  `With your exit signal and: ${oneLine(describeCondition(phase.gate_1), Infinity)}`,
];

/** By the signal command, where it can be run, or by the status block, which comes last (rules 3.8, 3.10). */
const describeWord = (facts: PromptFacts): readonly string[] => {
  const { dialect = NATIVE } = facts;
  const { words, optional, protocol } = DIALECTS[dialect];
  const refactoring = asksForRefactoring(facts.phase);
  return [
    '## Your exit signal',
    '',
    ...(protocol === undefined || facts.phase.tests === 'must_fail' ? [] : [...protocol, '']),
    ...(facts.signalCommand ? [...describeCommand(refactoring, optional?.command), ''] : []),
    `${facts.signalCommand ? 'Or end' : 'End'} your last message with the status block below. Print it as plain text, from the start of the line, without a code fence. Replace each choice, such as \`this | that\`, with one of its words.`,
    '',
    `- If this phase is finished, and you have run the tests yourself: ${words.yes}. This does not exit the phase while the condition is unmet.`,
    `- If work remains: ${words.no}. That is fine: the work continues in the next turn.`,
    `- If you need human input: ${words.blocked}.`,
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

/** For a session that has the form and the meaning of each word, and used them: the values of this turn alone. */
const recallWord = (facts: PromptFacts): readonly string[] =>
  (facts.dialect ?? NATIVE) === NATIVE && isReadable(facts.held)
    ? [
        '## Your exit signal',
        '',
        'End your last message with the status block again, in the same form and with these values:',
        '',
        `PHASE: ${facts.phase.phase}`,
        `ITERATION: ${facts.iteration}`,
        ...(facts.nonce === null ? [] : [`NONCE: ${facts.nonce}`]),
        ...(asksForRefactoring(facts.phase) ? ['REFACTORING_COMPLETE: true | false'] : []),
      ]
    : describeWord(facts);

/** Whether the last signal had its form; the context of a session may have lost it since. */
const isReadable = (held: PromptFacts['held']): boolean =>
  held === null || held.signal === 'explicit_true' || held.signal === 'explicit_false';

const describeCommand = (refactoring: boolean, optional?: string): readonly string[] => [
  'Give your exit signal in one of two ways: by a command, or by a status block. If you use both, they must agree.',
  '',
  'Run one of these commands, as the last command of your turn. It prints the recorded signal, and what was missing at the last measurement:',
  '',
  '    "$DUALGATE_SIGNAL" exit --reason "…"       this phase is finished',
  '    "$DUALGATE_SIGNAL" hold --reason "…"       work remains',
  '    "$DUALGATE_SIGNAL" blocked --reason "…"    you need human input',
  ...(refactoring
    ? [
        '',
        'With exit, add --refactoring-complete when your improvements are done. It reports REFACTORING_COMPLETE: true.',
      ]
    : []),
  ...(optional === undefined ? [] : ['', optional]),
];
