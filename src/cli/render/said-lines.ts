/**
 * The sentences of an event as lines. A pipe or a log has the place before each; a terminal prints them above its live
 * lines, without those that these show. Pure.
 *
 * @module
 */
import { say } from '../../records/events/events.ts';
import { namePlace, type Said, type Tone } from '../../records/events/event-kind.ts';
import type { RunEvent } from '../../records/run-events.ts';
import { showClock } from '../../text/amounts.ts';
import { joinPlain, type Paint, plain } from './text/paint.ts';

export const renderInPipe = (event: RunEvent, paint: Paint): readonly string[] =>
  say(event).map((said) => `${placeIn(said)}${said.detail === true ? '  ' : ''}${paintText(said, paint)}`);

export const renderInTerminal = (event: RunEvent, paint: Paint): readonly string[] => {
  const time = paint.faint(showClock(event.at).slice(0, 5));
  return say(event)
    .filter(({ quiet }) => quiet !== true)
    .map((said) =>
      said.detail === true
        ? `        ${paintText(said, paint)}`
        : `  ${time} ${SIGNS[said.tone]}${placeIn(said)}${paintText(said, paint)}`,
    );
};

const SIGNS = { plain: '', good: '✓ ', bad: '✗ ', warn: '', faint: '' } as const satisfies Record<Tone, string>;

const placeIn = ({ place }: Said): string => {
  const name = plain(namePlace(place));
  return name === '' ? '' : `${name}  `;
};

const paintText = ({ text, tone }: Said, paint: Paint): string => {
  const shown = joinPlain([text]).trimEnd();
  return tone === 'plain' ? shown : paint[tone](shown);
};
