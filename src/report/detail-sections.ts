/**
 * What stands below the table of phases: each section only where there is something to say, and no longer than a person
 * reads. Pure.
 *
 * @module
 */
import type { Line, ReportSection } from '../page/report-section.ts';
import { describeLuck } from '../view/green-luck.ts';
import { showCount, showDuration } from '../text/amounts.ts';
import type { CriterionReport, ProbeOfPhase, Report } from './report.ts';
import { listTallies, nameSome, section, strong, theirs } from './words.ts';

const MAX_TESTS = 3;

export const detailSections = (report: Report): readonly ReportSection[] => [
  ...section('Criteria', describeCriteria(report)),
  ...section('Frozen files and lost tests', { items: listTallies(report.tampering) }),
  ...section('Flaky tests', describeFlaky(report)),
  ...section('Fault probe', { items: report.probes.map(describeProbe) }),
  ...section('Orders of a person', { items: listOrderLines(report) }),
  ...section('Trouble with the agent', { items: describeTrouble(report) }),
  // Of work that is done, what once held it is of no use.
  ...(report.standing === 'completed'
    ? []
    : section('Notes of iterations that were held', { items: listTallies(report.notes) })),
  ...section('Commits', {
    items: report.commits.map(({ phase, commit }) => [
      phase === null ? 'start' : theirs(phase),
      ': ',
      theirs(commit.slice(0, 12)),
    ]),
  }),
];

const describeCriteria = ({ criteria, criteria_count: count }: Report): Omit<ReportSection, 'title'> => {
  if (criteria.length === 0) return count === 0 ? {} : { notes: [[`There are ${count}, and none has an id.`]] };
  const rows = criteria.map(({ id, state, tests }) => [
    [theirs(id, 40)],
    [STATES[state]],
    nameSome(tests, MAX_TESTS, 100),
  ]);
  return { table: { head: ['criterion', 'test', 'which'], rows } };
};

const STATES: Readonly<Record<CriterionReport['state'], Line[number]>> = {
  passing: 'passes',
  not_passing: strong('does not pass'),
  no_test: strong('none'),
};

const describeFlaky = ({ flaky, phases }: Report): Omit<ReportSection, 'title'> => {
  if (flaky.length === 0) return {};
  const lucky = phases.findLast(({ luck }) => luck !== null)?.luck ?? null;
  return {
    items: listTallies(flaky, { unit: (count) => showCount(count, 'iteration') }),
    notes: lucky === null ? [] : [[describeLuck(lucky)]],
  };
};

const describeProbe = ({ phase, faults_planted, faults_noticed, unproven, nothing_shown }: ProbeOfPhase): Line => {
  if (nothing_shown !== null) return [theirs(phase), ': nothing was shown: ', theirs(nothing_shown)];
  const places = nameSome(
    unproven.map(({ path, line }) => `${path}:${line}`),
    MAX_TESTS,
  );
  return [
    theirs(phase),
    `: ${showCount(faults_planted, 'fault')} planted, ${faults_noticed} noticed`,
    ...(unproven.length === 0 ? [] : ['; no test needs ', ...places]),
  ];
};

const describeTrouble = ({ cut_short: cutShort, denials, voids, waits }: Report): readonly Line[] => [
  ...listTallies(cutShort, { before: 'a turn was ended: ' }),
  ...listTallies(voids, { before: 'void: ' }),
  ...(waits.count === 0
    ? []
    : [[`${showCount(waits.count, 'limit')} of the provider waited out: ${showDuration(waits.ms)}`]]),
  ...listTallies(denials, { before: 'denied: ' }),
];

const MAX_NAMED = 20;

/** What operators ordered besides forced exits, one line each. Pure. */
const listOrderLines = ({
  orders: { accepted, resets, rollbacks, guidance, aborted },
  thresholds,
}: Pick<Report, 'orders' | 'thresholds'>): readonly Line[] =>
  [
    ...thresholds.map(({ at, by, from, threshold }) => ({
      at,
      says: [`the indicator threshold is ${threshold}`],
      by,
      reason: from,
    })),
    ...accepted.map(({ at, by, reason, phase, files, tests, writes = [] }) => ({
      at,
      says: ['accepted in ', theirs(phase), ': ', ...nameSome([...files, ...tests, ...writes], MAX_NAMED, 100)],
      by,
      reason,
    })),
    ...resets.map(({ at, by, reason, phase }) => ({ at, says: ['counts reset in ', theirs(phase)], by, reason })),
    ...rollbacks.map(({ at, by, reason, phase }) => ({
      at,
      says: ['rolled back to the exit of ', theirs(phase)],
      by,
      reason,
    })),
    ...guidance.map(({ at, by, text, phase }) => ({
      at,
      says: ['the agent was told in ', theirs(phase)],
      by,
      reason: text,
    })),
    ...(aborted === null ? [] : [{ ...aborted, says: ['aborted'] }]),
  ]
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ at, says, by, reason }) => [`${at}, `, ...says, ', by ', theirs(by), ': ', theirs(reason)]);
