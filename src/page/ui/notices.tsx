/**
 * What a reader must know before anything else: a lost link, records that cannot be believed, phases that were forced.
 *
 * @module
 */
import type { Link } from '../model/page-state.ts';
import type { RunView } from '../model/run-view.ts';

const LINKS: Readonly<Record<Link, string | null>> = {
  none: null,
  connecting: null,
  open: null,
  lost: 'The connection is lost. The page tries again by itself; what it shows may be old.',
  over: 'The server has ended. What is shown here stays, and is not renewed.',
};

interface NoticesProps {
  readonly link: Link;
  readonly trouble: string | null;
  /** Records before the break of the ledger; null where it is not broken. */
  readonly sound: number | null;
  readonly forced: RunView['forced'];
}

export const Notices = ({ link, trouble, sound, forced }: NoticesProps) => (
  <div class="notices" role="region" aria-label="Notices" aria-live="polite">
    {trouble !== null && (
      <p class="notice tone-bad">
        <span aria-hidden="true">✗ </span>
        <bdi>{trouble}</bdi>
        {sound !== null && sound > 0 && <span class="notice-more"> {describeSound(sound)}</span>}
      </p>
    )}
    {LINKS[link] !== null && (
      <p class={`notice tone-${link === 'lost' ? 'bad' : 'plain'}`}>
        <span aria-hidden="true">{link === 'lost' ? '! ' : '■ '}</span>
        {LINKS[link]}
      </p>
    )}
    {forced.map(({ phase, by, reason }) => (
      <p class="notice tone-warn" key={phase}>
        <span aria-hidden="true">» </span>
        <strong>forced exit:</strong> {phase} was left without its gates, by <bdi>{by}</bdi>: <bdi>{reason}</bdi>
      </p>
    ))}
  </div>
);

/** Who seals records anew can do so before a break, too: nobody is told that they are true. */
const describeSound = (sound: number): string => {
  const which = sound === 1 ? 'the one record' : `the ${sound} records`;
  return `Shown here ${sound === 1 ? 'is' : 'are'} ${which} before the break, where each follows from the one before it; that they are as they were written is not proven by that.`;
};

/** Before the first record came. */
export const Waiting = ({ link, trouble }: Pick<NoticesProps, 'link' | 'trouble'>) => (
  <main class="waiting">
    <h1>dualgate</h1>
    <p role="status">
      {trouble ??
        (link === 'lost'
          ? 'The server does not answer. Is the program that printed this address still running, and is the address whole?'
          : link === 'over'
            ? 'The server has ended.'
            : 'Connecting …')}
    </p>
  </main>
);
