/**
 * A part that is closed, and asks the server when it is opened.
 *
 * @module
 */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface OnDemandProps<T> {
  readonly id: string;
  readonly title: string;
  /** Answers why it is refused, where it is. */
  readonly ask: () => Promise<T | string>;
  readonly children: (answer: T) => ComponentChildren;
}

export const OnDemand = <T extends object>({ id, title, ask, children }: OnDemandProps<T>) => {
  const [answer, setAnswer] = useState<T | string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const load = async (): Promise<void> => {
    setAsking(true);
    const given = await ask();
    setAnswer(() => given);
    setAsking(false);
  };
  return (
    <section class="part on-demand" aria-label={title}>
      <details
        id={id}
        onToggle={(event) => {
          if (event.currentTarget.open && answer === null && !isAsking) void load();
        }}
      >
        <summary>
          <h3>{title}</h3>
        </summary>
        {answer === null && <p class="muted">It is loading.</p>}
        {typeof answer === 'string' && <p class="problem">{answer}</p>}
        {answer !== null && typeof answer !== 'string' && children(answer)}
        {answer !== null && (
          <button type="button" class="link-button" disabled={isAsking} onClick={() => void load()}>
            Load it again
          </button>
        )}
      </details>
    </section>
  );
};
