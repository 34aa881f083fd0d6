/** All details of one iteration: its gates, the exit signal, its tests, the messages between the actors. */
import { useMemo } from 'preact/hooks';
import { showClock, showDuration, showTokens, showUsage } from '../../../base/text/amounts.ts';
import { showRest, totalsOf, type CountPoints, listCuts } from '../../model/count-points.ts';
import type { PageRecord, PlacedRecord } from '../../page-data.ts';
import { listSignal, viewGates, findDecided, listMessages, type Lack, type Message } from '../../model/clauses.ts';
import { Pairs, Chip, Fact, LackLine } from '../parts.tsx';
import { OUTCOMES } from '../../model/status-labels.ts';
import type { RunView } from '../../model/run-view.ts';
import type { PageRow } from '../../page-status.ts';
import { ChangesSection, GateCard, TranscriptSection } from './changes-section.tsx';
import { NotesSection } from './notes-section.tsx';
import { TestsSection } from './tests-section.tsx';
import { ACTORS, type Actor } from '../../../records/events/event-kind.ts';

const LANE = 18;
const HEIGHT = 24;
const WIDTH = ACTORS.length * LANE;
const laneOf = (actor: Actor): number => ACTORS.indexOf(actor) * LANE + LANE / 2;

const SequenceChart = ({ messages }: { readonly messages: readonly Message[] }) => (
  <section class="part" aria-label="Events between the actors">
    <h3>Events between the actors</h3>
    <div class="lanes-head" aria-hidden="true">
      {ACTORS.map((actor) => (
        <span key={actor}>{actor}</span>
      ))}
    </div>
    <ol class="sequence">
      {messages.map((message, at) => (
        <li key={at}>
          <Arrow message={message} />
          <time class="muted mono" dateTime={message.at}>
            {showClock(message.at)}
          </time>
          <span class="message">
            <span class="who">{message.from === message.to ? message.from : `${message.from} → ${message.to}`}</span>{' '}
            <bdi class={message.tone === 'plain' ? '' : `tone-${message.tone}`}>{message.text}</bdi>
          </span>
        </li>
      ))}
    </ol>
  </section>
);

const Arrow = ({ message: { from, to, tone } }: { readonly message: Message }) => {
  const [start, end] = [laneOf(from), laneOf(to)];
  const middle = HEIGHT / 2;
  const back = Math.sign(start - end) * 5;
  return (
    <svg
      class={`lanes tone-${tone}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden="true"
    >
      {from === to ? (
        <circle class="lane-own" cx={start} cy={middle} r={4} />
      ) : (
        <>
          <circle class="lane-from" cx={start} cy={middle} r={2.5} />
          <path class="lane-arrow" d={`M${start} ${middle}H${end + back}`} />
          <path class="lane-head" d={`M${end} ${middle}l${back} -3.5v7z`} />
        </>
      )}
    </svg>
  );
};

/** The turns of an iteration that did not simply succeed: discarded turns, errors, denials, processes left running. */
const TurnsSection = ({ records }: { readonly records: readonly PageRecord[] }) => {
  const discarded = records.flatMap((record) => (record.type === 'turn.discarded' ? [record.data] : []));
  const turns = records
    .flatMap((record) => (record.type === 'turn.ended' ? [{ ...record.data, totalOf: totalsOf(record) }] : []))
    .filter(
      ({ turn }) =>
        turn.outcome !== 'ok' ||
        turn.error !== undefined ||
        (turn.denials ?? []).length > 0 ||
        turn.left_running !== undefined,
    );
  if (discarded.length + turns.length === 0) return null;
  return (
    <section class="part" aria-label="Turns of the agent">
      <h3>Turns of the agent</h3>
      <ul class="notes">
        {turns.map(({ attempt, turn, totalOf }) => (
          <li key={`turn ${attempt}`}>
            attempt {attempt}: {turn.outcome.replaceAll('_', ' ')} after {showDuration(turn.ms)}
            {turn.error !== undefined && (
              <>
                : <bdi>{turn.error.message}</bdi>
              </>
            )}
            {(turn.denials ?? []).map((denial) => (
              <p key={denial}>
                not allowed: <bdi>{denial}</bdi>
              </p>
            ))}
            {showLeft('denials', turn.denials, totalOf('turn.denials', turn.denials?.length ?? 0))}
            {(turn.left_running ?? []).map((left) => (
              <p key={left}>
                was left running and ended: <bdi class="mono">{left}</bdi>
              </p>
            ))}
            {showLeft('processes', turn.left_running, totalOf('turn.left_running', turn.left_running?.length ?? 0))}
          </li>
        ))}
        {discarded.map(({ attempt, why, wait_until }) => (
          <li key={`void ${attempt} ${why}`}>
            attempt {attempt} was discarded: <bdi>{why}</bdi>
            {wait_until !== undefined && ` (waited until ${showClock(wait_until)})`}
          </li>
        ))}
      </ul>
    </section>
  );
};

const showLeft = (what: string, shown: readonly string[] = [], total = 0) => {
  const rest = showRest(shown.length, total);
  return rest === '' ? null : <p class="muted">{`${rest.slice(2)} ${what}, in the ledger`}</p>;
};

interface IterationDetailProps {
  readonly row: PageRow;
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
            {data !== null && <Pairs rows={listSignal(data.record.signal, records)} mono={['at']} />}
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
