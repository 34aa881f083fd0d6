/** The messages between the actors: a lane for each actor, an arrow for each message, with its text. */
import { showClock } from '../../../base/text/amounts.ts';
import type { Message } from '../../model/sequence.ts';
import { ACTORS, type Actor } from '../../../records/events/event-kind.ts';

const LANE = 18;
const HEIGHT = 24;
const WIDTH = ACTORS.length * LANE;
const laneOf = (actor: Actor): number => ACTORS.indexOf(actor) * LANE + LANE / 2;

export const SequenceChart = ({ messages }: { readonly messages: readonly Message[] }) => (
  <section class="part" aria-label="Events between the actors">
    <h3>Events between the actors</h3>
    <div class="lanes-head" aria-hidden="true">
      {ACTORS.map((actor) => (
        <span key={actor}>{actor}</span>
      ))}
    </div>
    <ol class="sequence">
      {messages.map((message, at) => (
        <li key={at}>
          <Arrow message={message} />
          <time class="muted mono" dateTime={message.at}>
            {showClock(message.at)}
          </time>
          <span class="message">
            <span class="who">{message.from === message.to ? message.from : `${message.from} → ${message.to}`}</span>{' '}
            <bdi class={message.tone === 'plain' ? '' : `tone-${message.tone}`}>{message.text}</bdi>
          </span>
        </li>
      ))}
    </ol>
  </section>
);

const Arrow = ({ message: { from, to, tone } }: { readonly message: Message }) => {
  const [start, end] = [laneOf(from), laneOf(to)];
  const middle = HEIGHT / 2;
  const back = Math.sign(start - end) * 5;
  return (
    <svg
      class={`lanes tone-${tone}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden="true"
    >
      {from === to ? (
        <circle class="lane-own" cx={start} cy={middle} r={4} />
      ) : (
        <>
          <circle class="lane-from" cx={start} cy={middle} r={2.5} />
          <path class="lane-arrow" d={`M${start} ${middle}H${end + back}`} />
          <path class="lane-head" d={`M${end} ${middle}l${back} -3.5v7z`} />
        </>
      )}
    </svg>
  );
};
