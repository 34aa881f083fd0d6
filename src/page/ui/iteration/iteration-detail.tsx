/**
 * All that is known of one iteration: its gates, the agent's word, its tests, what went between the actors.
 *
 * @module
 */
import { useMemo } from 'preact/hooks';
import { showClock, showDuration, showTokens, showUsage } from '../../../text/amounts.ts';
import { viewGates } from '../../model/clauses.ts';
import type { RecordGroup } from '../../model/groups.ts';
import { findDecided } from '../../model/find-records.ts';
import type { Live } from '../../model/live.ts';
import { listMessages } from '../../model/sequence.ts';
import { OUTCOMES } from '../../model/standing.ts';
import { listCuts } from '../../model/totals.ts';
import type { RunView } from '../../model/run-view.ts';
import { Chip } from '../parts/chip.tsx';
import { Fact } from '../parts/fact.tsx';
import { GateCard } from './gate-card.tsx';
import { NotesSection } from './notes-section.tsx';
import { SequenceChart } from '../charts/sequence-chart.tsx';
import { SignalSection } from './signal-section.tsx';
import { TestsSection } from './tests-section.tsx';
import { TurnsSection } from './turns-section.tsx';

interface IterationDetailProps {
  readonly group: RecordGroup;
  readonly view: RunView;
  readonly live: Live;
}

export const IterationDetail = ({ group, view, live }: IterationDetailProps) => {
  const iteration = view.iterations[group.n - 1];
  const decided = findDecided(group.records);
  const data = decided?.data ?? null;
  const { phases } = view.head;
  const gates = useMemo(() => (data === null ? null : viewGates(data, phases)), [data, phases]);
  const messages = useMemo(
    () =>
      listMessages(
        group.records,
        phases.map(({ phase }) => phase),
      ),
    [group, phases],
  );
  const cut = listCuts(group.records);
  if (iteration === undefined) return null;
  const { phase, usage } = iteration;
  return (
    <article class="panel detail" id="iteration" tabIndex={-1} aria-labelledby="iteration-title">
      <header class="detail-head">
        <h2 id="iteration-title">
          <bdi>{phase}</bdi> {iteration.iteration} <Chip shown={OUTCOMES[iteration.outcome]} />
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
          <Fact name="in the run" value={`no. ${iteration.n} of ${view.iterations.length}`} />
        </dl>
      </header>
      {gates !== null && (
        <div class="gates">
          <GateCard name="Gate 1" what="what was measured" gate={gates.gate_1} />
          <GateCard name="Gate 2" what="the agent’s word" gate={gates.gate_2}>
            {data !== null && <SignalSection signal={data.record.signal} records={group.records} />}
          </GateCard>
        </div>
      )}
      <TestsSection group={group} live={live} />
      {decided !== undefined && <NotesSection decided={decided} />}
      <TurnsSection group={group} />
      <SequenceChart messages={messages} />
      {cut.length > 0 && (
        <p class="muted">
          Left out of this page, and in the ledger: <bdi>{cut.join('; ')}</bdi>
        </p>
      )}
    </article>
  );
};

const purposeOf = ({ head }: RunView, phase: string): string =>
  head.phases.find((each) => each.phase === phase)?.purpose ?? '';
