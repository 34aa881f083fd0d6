/** Small parts of the page: signs, facts, panels, rows of values, bars of counts. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Counts } from '../../view/iteration-rows.ts';
import type { Lack } from '../model/clauses.ts';
import type { Shown } from '../model/status-labels.ts';
import { showDuration } from '../../base/text/amounts.ts';
import type { RunView } from '../model/run-view.ts';
import { useNow } from './hooks.ts';

interface OnDemandProps<T> {
  readonly id: string;
  readonly title: string;
  /** Answers why it is refused, where it is. */
  readonly ask: () => Promise<T | string>;
  readonly children: (answer: T) => ComponentChildren;
}

/** A part that is closed, and asks the server when it is opened. */
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

/** The counts of a test run as a small bar, and in words for those who do not see it. */
export const CountBar = ({ counts }: { readonly counts: Counts | null }) => {
  if (counts === null) return <span class="count-bar" />;
  const { passing, failing, skipped } = counts;
  const total = passing + failing + skipped;
  const share = (count: number): number => (total === 0 ? 0 : (count / total) * 100);
  const said = `${passing} passing, ${failing} failing${skipped === 0 ? '' : `, ${skipped} skipped`}`;
  return (
    <span class="count-bar" title={said}>
      <span class="hidden">{said}</span>
      <span aria-hidden="true">
        {passing}/{total}
      </span>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="bars-all" width={100} height={6} />
        <rect class="fill-passing" width={share(passing)} height={6} />
        <rect class="fill-failing" x={share(passing)} width={share(failing)} height={6} />
        <rect class="fill-skipped" x={share(passing + failing)} width={share(skipped)} height={6} />
      </svg>
    </span>
  );
};

/** A missing part of the run, and the command that shows it. */
export const LackLine = ({ lack: { says, command } }: { readonly lack: Lack }) => (
  <p class="lack muted">
    <bdi>{says}</bdi>
    {command !== null && (
      <>
        {' '}
        <code>
          <bdi>{command}</bdi>
        </code>
      </>
    )}
  </p>
);

interface NumberColumnProps {
  readonly title: string;
  /** Left out where the table has no room for it. */
  readonly optional?: boolean;
}

export const NumberColumn = ({ title, optional = false }: NumberColumnProps) => (
  <th scope="col" class={optional ? 'number optional' : 'number'}>
    {title}
  </th>
);

interface PairsProps {
  readonly rows: readonly (readonly [name: string, text: string | null])[];
  readonly mono?: readonly string[];
}

/** Names and values; a row without a value is left out. */
export const Pairs = ({ rows, mono = [] }: PairsProps) => (
  <dl class="pairs">
    {rows.map(([name, text]) =>
      text === null ? null : (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi class={mono.includes(name) ? 'mono' : ''}>{text}</bdi>
          </dd>
        </div>
      ),
    )}
  </dl>
);

interface PanelProps {
  readonly id: string;
  readonly title: string;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly class?: string;
}

export const Panel = ({ id, title, aside, children, class: extra = '' }: PanelProps) => (
  <section class={`panel ${extra}`} id={id} aria-labelledby={`${id}-title`}>
    <header class="panel-head">
      <h2 id={`${id}-title`}>{title}</h2>
      {aside !== undefined && <div class="panel-aside">{aside}</div>}
    </header>
    {children}
  </section>
);

interface FactProps {
  readonly name: string;
  readonly value: string;
  /** `share`: 0 to 1, or more. */
  readonly of?: { readonly limit: string; readonly share: number } | null;
  readonly title?: string;
}

/** A number with its name, and how much of its limit it is. */
export const Fact = ({ name, value, of = null, title }: FactProps) => (
  <div class="fact" title={title}>
    <dt>{name}</dt>
    <dd>
      {of === null ? (
        value
      ) : (
        <>
          <span class="whole">{value}</span> <span class="of whole">of {of.limit}</span>
        </>
      )}
      {of !== null && (
        <svg
          class={`meter${of.share > 0.85 ? ' meter-near' : ''}`}
          viewBox="0 0 100 3"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect width="100" height="3" rx="1.5" class="meter-all" />
          <rect
            width={Math.min(100, Math.max(of.share > 0 ? 1.5 : 0, of.share * 100))}
            height="3"
            rx="1.5"
            class="meter-used"
          />
        </svg>
      )}
    </dd>
  </div>
);

/** A sign, a word and a tone: the same all over the page. */
export const Chip = ({ shown, large = false }: { readonly shown: Shown; readonly large?: boolean }) => (
  <span class={`chip tone-${shown.tone}${large ? ' chip-large' : ''}`}>
    <span class="sign" aria-hidden="true">
      {shown.sign}
    </span>
    <span class="chip-word">{shown.word}</span>
  </span>
);

/** Met or not met, as a sign that is read aloud too. */
export const Check = ({ met }: { readonly met: boolean | null }) => {
  const [sign, word, tone] =
    met === null ? ['○', 'not evaluated', 'plain'] : met ? ['✓', 'met', 'good'] : ['✗', 'not met', 'bad'];
  return (
    <span class={`check tone-${tone}`} role="img" aria-label={word} title={word}>
      {sign}
    </span>
  );
};

export const RUN_TIME =
  'Agent turns, test runs, checks and waits while the run was active. Time between an end and a resume is not counted.';

/** Milliseconds. */
export const useRunTime = ({ head, clock }: Pick<RunView, 'head' | 'clock'>): number => {
  const now = useNow(head.going);
  const { worked_ms, counts_from } = clock;
  return head.going && counts_from !== null ? worked_ms + Math.max(0, now - counts_from) : worked_ms;
};

export const RunTime = ({ view }: { readonly view: RunView }) => (
  <span title={RUN_TIME}>run time {showDuration(useRunTime(view))}</span>
);
