/** The report of a run, made from the records of its ledger and nothing else. Pure. */
import type { TurnUsage, IterationRecord } from '../../../gates/iteration.ts';
import { quote, quoteInCell } from '../../base/text/quote-text.ts';
import { sumUsage } from '../../records/fold/spending.ts';
import { printStatusName } from '../../view/status-name.ts';
import { describeUsage, showCount, showDuration } from '../../base/text/amounts.ts';
import { listSections } from './list-sections.ts';
import type { Report, CriterionReport, Line, ReportSection, Word } from './report.ts';
import { coveringOf, findTestsOf } from '../../evidence/cover-criteria.ts';
import { isAbout } from '../../evidence/findings/is-about.ts';
import { describeRun } from '../../view/run-status.ts';
import type { CriterionKills } from '../../evidence/mutation-check/criterion-kills.ts';
import { splitTestId, testId } from '../../runners/is-green.ts';
import { statusNow } from '../../view/next-steps.ts';
import type { WorkRecord } from '../../records/records.ts';
import { IGNORED_SUMS } from '../../evidence/baseline.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import { phaseAt } from '../../records/fold/work-position.ts';
import { gather, type Gathered, gatherNothing, isChange, sortTallies, tally } from './gather-report.ts';

// Reports as Markdown: forced exits come before anything else (rule 1.6), then facts and steps for a person. Pure.

/** @param reports - in order */
export const renderReports = (reports: readonly Report[]): string => {
  const [first] = reports;
  if (first === undefined) return 'No run.\n';
  const lines = reports.length === 1 ? renderReport(first, 1) : renderNight(reports);
  return `${lines.join('\n')}\n`;
};

/** A table of all, then one section each. */
const renderNight = (reports: readonly Report[]): readonly string[] => {
  const completed = reports.filter(({ status }) => status === 'completed').length;
  return [
    `# ${showCount(reports.length, 'run')}: ${completed} completed`,
    '',
    renderSums(reports),
    ...renderForced(reports),
    '',
    '| work | how it ended | iterations | run time | why |',
    '| --- | --- | --- | --- | --- |',
    ...reports.map((each) =>
      row([
        quoteInCell(each.spec, 60),
        printStatusName(each.status) + (each.commands.forced.length === 0 ? '' : ', forced'),
        String(each.phases.reduce((sum, { iterations }) => sum + iterations, 0)),
        showDuration(each.worked_ms),
        quoteInCell(each.why, 120),
      ]),
    ),
    ...reports.flatMap((each) => ['', ...renderReport(each, 2)]),
  ];
};

export const renderSums = (reports: readonly Report[]): string => {
  const usage = reports.reduce<TurnUsage | null>((sum, each) => sumUsage(sum, each.usage), null);
  const ms = reports.reduce((sum, each) => sum + each.worked_ms, 0);
  return [`Run time: ${showDuration(ms)}`, ...(usage === null ? [] : [`used: ${describeUsage(usage)}`])].join('; ');
};

/** Nothing without a forced exit (rule 1.6). */
export const renderForced = (reports: readonly Report[]): readonly string[] => {
  const forced = reports.filter((each) => each.commands.forced.length > 0).length;
  return forced === 0 ? [] : ['', `**Forced exits** in ${showCount(forced, 'run')}: see below.`];
};

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** @param level - of its title */
export const renderReport = (report: Report, level: 1 | 2): readonly string[] => {
  const { status, spec, why } = report;
  return [
    `${'#'.repeat(level)} ${printStatusName(status)}: ${quote(spec)}`,
    ...(why === '' ? [] : ['', quote(why)]),
    ...renderSections(listSections(report), level),
  ];
};

/** @param level - of the report's own title, from 1 */
const renderSections = (sections: readonly ReportSection[], level: number): readonly string[] =>
  sections.flatMap(({ title, table, items = [], notes = [] }) => [
    '',
    `${'#'.repeat(level + 1)} ${title}`,
    ...(table === undefined ? [] : ['', ...renderTable(table)]),
    ...(items.length === 0 ? [] : ['', ...items.map((line) => `- ${renderLine(line, quote)}`)]),
    ...notes.flatMap((line) => ['', renderLine(line, quote)]),
  ]);

const renderTable = ({ head, rows }: NonNullable<ReportSection['table']>): readonly string[] =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map((cell) => renderLine(cell, quoteInCell)))].map(
    (cells) => `| ${cells.join(' | ')} |`,
  );

type Quote = (text: string, most?: number) => string;

const renderLine = (line: Line, quoted: Quote): string => line.map((word) => renderWord(word, quoted)).join('');

const renderWord = (word: Word, quoted: Quote): string => {
  if (typeof word === 'string') return word;
  const { text, theirs, most, strong } = word;
  const shown = theirs === true ? quoted(text, most) : text;
  return strong === true ? `**${shown}**` : shown;
};

/** Takes one record after the other, and keeps none. */
export const createReport = () => {
  const gathered = gatherNothing();
  return {
    see: (record: WorkRecord): void => gather(gathered, record),
    /** @param isGoing - whether a loop is active; a ledger does not know */
    make: ({ isGoing }: { readonly isGoing: boolean }): Report => describe(gathered, isGoing),
  };
};

/** @param facts - as of `make` */
export const makeReport = (records: Iterable<WorkRecord>, facts: { readonly isGoing: boolean }): Report => {
  const report = createReport();
  for (const record of records) report.see(record);
  return report.make(facts);
};

const describe = (gathered: Gathered, isGoing: boolean): Report => {
  const { state, last, atExits, approvals, reviews } = gathered;
  const { phases, position } = state.sums;
  const { forced, resets, accepted, reopened, rollbacks, guidance, aborted } = state;
  const run = describeRun({ state, phases, phase: phaseAt(position) });
  const lastFindings = last?.findings ?? [];
  const removedNames = lastFindings.filter((each) => isAbout(each, 'names')).map(({ text }) => text);
  const { status, why, next } = statusNow(run, { isGoing });
  return {
    v: 1,
    run: run.run,
    spec: run.spec,
    status,
    why,
    exit_code: isGoing ? null : (state.ending?.exit_code ?? null),
    began: run.began,
    at: gathered.at,
    worked_ms: run.worked_ms,
    suite_runs: run.suite_runs,
    suite_ms: run.suite_ms,
    phase: run.phase,
    phases: run.by_phase,
    usage: run.usage.run,
    commands: { forced, resets, accepted, reopened, rollbacks, guidance, aborted },
    thresholds: state.thresholds,
    criteria_count: state.criteria?.count ?? 0,
    criteria: reportCriteria(state, last, gathered.kills),
    held: run.held,
    ...unlessEmpty('guards', atExits['guards.hold']),
    ...unlessEmpty('extended', atExits['tests.extended']),
    ...unlessEmpty('changed', atExits['changes.counts']),
    ...(gathered.ignoresSums && { unmeasured: [IGNORED_SUMS] }),
    ...unlessEmpty('changed_data', atExits.data),
    ...unlessEmpty('removed_names', removedNames),
    // A file that was restored since is changed no more.
    tampering: tally(lastFindings.filter(isChange).map(({ text }) => text)),
    notes: sortTallies(gathered.notes),
    flaky: sortTallies(gathered.flaky),
    mutationChecks: [...gathered.mutationChecks.values()],
    ...unlessEmpty('approvals', approvals),
    ...unlessEmpty('reviews', reviews),
    denials: sortTallies(gathered.denials),
    cut_short: sortTallies(gathered.cutShort),
    discarded: sortTallies(gathered.discarded),
    waits: gathered.waits,
    ...(run.removed_transcripts === undefined ? {} : { removed_transcripts: run.removed_transcripts }),
    branch: run.branch?.name ?? null,
    commits: gathered.commits,
    next,
  };
};

const unlessEmpty = <K extends string, T>(key: K, found: readonly T[]): { readonly [P in K]?: readonly T[] } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a computed key widens to `string`
  (found.length === 0 ? {} : { [key]: found }) as { readonly [P in K]?: readonly T[] };

const reportCriteria = (
  { criteria, tests, changed, baseline }: WorkState,
  last: IterationRecord | undefined,
  kills: readonly CriterionKills[] = [],
): readonly CriterionReport[] => {
  if (criteria === null) return [];
  const own = findTestsOf(
    criteria.ids,
    tests.map((test) => ({ ...splitTestId(test), state: 'passed' })),
    coveringOf({ baseline, changed, criteria }, 'must_pass'),
  );
  return criteria.ids.map((id) => {
    const names = (own.get(id) ?? []).map(testId);
    if (names.length === 0 || last?.criteria?.without_test.includes(id) === true)
      return { id, tests: names, state: 'no_test' };
    const isPassing = last !== undefined && last.criteria?.without_passing.includes(id) !== true;
    const asked = kills.find((each) => each.id === id);
    return {
      id,
      tests: names,
      state: isPassing ? 'passing' : 'not_passing',
      ...(asked === undefined ? {} : { mutants: mutantsOf(asked) }),
    };
  });
};

const mutantsOf = ({ killed, end, weak }: CriterionKills) => ({ killed, end, ...(weak === undefined ? {} : { weak }) });
