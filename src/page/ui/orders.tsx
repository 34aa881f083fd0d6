/**
 * The operator's orders. Each is asked for a reason, says what it does for ever, and what became of it.
 *
 * @module
 */
import { useState } from 'preact/hooks';
import { listOrders, type OrderOffer } from '../model/orders.ts';
import type { RunView } from '../model/run-view.ts';
import type { PageAnswer } from '../page-data.ts';
import { sendOrder } from './ask-server.ts';
import { OrderDialog } from './order-dialog.tsx';
import { Panel } from './parts/panel.tsx';

interface OrdersProps {
  readonly view: RunView;
  readonly token: string;
  /** Nobody is there to take one. */
  readonly isOver: boolean;
}

export const Orders = ({ view, token, isOver }: OrdersProps) => {
  const [asked, ask] = useState<OrderOffer | null>(null);
  const [answer, setAnswer] = useState<PageAnswer | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const offers = isOver ? [] : listOrders(view.position, view.standing);
  const give = async (offer: OrderOffer, reason: string): Promise<void> => {
    ask(null);
    // What was confirmed has to be what is ordered: a loop does not wait for a person to read.
    if (!offers.some(({ title }) => title === offer.title)) {
      setAnswer({ ok: false, said: `The work has moved on: "${offer.title}" was not ordered.` });
      return;
    }
    setAnswer(null);
    setWaiting(true);
    setAnswer(await sendOrder(token, { run: view.head.run, order: offer.order, reason, phase: offer.phase }));
    setWaiting(false);
  };
  return (
    <Panel id="orders" title="Operator">
      <div class="orders">
        {offers.length === 0 && (
          <p class="muted">
            {isOver ? 'Orders are given to a server that goes on.' : 'The work is over: nothing is left to order.'}
          </p>
        )}
        {offers.map((offer) => (
          <button
            key={offer.order}
            type="button"
            class={`button${offer.isGrave ? ' button-grave' : ''}`}
            disabled={isWaiting}
            onClick={() => ask(offer)}
          >
            {offer.title} …
          </button>
        ))}
      </div>
      <p class={`answer ${answer === null || answer.ok ? '' : 'tone-bad'}`} role="status" aria-live="polite">
        {isWaiting && 'The order was given. A loop takes it between two turns of the agent …'}
        {answer !== null && (
          <>
            <span aria-hidden="true">{answer.ok ? '✓ ' : '✗ '}</span>
            <bdi>{answer.said}</bdi>
          </>
        )}
      </p>
      {asked !== null && <OrderDialog offer={asked} close={() => ask(null)} give={give} />}
    </Panel>
  );
};
