/** The sections below the table of phases: each only when it has content, and bounded in length. Pure. */
import type { Line, MarkedWord, ReportSection, CriterionReport, MutationCheckOfPhase, Report } from './report.ts';
import { type Tally, describeFlakiness } from '../../view/describe-phases.ts';
import { shortTree } from '../../records/fold/open-approval.ts';
import { listOthers } from '../../records/events/say-command.ts';
import { sayKills, sayReach } from '../../evidence/mutation-check/reach/reach.ts';
import { describeReview, nameFinding } from '../../evidence/review/read-verdict.ts';
import { showCount, showDay, showDuration } from '../../base/text/amounts.ts';

const MAX_LINES = 10;

/** The words of a section of a report: ours, others', and bounded lists. */
export const theirs = (text: string, most?: number): MarkedWord => ({
  text,
  theirs: true,
  ...(most === undefined ? {} : { most }),
});

export const strong = (word: string | MarkedWord): MarkedWord =>
  typeof word === 'string' ? { text: word, strong: true } : { ...word, strong: true };

/** `a, b and 3 more`, of which `shown` are named. @param most - characters of each */
const nameSome = (texts: readonly string[], shown: number, most?: number): Line => {
  const named = texts.slice(0, shown).flatMap((text, n): Line => [...(n === 0 ? [] : [', ']), theirs(text, most)]);
  return texts.length > shown ? [...named, `, and ${texts.length - shown} more`] : named;
};

/** The most frequent ones, and the number of the others. @param unit - @default times, and once is not shown */
const listTallies = (
  tallies: readonly Tally[],
  { unit, before = '' }: { readonly unit?: (count: number) => string; readonly before?: string } = {},
): readonly Line[] => [
  ...tallies.slice(0, MAX_LINES).map(({ text, count }): Line => {
    const often = unit === undefined ? (count === 1 ? '' : `, ${count}×`) : `, in ${unit(count)}`;
    return [before, theirs(text), often].filter((word) => word !== '');
  }),
  ...(tallies.length > MAX_LINES ? [[`${before}and ${tallies.length - MAX_LINES} more`]] : []),
];

export const section = (title: string, said: Omit<ReportSection, 'title'>): readonly ReportSection[] => {
  const { table, items = [], notes = [] } = said;
  return (table?.rows.length ?? 0) + items.length + notes.length === 0 ? [] : [{ title, ...said }];
};

const MAX_TESTS = 3;

export const detailSections = (report: Report): readonly ReportSection[] => [
  ...section('Criteria', describeCriteria(report)),
  ...section('Changed frozen files and missing tests', { items: listTallies(report.tampering) }),
  ...section('Changed earlier tests', { items: (report.changed ?? []).map((text) => [theirs(text)]) }),
  ...section('Criteria that already held', { items: (report.guards ?? []).map((text) => [theirs(text)]) }),
  ...section('Extended settings', { items: (report.extended ?? []).map((text) => [theirs(text)]) }),
  ...section('Not measured', { items: (report.unmeasured ?? []).map((text) => [text]) }),
  ...section('Flaky tests', describeFlaky(report)),
  ...section('Mutation check', { items: report.mutationChecks.map(describeMutationCheck) }),
  ...section('Changed data of the tests', { items: (report.changed_data ?? []).map((text) => [theirs(text)]) }),
  ...section('Removed public names', { items: (report.removed_names ?? []).map((text) => [theirs(text)]) }),
  ...section('Approvals', describeApprovals(report)),
  ...section('Reviews (recorded opinions, not measured)', { items: (report.reviews ?? []).map(showReview) }),
  ...section('Operator commands', { items: listCommandLines(report) }),
  ...section('Problems with the agent', { items: describeTrouble(report) }),
  // For finished work, the reasons for earlier holds do not matter.
  ...(report.status === 'completed' ? [] : section('Notes on held iterations', { items: listTallies(report.notes) })),
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
  const isAsked = criteria.some(({ mutants }) => mutants !== undefined);
  const rows = criteria.map(({ id, state, tests, mutants }) => [
    [theirs(id, 40)],
    [STATES[state]],
    nameSome(tests, MAX_TESTS, 100),
    ...(isAsked ? [describeMutants(tests.length, mutants)] : []),
  ]);
  return { table: { head: ['criterion', 'result', 'test', ...(isAsked ? ['seen to fail'] : [])], rows } };
};

/** `2 tests, 3 mutants of its own killed`. */
const describeMutants = (tests: number, mutants: CriterionReport['mutants']): Line => {
  if (mutants === undefined) return ['not asked'];
  const says = sayKills({ id: '', tests, ...mutants });
  return mutants.end === 'survived' ? [strong(says)] : [says];
};

const STATES: Readonly<Record<CriterionReport['state'], Line[number]>> = {
  passing: 'passes',
  not_passing: strong('does not pass'),
  no_test: strong('none'),
};

const describeFlaky = ({ flaky, phases }: Report): Omit<ReportSection, 'title'> => {
  if (flaky.length === 0) return {};
  const byChance = phases.findLast(({ flakiness }) => flakiness !== null)?.flakiness ?? null;
  return {
    items: listTallies(flaky, { unit: (count) => showCount(count, 'iteration') }),
    notes: byChance === null ? [] : [[describeFlakiness(byChance)]],
  };
};

const describeApprovals = ({ approvals = [] }: Report): Omit<ReportSection, 'title'> => {
  const head = ['phase', 'answer', 'by', 'at', 'sources'];
  const rows = approvals.map(({ phase, iteration, approved, by, at, tree, reason }): readonly Line[] => [
    [theirs(`${phase} ${iteration}`, 100)],
    approved ? ['approved'] : [strong('rejected'), ': ', theirs(reason ?? '', 200)],
    [theirs(by, 100)],
    [at],
    [theirs(shortTree(tree))],
  ]);
  return { table: { head, rows } };
};

const showReview = (review: NonNullable<Report['reviews']>[number]): Line => [
  theirs(`${review.phase} ${review.iteration}: ${describeReview(review)}, by ${review.reviewer}`),
  ...review.findings.slice(0, MAX_TESTS).map((each) => theirs(`; ${nameFinding(each)}`)),
];

const describeMutationCheck = ({
  phase,
  mutants_tested,
  mutants_killed,
  unproven,
  inconclusive,
  reach,
}: MutationCheckOfPhase): Line => {
  const reached =
    reach === undefined
      ? []
      : ['; ', ...sayReach(reach).map(({ text, isPlace = false }) => (isPlace ? theirs(text) : text))];
  if (inconclusive !== null) return [theirs(phase), ': inconclusive: ', theirs(inconclusive), ...reached];
  const places = nameSome(
    unproven.map(({ path, line }) => `${path}:${line}`),
    MAX_TESTS,
  );
  return [
    theirs(phase),
    `: ${showCount(mutants_tested, 'mutant')} tested, ${mutants_killed} killed`,
    ...reached,
    ...(unproven.length === 0 ? [] : ['; unproven: ', ...places]),
  ];
};

const describeTrouble = ({ cut_short: cutShort, denials, discarded, waits }: Report): readonly Line[] => [
  ...listTallies(cutShort, { before: 'a turn was ended: ' }),
  ...listTallies(discarded, { before: 'discarded turn: ' }),
  ...(waits.count === 0
    ? []
    : [[`waited ${showDuration(waits.ms)} for ${showCount(waits.count, 'limit')} of the provider`]]),
  ...listTallies(denials, { before: 'denied: ' }),
];

/** Characters of a text in a command: names of all accepted files may be long. */
const MAX_WORDS = 2_000;

/** Operator commands other than forced exits, one line each, in the order of their time. Pure. */
const listCommandLines = ({ commands, thresholds }: Pick<Report, 'commands' | 'thresholds'>): readonly Line[] =>
  [
    ...thresholds.map(({ at, by, from, threshold }) => ({
      at,
      words: [`the indicator threshold is ${threshold}, by `, theirs(by), ': ', theirs(from)],
    })),
    ...listOthers(commands),
  ]
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ at, words }) => [
      `${showDay(at)}, `,
      ...words.map((word) => (typeof word === 'string' ? word : theirs(word.text, MAX_WORDS))),
    ]);
