/**
 * All details of one iteration: its gates, the exit signal, its tests, the messages between the actors.
 *
 * @module
 */
import { useMemo } from 'preact/hooks';
import { showClock, showDuration, showTokens, showUsage } from '../../../text/amounts.ts';
import { viewGates } from '../../model/clauses.ts';
import type { Lack } from '../../model/lack.ts';
import { findDecided } from '../../model/find-records.ts';
import type { CountPoints } from '../../model/count-points.ts';
import { listMessages } from '../../model/sequence.ts';
import { OUTCOMES } from '../../model/status-labels.ts';
import { listCuts } from '../../model/totals.ts';
import type { RunView } from '../../model/run-view.ts';
import type { PlacedRecord } from '../../page-data.ts';
import type { PageRow } from '../../page-status.ts';
import { Chip } from '../parts/chip.tsx';
import { Fact } from '../parts/fact.tsx';
import { LackLine } from '../parts/lack-line.tsx';
import { ChangesSection } from './changes-section.tsx';
import { GateCard } from './gate-card.tsx';
import { NotesSection } from './notes-section.tsx';
import { SequenceChart } from '../charts/sequence-chart.tsx';
import { SignalSection } from './signal-section.tsx';
import { TestsSection } from './tests-section.tsx';
import { TranscriptSection } from './transcript-section.tsx';
import { TurnsSection } from './turns-section.tsx';

interface IterationDetailProps {
  readonly row: PageRow;
  /** Those that the page has. */
  readonly records: readonly PlacedRecord[];
  /** The missing records; null when it has all. */
  readonly lack: Lack | null;
  readonly view: RunView;
  readonly counted: CountPoints;
  /** Null in a file, which has no transcripts. */
  readonly token: string | null;
}

export const IterationDetail = ({ row: iteration, records, lack, view, counted, token }: IterationDetailProps) => {
  const decided = findDecided(records);
  const data = decided?.data ?? null;
  const { phases } = view.head;
  const gates = useMemo(() => (data === null ? null : viewGates(data, phases)), [data, phases]);
  const messages = useMemo(() => listMessages(records), [records]);
  const cut = listCuts(records);
  const { phase, usage } = iteration;
  return (
    <article class="panel detail" id="iteration" tabIndex={-1} aria-labelledby="iteration-title">
      <header class="detail-head">
        <h2 id="iteration-title">
          <bdi>{phase}</bdi> {iteration.iteration} <Chip shown={OUTCOMES[iteration.outcome]} />
          {iteration.n === lastDecided(view) && <span class="detail-last muted">the last decision</span>}
        </h2>
        <p class="reason">{iteration.reason === '' ? purposeOf(view, phase) : <bdi>{iteration.reason}</bdi>}</p>
        <dl class="facts facts-small">
          <Fact name="began" value={showClock(iteration.began)} />
          <Fact name="took" value={iteration.outcome === 'open' ? '–' : showDuration(iteration.ms)} />
          <Fact name="agent" value={iteration.agent_ms === 0 ? '–' : showDuration(iteration.agent_ms)} />
          <Fact name="tests" value={iteration.tests_ms === 0 ? '–' : showDuration(iteration.tests_ms)} />
          <Fact
            name="used"
            value={showUsage(usage)}
            title={usage === null ? '' : `${showTokens(usage.input_tokens)} in, ${showTokens(usage.output_tokens)} out`}
          />
          <Fact name="in the run" value={`no. ${iteration.n} of ${view.count}`} />
        </dl>
      </header>
      {lack !== null && <LackLine lack={lack} />}
      {gates !== null && (
        <div class="gates">
          <GateCard name="Gate 1" what="measured values" gate={gates.gate_1} />
          <GateCard name="Gate 2" what="the agent’s exit signal" gate={gates.gate_2}>
            {data !== null && <SignalSection signal={data.record.signal} records={records} />}
          </GateCard>
        </div>
      )}
      <TestsSection row={iteration} records={records} counted={counted} />
      {decided !== undefined && <NotesSection decided={decided} />}
      <TurnsSection records={records} />
      {token !== null && (
        <>
          <ChangesSection key={`changes ${iteration.n}`} run={view.head.run} n={iteration.n} token={token} />
          <TranscriptSection key={`transcript ${iteration.n}`} run={view.head.run} n={iteration.n} token={token} />
        </>
      )}
      {messages.length > 0 && <SequenceChart messages={messages} />}
      {cut.length > 0 && (
        <p class="muted">
          Not on this page, but in the ledger: <bdi>{cut.join('; ')}</bdi>
        </p>
      )}
    </article>
  );
};

/** One of which not even the row is there yet. */
export const LackingIteration = ({ n, lack }: { readonly n: number; readonly lack: Lack | null }) => (
  <article class="panel detail" id="iteration" tabIndex={-1} aria-labelledby="iteration-title">
    <header class="detail-head">
      <h2 id="iteration-title">No. {n} of the run</h2>
    </header>
    {lack !== null && <LackLine lack={lack} />}
  </article>
);

const lastDecided = ({ iterations }: RunView): number | null =>
  iterations.findLast(({ gate_1 }) => gate_1 !== null)?.n ?? null;

const purposeOf = ({ head }: RunView, phase: string): string =>
  head.phases.find((each) => each.phase === phase)?.purpose ?? '';
