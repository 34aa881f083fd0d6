/** The beginning of the page: what is wrong, which conditions are not met, what to type; then what fails. */
import { useRef, useState } from 'preact/hooks';
import type { NextStep } from '../../view/next-steps.ts';
import { showCount, showClock } from '../../base/text/amounts.ts';
import type { Headline, RunView } from '../model/run-view.ts';
import type { PageHold } from '../page-status.ts';
import type { ComponentChildren } from 'preact';
import type { PageRun } from '../page-data.ts';
import type { Link } from '../model/page-state.ts';
import { useNow } from './hooks.ts';

/** A command to type, with a button that copies it. */
const CommandLine = ({ step: { command, what } }: { readonly step: NextStep }) => {
  const text = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async (): Promise<void> => setCopied((await copyText(command, text.current)) ? command : null);
  return (
    <p class="command-line">
      <code ref={text}>
        <bdi>{command}</bdi>
      </code>
      <button type="button" class="link-button copy" aria-label={`Copy ${command}`} onClick={() => void copy()}>
        {copied === command ? 'Copied' : 'Copy'}
      </button>
      <span class="command-what muted">{what}</span>
    </p>
  );
};

/** A file has no clipboard in some browsers: there the text is selected. */
const copyText = async (command: string, place: HTMLElement | null): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(command);
    return true;
  } catch {
    if (place !== null) getSelection()?.selectAllChildren(place);
    return false;
  }
};

/** Conditions above the fold, and lines of a list that is open. */
const MAX_CLAUSES = 3;
const OPEN = 20;

export const HeadlineView = ({
  headline: { says, hold, wasHeld, command, others },
}: {
  readonly headline: Headline;
}) => (
  <section class="headline" aria-label="To do">
    {says !== '' && (
      <p class="headline-cause">
        {hold !== null && (
          <strong class="tone-warn">
            <span aria-hidden="true">✗ </span>
            <bdi>{hold.phase}</bdi> {hold.iteration} {wasHeld ? 'was' : 'is'} held:{' '}
          </strong>
        )}
        <bdi>{hold === null ? says : hold.cause}</bdi>
      </p>
    )}
    {hold !== null && <Clauses hold={hold} />}
    {command !== null && <CommandLine step={command} />}
    {others.length === 1 && others.map((step) => <CommandLine key={step.command} step={step} />)}
    {others.length > 1 && (
      <details class="headline-more">
        <summary>{showCount(others.length, 'other command')}</summary>
        {others.map((step) => (
          <CommandLine key={step.command} step={step} />
        ))}
      </details>
    )}
  </section>
);

const Clauses = ({ hold: { clauses, reason } }: { readonly hold: PageHold }) => (
  <>
    {clauses.length > 0 && (
      <ul class="headline-clauses" aria-label="Conditions not met">
        {clauses.slice(0, MAX_CLAUSES).map((clause) => (
          <li key={clause}>
            <code>
              <bdi>{clause}</bdi>
            </code>
          </li>
        ))}
        {clauses.length > MAX_CLAUSES && (
          <li class="muted">and {showCount(clauses.length - MAX_CLAUSES, 'more condition')}</li>
        )}
      </ul>
    )}
    {reason !== null && (
      <p class="headline-reason muted">
        <bdi>{reason}</bdi>
      </p>
    )}
  </>
);

/** The failing tests, the other work and the further conditions, below the first screen of the head. */
export const HoldDetails = ({ hold: { lines, clauses } }: { readonly hold: PageHold }) =>
  lines.length === 0 && clauses.length <= MAX_CLAUSES ? null : (
    <section class="panel hold-details" aria-label="More of this hold">
      <details open={lines.length <= OPEN}>
        <summary>More of this hold</summary>
        <ul>
          {lines.map(({ kind, text }, i) => (
            <li key={`${i} ${text}`} class={`hold-${kind}`}>
              {kind === 'output' ? (
                <code>
                  <bdi>{text}</bdi>
                </code>
              ) : (
                <bdi>{text}</bdi>
              )}
            </li>
          ))}
          {clauses.slice(MAX_CLAUSES).map((clause) => (
            <li key={clause} class="hold-clause">
              <code>
                <bdi>{clause}</bdi>
              </code>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );

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
