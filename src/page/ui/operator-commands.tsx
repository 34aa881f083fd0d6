/** The operator commands. Each needs a reason, shows its lasting effect, and reports its result. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { type CommandOffer, listCommands } from '../model/operator-commands.ts';
import type { RunView } from '../model/run-view.ts';
import type { PageAnswer } from '../page-data.ts';
import { sendCommand } from './use-page.ts';
import { Panel } from './parts.tsx';

interface CommandDialogProps {
  readonly offer: CommandOffer;
  readonly close: () => void;
  readonly give: (offer: CommandOffer, reason: string) => Promise<void>;
}

/** As the server takes it. */
const MAX_REASON = 2_000;

/** One operator command before it is sent: its effect, its reason, and the confirmation. */
const CommandDialog = ({ offer, close, give }: CommandDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [reason, setReason] = useState('');
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (reason.trim() !== '') void give(offer, reason.trim());
  };
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby="command-title"
      aria-describedby="command-meaning"
      onClose={close}
    >
      <form onSubmit={submit}>
        <h2 id="command-title">{offer.title}</h2>
        <p id="command-meaning">{offer.meaning}</p>
        <label>
          <span>{offer.asks}</span>
          <textarea
            required
            rows={3}
            maxLength={MAX_REASON}
            value={reason}
            onInput={(event) => setReason(event.currentTarget.value)}
          />
        </label>
        <div class="dialog-buttons">
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button class={`button ${offer.isGrave ? 'button-grave' : 'button-main'}`} disabled={reason.trim() === ''}>
            {offer.title}
          </button>
        </div>
      </form>
    </dialog>
  );
};

interface OperatorCommandsProps {
  readonly view: RunView;
  readonly token: string;
  /** No loop can take a command. */
  readonly isOver: boolean;
}

export const OperatorCommands = ({ view, token, isOver }: OperatorCommandsProps) => {
  const [asked, ask] = useState<CommandOffer | null>(null);
  const [answer, setAnswer] = useState<PageAnswer | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const offers = isOver ? [] : listCommands(view.position, view.status);
  const give = async (offer: CommandOffer, reason: string): Promise<void> => {
    ask(null);
    // The confirmed command must be the one that is sent: a loop does not wait for its operator to read.
    if (!offers.some(({ title }) => title === offer.title)) {
      setAnswer({ ok: false, said: `The run has moved on: "${offer.title}" was not sent.` });
      return;
    }
    setAnswer(null);
    setWaiting(true);
    setAnswer(await sendCommand(token, { run: view.head.run, command: offer.command, reason, phase: offer.phase }));
    setWaiting(false);
  };
  return (
    <Panel id="commands" title="Operator">
      <div class="commands">
        {offers.length === 0 && (
          <p class="muted">
            {isOver ? 'Operator commands need an active server.' : 'The run has ended: there is nothing to do.'}
          </p>
        )}
        {offers.map((offer) => (
          <button
            key={offer.command}
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
        {isWaiting && 'Command sent. dualgate carries it out between two turns of the agent …'}
        {answer !== null && (
          <>
            <span aria-hidden="true">{answer.ok ? '✓ ' : '✗ '}</span>
            <bdi>{answer.said}</bdi>
          </>
        )}
      </p>
      {asked !== null && <CommandDialog offer={asked} close={() => ask(null)} give={give} />}
    </Panel>
  );
};
