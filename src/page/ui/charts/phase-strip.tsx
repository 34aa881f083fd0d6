/**
 * The phases in a row, for a window that has no room for the chart: the sign of each, how often it was held, and the
 * gates and green runs of the last decision.
 *
 * @module
 */
import { sayPhase } from '../../model/say-phase.ts';
import { PHASE_STATES } from '../../model/status-labels.ts';
import type { RunView } from '../../model/run-view.ts';

export const PhaseStrip = ({ view }: { readonly view: RunView }) => (
  <ol class="phase-strip panel" aria-label="Phases in order">
    {view.phases.map((row) => {
      const { sign, word, tone } = PHASE_STATES[row.state];
      return (
        <li key={row.phase} class={row.phase === view.position.phase ? 'strip-now' : ''} title={row.purpose}>
          <span class={`tone-${tone}`} aria-hidden="true">
            {sign}
          </span>{' '}
          <bdi>{row.phase}</bdi> <span class="hidden">{word}</span>
          <small class="muted">{sayPhase(view, row)}</small>
        </li>
      );
    })}
  </ol>
);
