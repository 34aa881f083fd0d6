/**
 * One operator command before it is sent: its effect, its reason, and the confirmation.
 *
 * @module
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CommandOffer } from '../model/operator-commands.ts';

interface CommandDialogProps {
  readonly offer: CommandOffer;
  readonly close: () => void;
  readonly give: (offer: CommandOffer, reason: string) => Promise<void>;
}

/** As the server takes it. */
const MAX_REASON = 2_000;

export const CommandDialog = ({ offer, close, give }: CommandDialogProps) => {
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
