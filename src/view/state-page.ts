/** Keeps STATE.md up to date during a run, complete or not at all. Earlier ends are read once; new records are added. */
import { writeView } from '../ledger/write-view.ts';
import type { RedactData } from '../base/redact-text.ts';
import type { Step } from '../records/fold/fold-records.ts';
import type { RunFolders } from '../records/run-folders.ts';
import { describeRun } from './run-status.ts';
import { type StatusName, statusNameOf } from './status-name.ts';
import { UNSTARTED, type WorkState } from '../records/fold/work-state.ts';
import { type PastEnd, readPastEnds, HISTORY_LENGTH, renderStatePage } from './past-ends.ts';

/** The part of the page about the workspace, for any run. */
interface StatePagePlace {
  readonly folders: RunFolders;
  readonly run: string;
  readonly phases: readonly string[];
  readonly spec: string;
  readonly redact: RedactData;
}

const SILENT: ReadonlySet<string> = new Set([
  'turn.ended',
  'tests.ended',
  'session.completed',
  'work.committed',
  'work.rolled_back',
]);

/**
 * @param isLoop - whether a loop is active; an operator's command only locks the run for a moment
 * @returns what brings it up to a record that was just written @throws {LedgerError} `unwritable` when it cannot
 */
export const createStatePage = (place: StatePagePlace, { isLoop }: { readonly isLoop: boolean }) => {
  let ends: readonly PastEnd[] | null = null;
  return ({ record, state, phase }: Step): void => {
    if (SILENT.has(record.type)) return;
    // The ledger comes first: it already contains everything that is shown. An end by a kill shows only when the run resumes.
    if (ends === null || record.type === 'run.resumed') ends = readEndsOf(place, isLoop);
    else if (record.type === 'run.ended') {
      const { status, why, exit_code } = record.data;
      ends = [{ at: record.at, run: place.run, status, exit_code, why }, ...ends].slice(0, HISTORY_LENGTH + 1);
    }
    const status = state.ending?.status ?? statusNameOf(null, isLoop);
    const why = record.type === 'chart.halted' ? record.data.why : (state.ending?.why ?? '');
    writeStatePage(place, { status, why, state, phase, at: record.at, ends });
  };
};

/** The page of a run that ended without a recorded end: it never began, or it crashed. @throws {LedgerError} */
export const writeEndOnPage = (
  place: StatePagePlace,
  end: { readonly status: StatusName; readonly why: string; readonly at: string; readonly state?: WorkState },
  phase: string | null,
): void => {
  const { state = UNSTARTED, at, status, why } = end;
  const isOnRecord = state.run !== '';
  const last: PastEnd = { at, run: place.run, status, exit_code: null, why };
  const former = readEndsOf(place, isOnRecord);
  writeStatePage(place, { status, why, state, phase: isOnRecord ? phase : null, at, ends: [last, ...former] });
};

/** Makes it again from the ledgers alone. @throws {LedgerError} */
export const remakeStatePage = (place: StatePagePlace, now: Omit<Shown, 'why' | 'ends'>): void => {
  const why = now.state.ending?.why ?? '';
  writeStatePage(place, { ...now, why, ends: readEndsOf(place, now.status === 'running') });
};

const readEndsOf = ({ folders, run }: StatePagePlace, isGoing: boolean): readonly PastEnd[] =>
  readPastEnds(folders.runs, { most: HISTORY_LENGTH + 1, going: isGoing ? run : null });

interface Shown {
  readonly status: StatusName;
  readonly why: string;
  readonly state: WorkState;
  readonly phase: string | null;
  readonly at: string;
  readonly ends: readonly PastEnd[];
}

const writeStatePage = ({ folders, run, phases, spec, redact }: StatePagePlace, shown: Shown): void => {
  const { state, phase, ...rest } = shown;
  const facts = { ...describeRun({ state, phases, phase }), ...rest, run, spec, began: state.run !== '' };
  writeView(folders.statePage, renderStatePage(redact(facts)));
};
