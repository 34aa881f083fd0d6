/** A decision, clause by clause, for people; pure. */
import type { MeasuredNow } from '../../run/measure.ts';
import type { CheckResult } from '../../../gates/iteration.ts';
import type { ClauseStatus } from '../../../gates/list-clauses.ts';
import { nameRule } from '../../../gates/verdict.ts';
import { sayReason } from '../../../gates/gate-warnings.ts';
import { describeFlakiness } from '../../view/describe-phases.ts';
import { sayScore } from '../../records/events/decision.events.ts';
import { sayBreakerChange, sayReported } from '../../records/events/say-command.ts';
import { sayMutant, sayMutationCheck } from '../../records/events/tests.events.ts';
import { sayDetail, sayReasonOf, sayTroubles, sayTurn } from '../../records/events/turn.events.ts';
import { holdOf } from '../../records/hold.ts';
import { WIDTHS, workLines } from '../../records/say-hold.ts';
import type { Explained } from '../../view/explain/explain-iteration.ts';
import type { QuotedLine } from '../../view/explain/quote-transcript.ts';
import type { DiscardedTurn } from '../../view/explain/read-explained.ts';
import { describeReview, nameFinding } from '../../evidence/review/read-verdict.ts';
import { renderMoves, titled } from './explained-moves.ts';
import { showCount, showDay, showDuration } from '../../base/text/amounts.ts';
import { joinPlain, plain } from './paint.ts';
import { sayKills } from '../../evidence/mutation-check/reach/reach.ts';
import { renderHoldLines } from './ending.ts';

/**
 * @param facts.quoted - the transcript around the exit signal; null if it cannot be read any more
 * @param facts.all - lists the conditions that are met, too
 */
export const renderExplanation = (
  explained: Explained,
  { quoted = null, all = false }: { readonly quoted?: readonly QuotedLine[] | null; readonly all?: boolean } = {},
): string => {
  const { record, decision, commands, mutation_check, review, flakiness, breaker, attempts, since } = explained;
  const { turn } = record;
  return joinPlain([
    ...renderVerdict(`${record.phase} ${record.iteration}: ${decision.can_exit ? 'exited' : 'held'}`, decision),
    ...renderHalt(decision),
    `  agent: ${sayTurn(turn)}`,
    ...sayTroubles(turn).map((each) => `    ${each}`),
    ...attempts.map(renderAttempt),
    ...commands.map(({ says, at }) => `  operator at ${showDay(at)}: ${plain(says)}`),
    ...renderGates(explained, all),
    ...renderMoves(explained),
    ...(breaker === null ? [] : ['', sayBreakerChange(breaker)]),
    ...(flakiness === null ? [] : ['', describeFlakiness(flakiness)]),
    ...(mutation_check === null
      ? []
      : titled(`Mutation check (seed ${mutation_check.seed}):`, [
          `  ${sayMutationCheck(mutation_check)}`,
          ...(mutation_check.criteria ?? []).map((each) => `  ${plain(each.id)}: ${plain(sayKills(each))}`),
          ...mutation_check.mutants.map((mutant) => `  - ${sayMutant(mutant)}`),
        ])),
    ...(review === null ? [] : titled('Review (recorded, not measured):', renderReview(review))),
    ...titled('Discarded turns since then:', since.map(renderAttempt)),
    // Last: it is long, and only the place of the exit signal is often of interest.
    ...titled(
      'From the output of the agent (dualgate uses only its exit signal):',
      quoted === null ? renderGone(explained) : renderQuoted(quoted, record.signal.line),
    ),
  ]);
};

const renderReview = (review: NonNullable<Explained['review']>): readonly string[] => [
  `  ${plain(`${describeReview(review)}, by ${review.reviewer} in ${review.phase} ${review.iteration}`)}`,
  ...review.findings.map((each) => `  - ${plain(nameFinding(each))}`),
];

/** A transcript is no part of the ledger: dualgate removes long ones, and anything else may have. */
const renderGone = ({ record, transcript }: Explained): readonly string[] =>
  record.signal.line === null || transcript === null ? [] : [`  ${transcript} no longer contains these lines`];

/** The beginning of the block, the lines about its signal, and its end; the transcript has the others. */
const renderQuoted = (quoted: readonly QuotedLine[], signal: number | null): readonly string[] => {
  const isShown = ({ line, text }: QuotedLine, i: number) =>
    line <= (signal ?? 0) + 2 || i === quoted.length - 1 || /signal/i.test(text);
  return quoted.flatMap((each, i) => {
    if (isShown(each, i)) {
      const { line, text } = each;
      return [`  ${line === signal ? '>' : ' '} ${String(line).padStart(4)} | ${text}`.trimEnd()];
    }
    const before = quoted[i - 1];
    return before === undefined || isShown(before, i - 1) ? ['         …'] : [];
  });
};

/** An iteration without a decision. @param attempts - at least one, all of one iteration */
export const renderUndecided = (attempts: readonly DiscardedTurn[]): string =>
  joinPlain([
    ...attempts
      .slice(0, 1)
      .map(
        ({ phase, iteration }) =>
          `${phase} ${iteration}: not decided. Every turn was discarded; the gates did not run.`,
      ),
    ...attempts.map(renderAttempt),
  ]);

/** The files as they are, outside a run. @param output - the transcript file, if one was given */
export const renderCheck = ({ run, record, decision }: MeasuredNow, output: string | null): string =>
  joinPlain([
    ...renderVerdict(`${record.phase}: ${decision.can_exit ? 'may be exited' : 'held'}`, decision),
    ...(run === null ? ['  run: none is active, so no file is frozen yet'] : []),
    ...(output === null ? ['  agent: no exit signal; --transcript FILE reads the output of the agent'] : []),
    ...renderGates({ record, decision, transcript: output }),
  ]);

/** If the decision halted the run, the reason is that of the halt, and the reason of the gates is below. */
const renderVerdict = (verdict: string, decision: Explained['decision']): readonly string[] => [
  `${verdict}. ${(decision.halt?.says ?? sayReason(decision.reason)).replace(/\.$/, '')}.`,
  ...(decision.halt === undefined ? [] : [`  gates: ${plain(sayReason(decision.reason))}`]),
];

type Judged = Pick<Explained, 'record' | 'decision' | 'transcript'> & {
  /** Absent: only the unmet clauses are shown. */
  readonly clauses?: Explained['clauses'];
  readonly completion?: Explained['completion'];
};

const renderGates = (
  { record, decision, transcript, clauses = null, completion = null }: Judged,
  all = false,
): readonly string[] => {
  const { gate_1, gate_2 } = decision;
  const { signal, failing, checks = [] } = record;
  const say = (satisfied: boolean) => (satisfied ? 'satisfied' : 'not satisfied');
  const values = Object.entries(gate_1.values).map(([name, value]) => `${name} ${value}`);
  return [
    // First, since they say in words what to do; the clauses below say it in numbers.
    ...titled(
      decision.can_exit ? 'Notes:' : 'To do:',
      renderHoldLines(workLines(holdOf({ record, decision }), WIDTHS.explain)),
    ),
    '',
    `Gate 1 (measured): ${say(gate_1.satisfied)}`,
    ...gate_1.condition.split('\n').map((each, i) => `  ${i === 0 ? `condition of ${record.phase}:` : ' '} ${each}`),
    ...underTitle(
      '  not met (of this condition, and of the rules for every phase: docs/reference/rules.md):',
      gate_1.unmet.map(({ clause, because, rule }) => `  - ${clause}: ${plain(because)}${nameRule(rule)}`),
    ),
    ...(clauses === null ? [`  values: ${values.join(', ')}`] : renderMet(clauses.gate_1, all)),
    '',
    `Gate 2 (the agent's exit signal): ${say(gate_2.satisfied)}`,
    ...gate_2.unmet.map(({ clause, because }) => `  - ${clause}: ${plain(because)}`),
    ...(clauses === null || !all ? [] : clauses.gate_2.flatMap(renderMetClause)),
    `  exit signal: ${signal.value ?? 'none'}${inBrackets([...sayReasonOf(signal), ...placesOf(signal, transcript)])}`,
    ...sayDetail(signal).map((detail) => `  ${detail}`),
    ...(signal.says === undefined ? [] : [`  the agent: ${plain(signal.says)}`]),
    ...sayReported(signal).map((said) => `  ${said}`),
    ...renderAnswer(decision),
    ...titled(
      'New tests that fail, as they must here:',
      failing.filter(({ wanted }) => wanted === true).map(({ file, name }) => `  - ${plain(`${file} > ${name}`)}`),
    ),
    ...titled('Checks:', checks.flatMap(renderCheckResult)),
    ...titled('Indicators of completion:', record.indicators === undefined ? [] : renderIndicators(record.indicators)),
    ...titled('Confidence:', record.confidence === undefined ? [] : renderConfidence(record.confidence, completion)),
  ];
};

/** Only where a person was asked. */
const renderAnswer = ({ approval }: Judged['decision']): readonly string[] =>
  approval === undefined
    ? []
    : [
        '',
        `Approval of a person: ${approval.satisfied ? 'given' : 'not given'}`,
        ...approval.unmet.map(({ clause, because }) => `  - ${clause}: ${plain(because)}`),
      ];

const renderIndicators = ({
  patterns,
  evidence,
  threshold,
  lifted,
}: NonNullable<Explained['record']['indicators']>): readonly string[] => [
  ...patterns.map((pattern) => `  - in its text: ${plain(pattern)}`),
  ...Object.entries(evidence).map(([name, holds]) => `  - ${name}: ${holds ? 'yes' : 'no'}`),
  `  ${patterns.length + Object.values(evidence).filter(Boolean).length} of ${threshold}${lifted === true ? ' (lifted by EXIT_OVERRIDE)' : ''}`,
];

/** The points, and the keywords that gave some. */
const renderConfidence = (
  confidence: NonNullable<Explained['record']['confidence']>,
  verdict: Explained['completion'],
): readonly string[] => [
  `  ${sayScore({ confidence, verdict })}`,
  ...confidence.keywords.map((keyword) => `  - in its text: ${plain(keyword)}`),
];

/** Those that are not met are above, so the others are only counted. */
const renderMet = (clauses: readonly ClauseStatus[], all: boolean): readonly string[] => {
  const lines = clauses.flatMap(renderMetClause);
  if (all) return underTitle('  met, of this condition and the rules for every phase:', lines);
  const what = lines.length === clauses.length ? 'condition' : 'other condition';
  return lines.length === 0
    ? []
    : [`  ${showCount(lines.length, what)} ${lines.length === 1 ? 'is' : 'are'} met (--all lists them)`];
};

const renderMetClause = ({ clause, met, values }: ClauseStatus): readonly string[] => {
  if (!met) return [];
  const written = clause.replaceAll(/\s+/g, ' ');
  const seen = Object.entries(values)
    // A clause such as `tests_failing == 0` says its value already.
    .filter(([name, value]) => written !== `${name} == ${value}`)
    .map(([, value]) => value ?? 'not measured');
  return [`  + ${written}${seen.length === 0 ? '' : `: got ${seen.join(', ')}`}`];
};

const renderAttempt = ({ attempt, outcome, why, wait_until }: DiscardedTurn): string =>
  `  attempt ${attempt}: discarded${outcome === null ? '' : `, ${outcome.replaceAll('_', ' ')}`}: ${plain(why)}${wait_until === null ? '' : `; waited until ${showDay(wait_until)}`}`;

/** The headline says it for a phase that exits or continues. */
const renderHalt = ({ next }: Explained['decision']): readonly string[] =>
  next === 'stop' || next === 'needs_human'
    ? [
        `  ${next === 'stop' ? 'The run is stuck' : 'The run needs human input'}. To see what you can do: dualgate status`,
      ]
    : [];

const renderCheckResult = ({ check, command, ok, because, ms, said }: CheckResult): readonly string[] => [
  `  - ${check} ${ok === true ? 'ok' : plain(because)}, ${showDuration(ms)}: ${plain(command)}`,
  ...said.map((line) => `    | ${plain(line)}`),
];

type Signal = Explained['record']['signal'];

/** The command, the transcript, or both. */
const placesOf = ({ source, line, dialect }: Signal, transcript: string | null): readonly string[] => {
  const isCommand = source === 'command';
  const block = line === null ? '' : `${dialect ?? 'status'} block at line ${line}`;
  const inTranscript =
    transcript === null || (isCommand && line === null) ? '' : `${line === null ? 'in' : ' of'} ${transcript}`;
  return [...(isCommand ? ['by the signal command'] : []), `${block}${inTranscript}`].filter((fact) => fact !== '');
};

const inBrackets = (facts: readonly string[]): string => (facts.length === 0 ? '' : ` (${facts.join(', ')})`);

const underTitle = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines];
