/**
 * The status of a run, for people; pure.
 *
 * @module
 */
import type { LeftRunning } from '../../run/left-running.ts';
import type { RunStatus } from '../../view/run-status.ts';
import { statusNow } from '../../view/status-now.ts';
import { saySuiteRuns } from '../../view/say-suite-runs.ts';
import { waitAt } from '../../view/status-name.ts';
import type { TurnUsage } from '../../../gates/iteration.ts';
import { renderHeld } from './held.ts';
import { joinPlain, plain } from './text/paint.ts';
import { nameAccepted, nameStatus, sayBreaker, sayRemoved, sayReported } from '../../records/events/words.ts';
import { WAITED_FOR } from '../../records/events/waited-for.ts';
import { renderSteps } from './ending.ts';
import { describeUsage, showClock, showCount } from '../../text/amounts.ts';

/**
 * @param going - the process of the run, if it is active
 * @param facts.checked - how much of the ledger was verified
 * @param facts.left - processes of its killed loop that are still running
 * @param facts.now - milliseconds of the epoch
 */
export const renderStatus = (
  status: RunStatus,
  going: { readonly pid: number; readonly since: string } | null,
  {
    checked = 'whole',
    left = [],
    now = Date.now(),
  }: { readonly checked?: 'end' | 'whole'; readonly left?: readonly LeftRunning[]; readonly now?: number } = {},
): string => {
  const { phases, phase, iteration, held, usage, head } = status;
  const ending = going === null ? status.ending : null;
  // The phase of an aborted run is in its report.
  const over = status.ending?.status === 'aborted' ? null : phases.length;
  const at = phase === null ? over : phases.indexOf(phase);
  const ran = saySuiteRuns(status);
  const breaker = phase === null ? null : sayBreaker(status.breaker, isHalted(ending));
  const decided = iteration > 0 ? `  ${showCount(iteration, 'iteration')}` : '';
  return joinPlain([
    `run ${status.run}: ${nameState(ending, going)}`,
    ...phases.map((name, i) => `  ${signOf(i, at)} ${name}${i === at ? decided : ''}${usedIn(usage.phases[name])}`),
    ...(ran === null ? [] : [ran]),
    ...(usage.run === null ? [] : [`used: ${describeUsage(usage.run)}`]),
    ...(ending === null ? [] : [plain(ending.why)]),
    ...renderHeld(status),
    ...(held === null || status.said === undefined ? [] : sayReported(status.said).map((said) => `  ${said}`)),
    ...(status.approval === undefined ? [] : [`${plain(status.approval.says)} (since ${status.approval.since})`]),
    ...renderWait(waitAt(status.waits, { isGoing: going !== null, now })),
    ...(breaker === null ? [] : [plain(breaker)]),
    ...sayRemoved(status.removed_transcripts),
    ...listOperatorCommands(status),
    ...(status.branch === null
      ? []
      : [
          `branch ${plain(status.branch.name)}${status.branch.commit === null ? '' : `, at ${status.branch.commit.slice(0, 10)}`}`,
        ]),
    `ledger: ${showCount(head.seq + 1, 'record')}, the last at ${head.at}${checked === 'end' ? '. Only the last records were checked; to check all: dualgate verify' : ''}`,
    ...renderLeft(left, phase !== null),
    ...renderSteps(statusNow(status, { isGoing: going !== null }).next),
  ]);
};

/** The wait of an active run. The line of the breaker has its cooldown. */
const renderWait = (wait: RunStatus['waits']): readonly string[] =>
  wait === null || wait.for === 'breaker'
    ? []
    : [`waits until ${showClock(wait.until)} ${WAITED_FOR[wait.for]}: ${plain(wait.why)}`];

/** Every operator command of a run, one line each. */
const listOperatorCommands = ({
  forced_exits,
  accepted,
  reopened,
  resets,
  rollbacks,
  guidance,
}: RunStatus): readonly string[] => [
  ...forced_exits.map(({ phase, by, reason, at }) => `forced exit of ${phase} by ${by} at ${at}: ${reason}`),
  ...accepted.map(
    (each) => `accepted in ${each.phase} by ${each.by} at ${each.at}: ${nameAccepted(each)}: ${each.reason}`,
  ),
  ...reopened.map(
    ({ phase, by, reason, at, file, test, state }) =>
      `reopened in ${phase} by ${by} at ${at} (${state}): ${test ?? file}: ${reason}`,
  ),
  ...resets.map(({ phase, by, reason, at }) => `reset in ${phase} by ${by} at ${at}: ${reason}`),
  ...rollbacks.map(({ phase, by, reason, at }) => `rolled back to the exit of ${phase} by ${by} at ${at}: ${reason}`),
  ...guidance.map(({ phase, by, text, at }) => `guidance for ${phase} by ${by} at ${at}: ${text}`),
];

/** The processes that still run, and how to end them. */
const renderLeft = (left: readonly LeftRunning[], canResume: boolean): readonly string[] => {
  if (left.length === 0) return [];
  const kill = `kill ${left.map(({ pid }) => pid).join(' ')}`;
  return [
    'Still running after the end of the run:',
    ...left.map(({ pid, command }) => `  ${pid} ${plain(command)}`),
    canResume ? `dualgate resume ends them first. To end them now: ${kill}` : `To end them: ${kill}`,
  ];
};

/** An interrupted run waits for the cooldown when it resumes; a halted one waits for a person. */
const isHalted = (ending: RunStatus['ending']): boolean =>
  ending?.status === 'needs_human' || ending?.status === 'stuck';

const usedIn = (usage: TurnUsage | undefined): string => (usage === undefined ? '' : `  ${describeUsage(usage)}`);

const nameState = (ending: RunStatus['ending'], going: { readonly pid: number; readonly since: string } | null) => {
  if (going !== null) return `active since ${going.since} (pid ${going.pid})`;
  return ending === null ? 'crashed: the process ended without recording a result' : nameStatus(ending.status);
};

const signOf = (index: number, at: number | null): string => {
  if (at === null) return ' ';
  if (index < at) return '✓';
  return index === at ? '▶' : '·';
};
