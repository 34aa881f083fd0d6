/**
 * The ledger of a host: the baseline, the frozen files and the chain of records of a run whose loop belongs to another
 * program.
 *
 * @module
 */
import type { Ending, RunOutput } from '../../../machines/index.ts';
import type { Config } from '../../config/shape-config.ts';
import { findNotEnded } from '../../loop/limits.ts';
import { checkOptions, checkValue, KINDS } from '../../options/check-options.ts';
import { OptionError } from '../../options/option-error.ts';
import { RunError } from '../../records/run-error.ts';
import { type Ended, endRun } from '../end-run.ts';
import { type OpenRun, openRun } from '../open-run.ts';
import { checkRunOptions, type RunOptions } from '../run-options.ts';
import { takeBaseline } from '../take-baseline.ts';
import { createHostIteration, type HostIteration } from './host-iteration.ts';

/** An open ledger. It locks the workspace until it is closed. */
export interface HostLedger {
  /** Id of the run. */
  readonly run: string;
  /** Absolute: the file. */
  readonly path: string;
  readonly config: Config;
  /** The phase of the next iteration; null when the work is over. */
  readonly phase: () => string | null;
  /** Why the work waits for human input, as the last decision says; null: it does not. */
  readonly halted: () => string | null;
  /**
   * Records how the run ended, and releases everything. Without an output, work that is not over counts as interrupted:
   * open the ledger again with `resume`.
   *
   * @throws the error of an output that failed
   */
  readonly close: (output?: RunOutput) => Promise<Ended>;
}

/** As of `createRun`. */
export type OpenLedgerOptions = Omit<RunOptions, 'config' | 'beforeTurn' | 'says' | 'automatic' | 'moved'> & {
  /** Ends the baseline. */
  readonly abort?: AbortSignal;
};

export interface OpenedLedger {
  readonly open: OpenRun;
  readonly iteration: HostIteration;
  /** The host gave an agent function. */
  readonly hasAgent: boolean;
}

const opened = new WeakMap<HostLedger, OpenedLedger>();

/** @throws {OptionError} when it is no open ledger of this config */
export const openedOf = (place: string, config: Config, options: { readonly ledger: HostLedger }): OpenedLedger => {
  checkValue(place, 'config', config, KINDS.config);
  checkOptions(place, options, { ledger: KINDS.object }, ['ledger']);
  const found = opened.get(options.ledger);
  if (found === undefined || options.ledger.config !== config)
    throw new OptionError(
      place,
      'ledger',
      `Cannot call ${place} with this option ledger: it has to be what openLedger returned for the same config.`,
    );
  return found;
};

/**
 * Opens the ledger of a new run, or of one to resume: locks the workspace, runs the suite twice for the baseline, and
 * freezes what a run freezes at its start.
 *
 * @throws {OptionError} when an option is unknown or of another kind
 * @throws {RunError} when the run cannot begin or resume; nothing is recorded then
 * @throws {LockError | LedgerError} as `createRun`
 * @example
 * const ledger = await openLedger(readConfig());
 */
export const openLedger = async (config: Config, options: OpenLedgerOptions = {}): Promise<HostLedger> => {
  const { abort = new AbortController().signal, ...rest } = options;
  checkValue('openLedger', 'abort', abort, KINDS.abortSignal);
  checkRunOptions('openLedger', { ...rest, config });
  refuseApproval(config);
  const open = openRun({ agent: refuseTurn, ...rest, config }, () => {});
  const { context, resumed, channels, onNotice } = open;
  const { journal, run, folders, emit } = context;
  open.watch();
  try {
    await open.begin();
    const course = resumed ? null : await takeBaseline(context, abort);
    if (course !== null && 'end' in course) throw new RunError(course.end.why);
    const phases = config.phases.map(({ phase }) => phase);
    emit({ type: 'run.started', phases, phase: journal.phase() ?? '', resumed, folder: config.folder });
    if (channels.problem !== null) onNotice(channels.problem);
    const iteration = createHostIteration(context);
    await iteration.mark();
    let closed: Promise<Ended> | null = null;
    const halted = (): Ending | null => journal.state().openEnds.halt;
    const end = async (output: RunOutput): Promise<Ended> => {
      try {
        await iteration.idle();
        return await endRun(context, output);
      } finally {
        await open.finish();
      }
    };
    const ledger: HostLedger = {
      run,
      path: folders.ledger,
      config,
      phase: journal.phase,
      halted: () => halted()?.why ?? null,
      close: (output) => (closed ??= end(findNotEnded(journal) ?? output ?? halted() ?? CLOSED)),
    };
    opened.set(ledger, { open, iteration, hasAgent: options.agent !== undefined });
    return ledger;
  } catch (error) {
    await open.finish();
    throw error;
  }
};

const CLOSED: Ending = { status: 'interrupted', why: 'The program closed the ledger' };

const refuseTurn = () =>
  Promise.reject(new RunError('Cannot take a turn: the program that opened the ledger takes the turns itself.'));

/** The wait for a person belongs to the loop of `createRun`. */
const refuseApproval = ({ phases }: Config): void => {
  const asking = phases.find(({ confirm }) => confirm === true);
  if (asking !== undefined)
    throw new RunError(
      `Cannot open a ledger: the phase ${asking.phase} has confirm: true, and only createRun waits for a person. Use createRun, or ask in your program and remove confirm.`,
    );
};
