/** Important notices: a lost link, an invalid ledger, forced phases. */
import type { ComponentChildren } from 'preact';
import { showClock } from '../../base/text/amounts.ts';
import type { PageRun } from '../page-data.ts';
import type { Link } from '../model/page-state.ts';
import { useNow } from './hooks.ts';
import type { RunView } from '../model/run-view.ts';

const LINKS: Readonly<Record<Link, string | null>> = {
  none: null,
  connecting: null,
  open: null,
  lost: 'The connection is lost. The page reconnects automatically. Its data may be out of date.',
  over: 'The server has ended. The page stays, but is not updated.',
};

interface NewerRun {
  readonly run: PageRun;
  readonly choose: (run: string) => void;
}

interface NoticesProps {
  /** An active run that began after the one that is shown; null without one. */
  readonly newer: NewerRun | null;
  /** Whether the clocks of an active run stand still. */
  readonly isStill: boolean;
  readonly link: Link;
  readonly trouble: string | null;
  /** Records before the break of the ledger; null where it is not broken. */
  readonly sound: number | null;
  readonly forced: RunView['forced'];
}

export const Notices = ({ link, trouble, sound, forced, newer, isStill }: NoticesProps) => (
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
        {isStill && <AsOf />}
      </p>
    )}
    {newer !== null && (
      <p class="notice tone-active">
        <span aria-hidden="true">● </span>A newer run is active: <bdi>{newer.run.spec}</bdi>{' '}
        <button type="button" class="link-button" onClick={() => newer.choose(newer.run.run)}>
          Show it
        </button>
      </p>
    )}
    {forced.map((each) => (
      <p class="notice tone-warn" key={each.phase}>
        <span aria-hidden="true">» </span>
        <bdi>{each.says}</bdi>
      </p>
    ))}
  </div>
);

const AsOf = () => <> As of {showClock(new Date(useNow(true)).toISOString())}.</>;

/** The records before the break could have been forged too: the page does not claim that they are true. */
const describeSound = (sound: number): string => {
  const which = sound === 1 ? 'the one record' : `the ${sound} records`;
  return `Shown here ${sound === 1 ? 'is' : 'are'} ${which} before the break. Each follows from the previous one, which does not prove that they are unchanged.`;
};

/** Before the first record came. */
export const Waiting = ({
  link,
  trouble,
  children,
}: Pick<NoticesProps, 'link' | 'trouble'> & { readonly children?: ComponentChildren }) => (
  <main class="waiting">
    <h1>dualgate</h1>
    <p role="status">
      {trouble ??
        (link === 'lost'
          ? 'The server does not answer. Check that the program that printed this address is still running, and that the address is complete.'
          : link === 'over'
            ? 'The server has ended.'
            : 'Connecting …')}
    </p>
    {children}
  </main>
);
