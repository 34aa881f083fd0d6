/**
 * Selects a run, if there are several.
 *
 * @module
 */
import { STATUSES } from '../model/status-labels.ts';
import type { PageRun } from '../page-data.ts';

interface RunChooserProps {
  readonly run: string;
  readonly runs: readonly PageRun[];
  readonly choose: (run: string) => void;
}

export const RunChooser = ({ run, runs, choose }: RunChooserProps) => {
  if (runs.length < 2) return <code class="run-id">{run}</code>;
  const isKnown = runs.some((each) => each.run === run);
  return (
    <label class="chooser">
      <span class="hidden">Run</span>
      <select value={run} onChange={(event) => choose(event.currentTarget.value)}>
        {!isKnown && <option value={run}>{run}</option>}
        {runs.map((each) => (
          <option key={each.run} value={each.run}>
            {STATUSES[each.status].sign} {each.spec} · {each.run} · {STATUSES[each.status].word}
          </option>
        ))}
      </select>
    </label>
  );
};
