/**
 * All sections of a run's report: forced exits first (rule 1.6), then a person's steps. Markdown and page use these
 * alone, so that neither has a section that the other lacks. Pure.
 */
import { saySuiteRuns } from '../../view/say-step.ts';
import type { Line, ReportSection, Report } from './report.ts';
import { listForced } from '../../records/events/say-command.ts';
import { clauseLines, type HoldLine, restOfWork, sayCauseOfHold } from '../../records/say-hold.ts';
import { REPORT_COMMAND } from '../../view/next-steps.ts';
import { describeRemoved } from '../../records/removed-transcripts.ts';
import { describeUsage, showCount, showDay, showDuration } from '../../base/text/amounts.ts';
import { detailSections, section, strong, theirs } from './detail-sections.ts';
import type { PhaseStatus, Tally } from '../../view/describe-phases.ts';

export const listSections = (report: Report): readonly ReportSection[] => [
  ...section('Forced exits', {
    items: listForced(report.commands.forced).map(({ at, words }) => ['» ', ...words, `, ${showDay(at)}`]),
  }),
  ...section(report.status === 'completed' ? 'Next' : 'Needed to continue', { items: describeNeeds(report) }),
  ...section('Run', { items: describeRun(report) }),
  ...phaseSection(report),
  ...detailSections(report),
];

/** The cause, the conditions, the recommended command, what fails, the other commands; nothing where nothing is to be done. */
const describeNeeds = ({ status, why, held, next }: Report): readonly Line[] => {
  if (status === 'running') return [];
  const [first, ...others] = next
    .filter(({ command }) => command !== REPORT_COMMAND)
    .map(({ command, what }, n): Line => [n === 0 ? 'next: ' : 'or: ', theirs(command), `: ${what}`]);
  const recommended = first === undefined ? [] : [first];
  if (status === 'aborted' || held === null) return [...recommended, ...others];
  const say = ({ text }: HoldLine): Line => [theirs(text)];
  return [
    // The reason of the end stands above.
    ...(sayCauseOfHold(held) === why ? [] : [[theirs(sayCauseOfHold(held))]]),
    ...clauseLines(held).map(say),
    ...recommended,
    ...restOfWork(held).map(say),
    ...others,
  ];
};

const describeRun = ({ removed_transcripts: removed, ...report }: Report): readonly Line[] => {
  const { run, began, at, worked_ms, usage, branch, phases } = report;
  const sum = (measure: (phase: Report['phases'][number]) => number) =>
    phases.reduce((all, phase) => all + measure(phase), 0);
  const ran = saySuiteRuns(report);
  const agent = showDuration(sum((it) => it.agent_ms));
  const tests = showDuration(sum((it) => it.tests_ms));
  const iterations = showCount(
    sum((it) => it.iterations),
    'iteration',
  );
  const discarded = showCount(
    sum((it) => it.discarded_turns),
    'discarded turn',
  );
  return [
    [`Run: ${run}, from ${showDay(began)} to ${showDay(at)}`],
    [`Run time: ${showDuration(worked_ms)} (agent turns ${agent}, test runs ${tests}); ${iterations}, ${discarded}`],
    ...(ran === null ? [] : [[ran]]),
    ...(usage === null ? [] : [[`Used: ${describeUsage(usage)}`]]),
    ...(removed === undefined ? [] : [[`Removed transcripts: ${describeRemoved(removed)}`]]),
    ...(branch === null ? [] : [['Branch: ', theirs(branch)]]),
  ];
};

const MAX_HELD = 3;

/** The table of phases of a report. Pure. */
const phaseSection = ({ phases, usage }: Report): readonly ReportSection[] => {
  const used = usage === null ? [] : ['used'];
  const head = ['phase', 'outcome', 'iterations', 'discarded', 'agent', 'tests', ...used, 'held by'];
  const rows = phases.map((phase): readonly Line[] => [
    [theirs(phase.phase, 100)],
    [OUTCOMES[phase.outcome]],
    ...(phase.outcome === 'ahead'
      ? head.slice(2).map((): Line => [])
      : [
          [String(phase.iterations)],
          [String(phase.discarded_turns)],
          [showDuration(phase.agent_ms)],
          [showDuration(phase.tests_ms)],
          ...used.map((): Line => (phase.usage === null ? [] : [describeUsage(phase.usage)])),
          nameHeld(phase.held),
        ]),
  ]);
  return section('Phases', { table: { head, rows } });
};

const OUTCOMES: Readonly<Record<PhaseStatus['outcome'], Line[number]>> = {
  exited: 'exited by both gates',
  forced: strong('forced'),
  open: 'not exited',
  ahead: 'not started',
};

const nameHeld = (held: readonly Tally[]): Line => {
  const shown = held
    .slice(0, MAX_HELD)
    .flatMap(({ text, count }, n): Line => [...(n === 0 ? [] : [', ']), theirs(text, 60), ` ${count}×`]);
  const rest = held.length - MAX_HELD;
  return rest > 0 ? [...shown, `, and ${rest} more`] : shown;
};
