/**
 * The status of a run, for people; pure.
 *
 * @module
 */
import type { LeftRunning } from '../../run/left-running.ts';
import type { RunStatus } from '../../view/run-status.ts';
import { standNow } from '../../view/stand-now.ts';
import { waitAt } from '../../view/standing.ts';
import type { TurnUsage } from '../../../gates/iteration.ts';
import { renderBreakerState, renderWait } from './breaker.ts';
import { renderHeld } from './held.ts';
import { listOrders } from './order.ts';
import { joinPlain, plain } from './text/paint.ts';
import { renderSaid } from './said.ts';
import { nameStatus, renderSteps } from './settled.ts';
import { describeUsage, showCount } from '../../text/amounts.ts';

/**
 * @param going - the process that works on it, if one does
 * @param facts.checked - how much of the ledger was looked at
 * @param facts.left - what its killed loop left running
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
  const settled = going === null ? status.settled : null;
  // Aborted, nobody here knows where: the report does.
  const over = status.settled?.status === 'aborted' ? null : phases.length;
  const at = phase === null ? over : phases.indexOf(phase);
  const decided = iteration > 0 ? `  ${showCount(iteration, 'iteration')} decided` : '';
  return joinPlain([
    `run ${status.run}: ${nameState(settled, going)}`,
    ...phases.map((name, i) => `  ${signOf(i, at)} ${name}${i === at ? decided : ''}${usedIn(usage.phases[name])}`),
    ...(usage.run === null ? [] : [`used: ${describeUsage(usage.run)}`]),
    ...(settled === null ? [] : [plain(settled.why)]),
    ...renderHeld(held, settled?.why),
    ...(held === null || status.said === undefined ? [] : renderSaid(status.said).map((said) => `  ${said}`)),
    ...renderWait(waitAt(status.waits, { isGoing: going !== null, now })),
    ...(phase === null ? [] : renderBreakerState(status.breaker, isHalted(settled))),
    ...listOrders(status),
    ...(status.branch === null
      ? []
      : [
          `branch ${plain(status.branch.name)}${status.branch.commit === null ? '' : `, at ${status.branch.commit.slice(0, 10)}`}`,
        ]),
    `ledger: ${showCount(head.seq + 1, 'record')}, the last at ${head.at}${checked === 'end' ? ' (its end was checked)' : ''}`,
    ...renderLeft(left, phase !== null),
    ...renderSteps(standNow(status, { isGoing: going !== null }).next),
  ]);
};

/** What still runs, and how it is ended. */
const renderLeft = (left: readonly LeftRunning[], canResume: boolean): readonly string[] => {
  if (left.length === 0) return [];
  const kill = `kill ${left.map(({ pid }) => pid).join(' ')}`;
  return [
    'still running, although the run ended:',
    ...left.map(({ pid, command }) => `  ${pid} ${plain(command)}`),
    canResume ? `dualgate resume ends them first. To end them without it: ${kill}` : `To end them: ${kill}`,
  ];
};

/** An interrupted run waits out the cooldown when it goes on; one that was halted waits for a person. */
const isHalted = (settled: RunStatus['settled']): boolean =>
  settled?.status === 'needs_human' || settled?.status === 'stuck';

const usedIn = (usage: TurnUsage | undefined): string => (usage === undefined ? '' : `  ${describeUsage(usage)}`);

const nameState = (settled: RunStatus['settled'], going: { readonly pid: number; readonly since: string } | null) => {
  if (going !== null) return `going on since ${going.since} (pid ${going.pid})`;
  return settled === null ? 'ended in the midst of its work, as a killed one does' : nameStatus(settled.status);
};

const signOf = (index: number, at: number | null): string => {
  if (at === null) return ' ';
  if (index < at) return '✓';
  return index === at ? '▶' : '·';
};
