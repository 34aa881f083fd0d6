/** Shows the status of a run: by its checkpoint if that is enough, else by its ledger. */
import type { LeftRunning } from '../run/end-killed-run.ts';
import type { RunStatus } from '../view/run-status.ts';
import { statusNow } from '../view/next-steps.ts';
import { saySuiteRuns, DOING, sayStep } from '../view/say-step.ts';
import { waitAt } from '../view/status-name.ts';
import type { TurnUsage } from '../../gates/iteration.ts';
import { renderHeld, renderRestOfHold, renderOthers, renderRecommended } from './render/ending.ts';
import { joinPlain, plain } from './render/paint.ts';
import {
  sayBreaker,
  sayEnding,
  sayRemoved,
  sayReported,
  listForced,
  listOthers,
  plainWords,
} from '../records/events/say-command.ts';
import { WAITED_FOR } from '../records/events/waited-for.ts';
import { describeUsage, showClock, showCount, showDay } from '../base/text/amounts.ts';
import { type Glance, glanceAtRun } from '../view/glance.ts';
import { readLock } from '../ledger/lock-file.ts';
import { runFolders } from '../records/run-folders.ts';
import type { Values } from './command.ts';
import { type CommandIo, EXIT, fitIn } from './terminal/io.ts';

/**
 * @param going - the process of the run, if it is active @param facts.checked - how much of the ledger was verified
 * @param facts.left - processes of its killed loop that are still running @param facts.now - milliseconds of the epoch
 * @param facts.ofList - whether its list is shown before it
 */
export const renderStatus = (
  status: RunStatus,
  going: { readonly pid: number; readonly since: string } | null,
  {
    checked = 'whole',
    left = [],
    now = Date.now(),
    ofList = false,
  }: {
    readonly checked?: 'end' | 'whole';
    readonly left?: readonly LeftRunning[];
    readonly now?: number;
    readonly ofList?: boolean;
  } = {},
): string => {
  const { phase, held, usage, head, step } = status;
  const isGoing = going !== null;
  const ending = isGoing ? null : status.ending;
  const { says, next } = statusNow(status, { isGoing, ofList });
  // An earlier iteration says nothing about the one that waits for a person.
  const shown =
    status.approval !== undefined && status.approval.answer === undefined ? { ...status, held: null } : status;
  const ran = saySuiteRuns(status);
  const breaker = phase === null ? null : sayBreaker(status.breaker, isHalted(ending));
  return joinPlain([
    `run ${status.run}: ${nameState(ending, going)}`,
    ...(isGoing && step !== undefined && status.approval === undefined ? [sayNow(step, now)] : []),
    ...(status.approval === undefined
      ? []
      : [
          `${plain(status.approval.answer === undefined ? says : status.approval.says)} (since ${showDay(status.approval.since)})`,
        ]),
    ...renderHeld(shown, isGoing),
    ...renderWait(waitAt(status.waits, { isGoing, now })),
    ...(breaker === null ? [] : [plain(breaker)]),
    ...renderRecommended(next),
    ...renderPhases(status),
    ...renderRestOfHold(shown),
    ...(held === null || status.said === undefined ? [] : sayReported(status.said).map((said) => `  ${said}`)),
    ...listCommands(status),
    ...(ran === null ? [] : [ran]),
    ...(usage.run === null ? [] : [`used: ${describeUsage(usage.run)}`]),
    ...sayRemoved(status.removed_transcripts),
    ...(status.branch === null
      ? []
      : [
          `branch ${plain(status.branch.name)}${status.branch.commit === null ? '' : `, at ${status.branch.commit.slice(0, 10)}`}`,
        ]),
    `ledger: ${showCount(head.seq + 1, 'record')}, the last at ${showDay(head.at)}${checked === 'end' ? '. Only the last records were checked; to check all: dualgate verify' : ''}`,
    ...renderLeft(left, phase !== null),
    ...renderOthers(next),
  ]);
};

const sayNow = (step: NonNullable<RunStatus['step']>, now: number): string =>
  plain(sayStep({ ...step, doing: DOING[step.doing], ms: now - Date.parse(step.since) }));

/** A forced phase has another sign than an exited one. */
const renderPhases = ({ phases, phase, iteration, usage, ending, forced_exits }: RunStatus): readonly string[] => {
  // The phase of an aborted run is in its report.
  const over = ending?.status === 'aborted' ? null : phases.length;
  const at = phase === null ? over : phases.indexOf(phase);
  const decided = iteration > 0 ? `  ${showCount(iteration, 'iteration')}` : '';
  return phases.map((name, i) => {
    const isForced = forced_exits.some((each) => each.phase === name) && at !== null && i < at;
    const sign = isForced ? FORCED : signOf(i, at);
    return `  ${sign} ${name}${isForced ? ' forced' : ''}${i === at ? decided : ''}${usedIn(usage.phases[name])}`;
  });
};

const FORCED = '»';

/** The wait of an active run. The line of the breaker has its cooldown. */
const renderWait = (wait: RunStatus['waits']): readonly string[] =>
  wait === null || wait.for === 'breaker'
    ? []
    : [`waits until ${showClock(wait.until)} ${WAITED_FOR[wait.for]}: ${plain(wait.why)}`];

/** Every operator command of a run, one line each. */
const listCommands = ({ forced_exits: forced, ...others }: RunStatus): readonly string[] =>
  [...listForced(forced), ...listOthers(others)].map(({ at, words }) => `${showDay(at)} ${plain(plainWords(words))}`);

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
  if (going !== null) return `active since ${showDay(going.since)} (pid ${going.pid})`;
  return ending === null
    ? 'crashed: the process ended without recording a result'
    : plain(sayEnding(ending.status, ending.why));
};

const signOf = (index: number, at: number | null): string => {
  if (at === null) return ' ';
  if (index < at) return '✓';
  return index === at ? '▶' : '·';
};

/** @returns the exit code @throws {ConfigError}, {RunError} or {LedgerError} that says what is wrong */
export const showStatus = async (
  asked: Parameters<typeof glanceAtRun>[0],
  values: Values,
  io: CommandIo,
): Promise<number> => {
  const glance = values['verify'] === true ? null : glanceAtRun(asked);
  const found = glance?.tail.length === 0 ? glanced(glance) : await readOn(glance, values, asked.run, io);
  const { list } = found;
  const print = async (text: string) => io.print(await fitIn(io, text));
  if (list !== null && values['json'] !== true) await print(list.rendered);
  // A list may have no run yet.
  if (found.status === null) {
    if (values['json'] === true) io.print(JSON.stringify({ v: 2, run: null, list: list?.status }));
    return EXIT.ok;
  }
  const { folder, status, checked } = found;
  const holder = readLock(runFolders(folder, status.run).lock);
  const going = holder?.live === true && holder.run === status.run ? { pid: holder.pid, since: holder.since } : null;
  const isKilled = going === null && (status.ending === null || (holder?.live === false && holder.run === status.run));
  const left_running = isKilled ? (await import('./read-status.ts')).findLeftRunning(status.run) : null;
  const ofList = list === null ? {} : { list: list.status };
  const now = { isGoing: going !== null, ofList: list !== null };
  if (values['json'] === true)
    io.print(JSON.stringify({ ...status, ...statusNow(status, now), going, left_running, checked, ...ofList }));
  else await print(renderStatus(status, going, { checked, left: left_running ?? [], ofList: list !== null }));
  if (going !== null && values['json'] !== true) {
    const { sayHookProblems } = await import('./session-hooks.ts');
    for (const line of await sayHookProblems(status.run, folder, io)) io.print(line);
  }
  if (values['watch'] === true)
    (values['json'] === true ? io.complain : io.print)('No run is active, so there is nothing to watch.');
  return EXIT.ok;
};

/** A checkout with a list has no checkpoint to use. */
const glanced = ({ folder, status }: Glance) => ({ folder, status, checked: 'end', list: null }) as const;

/** By the records after the checkpoint, or by the whole ledger. */
const readOn = async (glance: Glance | null, values: Values, run: string | undefined, io: CommandIo) => {
  const { readSince, readWhole } = await import('./read-status.ts');
  return (glance === null ? null : readSince(glance, values, io)) ?? readWhole(values, run, io);
};
