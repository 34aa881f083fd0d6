/**
 * The sentences of an event as lines. A pipe or a log has the place before each; a terminal prints them above its live
 * lines, without those that these show. Pure.
 */
import { widthOf, wrap } from './display-width.ts';
import { say } from '../../records/events/events.ts';
import { namePlace, type Said, type Tone } from '../../records/events/event-kind.ts';
import type { RunEvent } from '../../records/run-events.ts';
import { showClock } from '../../base/text/amounts.ts';
import { joinPlain, type Paint, plain } from './paint.ts';

/** @param said - of the event; shorter where it says again what was said before */
export const renderInPipe = (event: RunEvent, paint: Paint, said = say(event)): readonly string[] =>
  said.map((each) => `${placeIn(each)}${each.detail === true ? '  ' : ''}${paintText(each, paint)}`);

/** Columns before a line that explains another, and before the rest of a long one. */
const INDENT = 8;

/** @param columns - of the terminal: longer lines are cut at blanks */
export const renderInTerminal = (
  event: RunEvent,
  paint: Paint,
  { columns = Infinity, said = say(event) }: { readonly columns?: number; readonly said?: readonly Said[] } = {},
): readonly string[] => {
  const time = showClock(event.at).slice(0, 5);
  return said
    .filter(({ quiet }) => quiet !== true)
    .flatMap((each) => {
      const behind = `${SIGNS[each.tone]}${placeIn(each)}`;
      const isDetail = each.detail === true;
      const used = isDetail ? INDENT : widthOf(`  ${time} ${behind}`);
      const head = isDetail ? ' '.repeat(INDENT) : `  ${paint.faint(time)} ${behind}`;
      return wrap(joinPlain([each.text]).trimEnd(), columns, used, INDENT).map(
        (piece, n) => `${n === 0 ? head : ' '.repeat(INDENT)}${paintPiece(piece, each.tone, paint)}`,
      );
    });
};

const SIGNS = { plain: '', good: '✓ ', bad: '✗ ', warn: '', faint: '' } as const satisfies Record<Tone, string>;

const placeIn = ({ place }: Said): string => {
  const name = plain(namePlace(place));
  return name === '' ? '' : `${name}  `;
};

const paintText = ({ text, tone }: Said, paint: Paint): string => paintPiece(joinPlain([text]).trimEnd(), tone, paint);

const paintPiece = (piece: string, tone: Tone, paint: Paint): string => (tone === 'plain' ? piece : paint[tone](piece));
