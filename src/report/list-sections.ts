/**
 * All sections of the report of a run, in their order: what an operator forced comes first (RULES 1.6), then what a person has to do. Both
 * the Markdown and the page are made of these and of nothing else, so that a section cannot be in one alone. Pure.
 *
 * @module
 */
import type { Line, ReportSection } from '../page/report-section.ts';
import { describeUsage, showCount, showDuration } from '../text/amounts.ts';
import { detailSections } from './detail-sections.ts';
import type { PhaseStatus, Tally } from '../view/describe-phases.ts';
import type { Report } from './report.ts';
import { section, strong, theirs } from './words.ts';

export const listSections = (report: Report): readonly ReportSection[] => [
  ...section('Forced by a person', {
    items: report.orders.forced.map(({ phase, at, by, reason }) => [
      strong(theirs(phase)),
      ` was left by a forced exit: ${at}, by `,
      theirs(by),
      ': ',
      theirs(reason),
    ]),
  }),
  ...section('What it waits for', { items: describeNeeds(report) }),
  ...section('', { items: describeRun(report) }),
  ...phaseSection(report),
  ...detailSections(report),
];

const MAX_MISSING = 8;

/** What it misses, and what to do; nothing where nothing is to be done. */
const describeNeeds = ({ standing, missing, failing, failing_count: failed, next }: Report): readonly Line[] => {
  if (standing === 'completed' || standing === 'aborted' || standing === 'running') return [];
  const tests = failing.slice(0, MAX_MISSING);
  const rest = Math.max(0, missing.length - MAX_MISSING) + failed - tests.length;
  return [
    ...missing.slice(0, MAX_MISSING).map((clause): Line => [theirs(clause)]),
    ...tests.map(
      ({ file, name, message }): Line => [
        'failing: ',
        theirs(`${file} > ${name}`),
        ': ',
        theirs(message.split('\n', 1)[0] ?? ''),
      ],
    ),
    ...(rest === 0 ? [] : [[`and ${rest} more: `, theirs('dualgate explain')]]),
    ...next.map(({ command, what }): Line => ['next: ', theirs(command), `: ${what}`]),
  ];
};

const describeRun = ({ run, began, at, worked_ms, usage, branch, phases }: Report): readonly Line[] => {
  const sum = (measure: (phase: Report['phases'][number]) => number) =>
    phases.reduce((all, phase) => all + measure(phase), 0);
  const agent = showDuration(sum((it) => it.agent_ms));
  const tests = showDuration(sum((it) => it.tests_ms));
  const iterations = showCount(
    sum((it) => it.iterations),
    'iteration',
  );
  const voids = showCount(
    sum((it) => it.void_attempts),
    'void attempt',
  );
  return [
    [`Run: ${run}, from ${began} to ${at}`],
    [`Run time: ${showDuration(worked_ms)} (agent turns ${agent}, test runs ${tests}); ${iterations}, ${voids}`],
    ...(usage === null ? [] : [[`Used: ${describeUsage(usage)}`]]),
    ...(branch === null ? [] : [['Branch: ', theirs(branch)]]),
  ];
};

/** Clauses in one cell. */
const MAX_HELD = 3;

/** The table of phases of a report. Pure. */
const phaseSection = ({ phases, usage }: Report): readonly ReportSection[] => {
  const used = usage === null ? [] : ['used'];
  const head = ['phase', 'how it ended', 'iterations', 'void', 'agent', 'tests', ...used, 'held by, how often'];
  const rows = phases.map((phase): readonly Line[] => [
    [theirs(phase.phase, 100)],
    [OUTCOMES[phase.outcome]],
    ...(phase.outcome === 'ahead'
      ? head.slice(2).map((): Line => [])
      : [
          [String(phase.iterations)],
          [String(phase.void_attempts)],
          [showDuration(phase.agent_ms)],
          [showDuration(phase.tests_ms)],
          ...used.map((): Line => (phase.usage === null ? [] : [describeUsage(phase.usage)])),
          nameHeld(phase.held),
        ]),
  ]);
  return section('Phases', { table: { head, rows } });
};

const OUTCOMES: Readonly<Record<PhaseStatus['outcome'], Line[number]>> = {
  left: 'left by both gates',
  forced: strong('forced'),
  open: 'not left',
  ahead: 'not begun',
};

const nameHeld = (held: readonly Tally[]): Line => {
  const shown = held
    .slice(0, MAX_HELD)
    .flatMap(({ text, count }, n): Line => [...(n === 0 ? [] : [', ']), theirs(text, 60), ` ${count}×`]);
  const rest = held.length - MAX_HELD;
  return rest > 0 ? [...shown, `, and ${rest} more`] : shown;
};
