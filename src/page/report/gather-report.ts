/** Gathers the content of a report, record by record. It keeps no record but the last decision. */
import type { Finding, IterationRecord } from '../../../gates/iteration.ts';
import { type FindingTopic, isAbout } from '../../evidence/findings/is-about.ts';
import type { CriterionKills } from '../../evidence/mutation-check/criterion-kills.ts';
import { foldWork } from '../../records/fold/fold-sums.ts';
import { UNSTARTED } from '../../records/fold/work-state.ts';
import { ignoresSums } from '../../evidence/baseline.ts';
import type { LedgerData, WorkRecord } from '../../records/records.ts';
import type { Tally } from '../../view/describe-phases.ts';
import type { MutationCheckOfPhase, Report } from './report.ts';

/** Topics of findings that count at the exits. */
const AT_EXITS = ['guards.hold', 'tests.extended', 'changes.counts', 'data'] as const satisfies readonly FindingTopic[];

/** Topics of findings that the report shows in a place of their own. */
const HAS_ITS_TABLE = [
  'tests.flaky',
  'guards.hold',
  'tests.extended',
  'changes.counts',
  'criteria',
  'names',
  'data',
] as const satisfies readonly FindingTopic[];

const CUT_SHORT = {
  idle: 'it printed nothing for agent.idle_timeout',
  wall: 'it took longer than agent.timeout',
} as const;

type Tallies = Map<string, number>;

export type Gathered = ReturnType<typeof gatherNothing>;

export const gatherNothing = () => ({
  state: UNSTARTED,
  at: '',
  last: undefined as IterationRecord | undefined,
  kills: undefined as readonly CriterionKills[] | undefined,
  ignoresSums: false,
  /** Sentences of the decisions that exited. */
  atExits: { 'guards.hold': [], 'tests.extended': [], 'changes.counts': [], data: [] } as AtExits,
  notes: new Map() as Tallies,
  flaky: new Map() as Tallies,
  denials: new Map() as Tallies,
  cutShort: new Map() as Tallies,
  discarded: new Map() as Tallies,
  waits: { count: 0, ms: 0 },
  mutationChecks: new Map<string, MutationCheckOfPhase>(),
  approvals: [] as NonNullable<Report['approvals']>[number][],
  reviews: [] as NonNullable<Report['reviews']>[number][],
  commits: [] as Report['commits'][number][],
});

type AtExits = Readonly<Record<(typeof AT_EXITS)[number], string[]>>;

export const gather = (gathered: Gathered, record: WorkRecord): void => {
  const { type, at, data } = record;
  gathered.state = foldWork(gathered.state, record);
  gathered.at = at;
  if (type === 'run.started') gathered.ignoresSums ||= ignoresSums(data.config);
  if (type === 'iteration.decided') gatherDecision(gathered, data);
  if (type === 'turn.ended') {
    for (const each of data.turn.denials ?? []) count(gathered.denials, each);
    if (data.turn.outcome === 'timed_out') count(gathered.cutShort, CUT_SHORT[data.turn.which ?? 'wall']);
  }
  if (type === 'turn.discarded') {
    count(gathered.discarded, data.why);
    if (data.outcome === 'rate_limited' && data.wait_until !== undefined) {
      gathered.waits.count += 1;
      gathered.waits.ms += Math.max(0, Date.parse(data.wait_until) - Date.parse(at));
    }
  }
  if (type === 'operator.approved' || type === 'operator.rejected') {
    const { phase, iteration, by, tree } = data;
    const reason = 'reason' in data ? data.reason : null;
    gathered.approvals.push({ phase, iteration, approved: reason === null, by, at, tree, reason });
  }
  if (type === 'review.ended') {
    const { phase, iteration, reviewer, outcome, why, findings } = data;
    gathered.reviews.push({ phase, iteration, reviewer, outcome, why, findings });
  }
  if (type === 'work.committed') gathered.commits.push({ phase: data.phase, commit: data.commit });
};

const gatherDecision = (
  gathered: Gathered,
  { record, decision, mutation_check }: LedgerData['iteration.decided'],
): void => {
  gathered.last = record;
  for (const { code, values } of record.findings)
    if (code === 'tests.flaky' && typeof values.test === 'string') count(gathered.flaky, values.test);
  if (decision.can_exit)
    for (const topic of AT_EXITS)
      gathered.atExits[topic].push(...record.findings.filter((each) => isAbout(each, topic)).map(({ text }) => text));
  else
    for (const each of record.findings)
      if (!isChange(each) && !HAS_ITS_TABLE.some((topic) => isAbout(each, topic))) count(gathered.notes, each.text);
  if (mutation_check === undefined) return;
  gathered.kills = mutation_check.criteria ?? gathered.kills;
  const { mutants_tested, mutants_killed, unproven, inconclusive, reach } = mutation_check;
  gathered.mutationChecks.set(record.phase, {
    phase: record.phase,
    mutants_tested,
    mutants_killed,
    unproven,
    inconclusive,
    ...(reach === undefined ? {} : { reach }),
  });
};

export const isChange = (each: Pick<Finding, 'code'>): boolean => isAbout(each, 'tampering');

const count = (tallies: Tallies, text: string): void => void tallies.set(text, (tallies.get(text) ?? 0) + 1);

/** The most frequent first; at the same frequency, the one that came first. */
export const sortTallies = (tallies: Tallies): readonly Tally[] =>
  [...tallies].map(([text, times]) => ({ text, count: times })).sort((one, other) => other.count - one.count);

export const tally = (texts: Iterable<string>): readonly Tally[] => {
  const tallies: Tallies = new Map();
  for (const text of texts) count(tallies, text);
  return sortTallies(tallies);
};
