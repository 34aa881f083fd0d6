/**
 * Selects a run, if there are several.
 *
 * @module
 */
import { STANDINGS } from '../model/standing.ts';
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
            {STANDINGS[each.standing].sign} {each.spec} · {each.run} · {STANDINGS[each.standing].word}
          </option>
        ))}
      </select>
    </label>
  );
};
