/**
 * Whose time the run was, as one bar with its numbers in words, and what each run of the suite was for.
 *
 * @module
 */
import { listSpent } from '../../model/time-spent.ts';
import type { RunView } from '../../model/run-view.ts';
import { saySuiteRuns } from '../../../view/say-suite-runs.ts';

export const TimeSpent = ({ view }: { readonly view: RunView }) => {
  const spent = listSpent(view);
  const all = spent.reduce((sum, { ms }) => sum + ms, 0);
  if (all === 0) return null;
  const suite = view.suite === null ? null : saySuiteRuns(view.suite);
  const starts = spent.map((_, at) => spent.slice(0, at).reduce((sum, { ms }) => sum + ms, 0));
  return (
    <figure class="spent">
      <svg viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
        {spent.map(({ whose, ms }, at) => (
          <rect
            key={whose}
            class={`spent-${whose}`}
            x={((starts[at] ?? 0) / all) * 1_000}
            width={(ms / all) * 1_000}
            height="8"
          />
        ))}
      </svg>
      <figcaption>
        <ul>
          {spent.map(({ whose, says }) => (
            <li key={whose}>
              <svg class={`spent-${whose}`} width="9" height="9" aria-hidden="true">
                <rect width="9" height="9" rx="2" />
              </svg>{' '}
              {says}
            </li>
          ))}
        </ul>
        {suite !== null && <p class="muted">{suite}</p>}
      </figcaption>
    </figure>
  );
};
