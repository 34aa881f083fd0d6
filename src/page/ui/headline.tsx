/** The beginning of the page: what is wrong, which conditions are not met, what to type; then what fails. */
import { useRef, useState } from 'preact/hooks';
import type { NextStep } from '../../view/steps-after-hold.ts';
import { showCount } from '../../base/text/amounts.ts';
import type { Headline } from '../model/run-view.ts';
import type { PageHold } from '../page-status.ts';

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
