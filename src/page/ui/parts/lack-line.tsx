/**
 * A missing part of the run, and the command that shows it.
 *
 * @module
 */
import type { Lack } from '../../model/lack.ts';

export const LackLine = ({ lack: { says, command } }: { readonly lack: Lack }) => (
  <p class="lack muted">
    <bdi>{says}</bdi>
    {command !== null && (
      <>
        {' '}
        <code>
          <bdi>{command}</bdi>
        </code>
      </>
    )}
  </p>
);
