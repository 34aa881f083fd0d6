/**
 * What stands below the table of phases: each section only where there is something to say, and no longer than a person
 * reads. Pure; words of others are quoted.
 *
 * @module
 */
import { quote, quoteInCell } from '../markdown/quote.ts';
import { describeLuck } from '../run/green-luck.ts';
import { renderCount, renderDuration } from './amounts.ts';
import { renderOrders } from './render-orders.ts';
import type { CriterionReport, ProbeOfPhase, Report, Tally } from './report.ts';
import { titled } from './titled.ts';

const MAX_LINES = 10;
const MAX_TESTS = 3;

export const renderDetails = (report: Report, level: number): readonly string[] => [
  ...titled(level, 'Criteria', renderCriteria(report)),
  ...titled(level, 'Frozen files and lost tests', listTallies(report.tampering)),
  ...titled(level, 'Flaky tests', renderFlaky(report)),
  ...titled(level, 'Fault probe', report.probes.map(renderProbe)),
  ...titled(level, 'Orders of a person', renderOrders(report)),
  ...titled(level, 'Trouble with the agent', renderTrouble(report)),
  // Of work that is done, what once held it is of no use.
  ...(report.standing === 'completed'
    ? []
    : titled(level, 'Notes of iterations that were held', listTallies(report.notes))),
  ...titled(
    level,
    'Commits',
    report.commits.map(
      ({ phase, commit }) => `- ${phase === null ? 'start' : quote(phase)}: ${quote(commit.slice(0, 12))}`,
    ),
  ),
];

const renderCriteria = ({ criteria, criteria_count: count }: Report): readonly string[] => {
  if (criteria.length === 0) return count === 0 ? [] : [`There are ${count}, and none has an id.`];
  const rows = criteria.map(
    ({ id, state, tests }) => `| ${quoteInCell(id, 40)} | ${STATES[state]} | ${renderTests(tests)} |`,
  );
  return ['| criterion | test | which |', '| --- | --- | --- |', ...rows];
};

const STATES: Readonly<Record<CriterionReport['state'], string>> = {
  passing: 'passes',
  not_passing: '**does not pass**',
  no_test: '**none**',
};

const renderTests = (tests: readonly string[]): string => {
  const shown = tests.slice(0, MAX_TESTS).map((test) => quoteInCell(test, 100));
  return [...shown, ...(tests.length > MAX_TESTS ? [`and ${tests.length - MAX_TESTS} more`] : [])].join(', ');
};

const renderFlaky = ({ flaky, phases }: Report): readonly string[] => {
  if (flaky.length === 0) return [];
  const lucky = phases.findLast(({ luck }) => luck !== null)?.luck ?? null;
  return [...listTallies(flaky, 'iteration'), ...(lucky === null ? [] : ['', describeLuck(lucky)])];
};

const renderProbe = ({ phase, faults_planted, faults_noticed, unproven, nothing_shown }: ProbeOfPhase): string => {
  if (nothing_shown !== null) return `- ${quote(phase)}: nothing was shown: ${quote(nothing_shown)}`;
  const places = unproven.slice(0, MAX_TESTS).map(({ path, line }) => quote(`${path}:${line}`));
  const rest = unproven.length > MAX_TESTS ? [`and ${unproven.length - MAX_TESTS} more`] : [];
  const left = unproven.length === 0 ? '' : `; no test needs ${[...places, ...rest].join(', ')}`;
  return `- ${quote(phase)}: ${renderCount(faults_planted, 'fault')} planted, ${faults_noticed} noticed${left}`;
};

const renderTrouble = ({ cut_short: cutShort, denials, voids, waits }: Report): readonly string[] => [
  ...listTallies(cutShort).map((line) => line.replace(/^- /, '- a turn was ended: ')),
  ...listTallies(voids).map((line) => line.replace(/^- /, '- void: ')),
  ...(waits.count === 0
    ? []
    : [`- ${renderCount(waits.count, 'limit')} of the provider waited out: ${renderDuration(waits.ms)}`]),
  ...listTallies(denials).map((line) => line.replace(/^- /, '- denied: ')),
];

const listTallies = (tallies: readonly Tally[], unit?: string): readonly string[] => [
  ...tallies.slice(0, MAX_LINES).map(({ text, count }) => {
    const often = unit === undefined ? `${count}×` : `in ${renderCount(count, unit)}`;
    return `- ${quote(text)}${count === 1 && unit === undefined ? '' : `, ${often}`}`;
  }),
  ...(tallies.length > MAX_LINES ? [`- and ${tallies.length - MAX_LINES} more`] : []),
];
