/** The keys, and what the signs mean. */
import type { RefObject } from 'preact';
import { OUTCOMES } from '../model/status-labels.ts';
import { Chip } from './parts.tsx';
import { KEYS } from './hooks.ts';

const MEANINGS = [
  [OUTCOMES.exited, 'both gates agreed in that iteration: the phase was exited'],
  [OUTCOMES.held, 'at least one gate was not satisfied: the reasons are shown beside it'],
  [OUTCOMES.halted, 'held, and the run halted'],
  [OUTCOMES.open, 'active, or without a decision'],
  [OUTCOMES.forced, 'an operator forced the exit without the gates'],
] as const;

export const HelpDialog = ({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }) => (
  <dialog ref={dialog} class="dialog" aria-labelledby="help-title">
    <h2 id="help-title">Keys and signs</h2>
    <dl class="keys">
      {KEYS.map(([keys, what]) => (
        <div key={keys}>
          <dt>
            {keys.split(', ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
    <ul class="meanings">
      {MEANINGS.map(([shown, what]) => (
        <li key={shown.word}>
          <Chip shown={shown} /> {what}
        </li>
      ))}
      <li>
        <code>1✗ 2✓ ●○ held 2 ×</code> gate 1 is not satisfied, gate 2 is; one of two green runs; held twice
      </li>
    </ul>
    <form method="dialog" class="dialog-buttons">
      <button class="button">Close</button>
    </form>
  </dialog>
);
