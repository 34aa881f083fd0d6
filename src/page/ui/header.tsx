/** The spec, the status of the run, and its use of each limit. */
import { STATUSES, NOT_BELIEVED, type Shown } from '../model/status-labels.ts';
import type { PageRun, PageList } from '../page-data.ts';
import { showClock, showCount, showDay, showDuration, showTokens, showUsage } from '../../base/text/amounts.ts';
import { describeRest, findRest, type Rest, RESTS, countTasks, sayDoingNow } from '../model/task-rows.ts';
import { sayWhyBeside } from '../../base/text/plain-line.ts';
import type { Live } from '../../view/live.ts';
import type { Headline, RunView } from '../model/run-view.ts';
import type { RunLimits } from '../../records/fold/run-sums.ts';
import { Chip, Fact, RUN_TIME, useRunTime } from './parts.tsx';
import { HeadlineView } from './headline.tsx';
import { useNow } from './hooks.ts';
import { useState } from 'preact/hooks';

/** Light or dark: follows the system, until a person chooses. */
type Theme = 'system' | 'light' | 'dark';

const KEY = 'dualgate-theme';

/** The last choice; a page from disk may not be allowed to store one. */
export const storedTheme = (): Theme => {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
};

export const applyTheme = (theme: Theme): void => {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
};

const keepTheme = (theme: Theme): void => {
  applyTheme(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It holds for as long as the page is open.
  }
};

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const SIGNS: Readonly<Record<Theme, string>> = { system: '◐', light: '☀', dark: '☾' };

const ThemeSwitch = () => {
  const [theme, setTheme] = useState(storedTheme);
  const turn = (): void => {
    keepTheme(NEXT[theme]);
    setTheme(NEXT[theme]);
  };
  const name = `Theme: ${theme}. Switch to ${NEXT[theme]}`;
  return (
    <button type="button" class="icon-button" onClick={turn} aria-label={name} title={name}>
      <span aria-hidden="true">{SIGNS[theme]}</span>
    </button>
  );
};

interface RunChooserProps {
  readonly run: string;
  readonly runs: readonly PageRun[];
  readonly choose: (run: string) => void;
}

const RunChooser = ({ run, runs, choose }: RunChooserProps) => {
  if (runs.length < 2) return <code class="run-id">{run}</code>;
  const isKnown = runs.some((each) => each.run === run);
  return (
    <label class="chooser">
      <span class="hidden">Run</span>
      <select value={run} onChange={(event) => choose(event.currentTarget.value)}>
        {!isKnown && <option value={run}>{run}</option>}
        {runs.map((each) => (
          <option key={each.run} value={each.run}>
            {STATUSES[each.status].sign} {each.spec} · {each.run} · {STATUSES[each.status].word}
          </option>
        ))}
      </select>
    </label>
  );
};

interface HeaderProps {
  readonly view: RunView;
  readonly live: Live | null;
  /** Why what is shown cannot be believed; null where nothing is wrong. */
  readonly trouble: string | null;
  readonly sound: number | null;
  readonly runs: readonly PageRun[];
  readonly choose: (run: string) => void;
  readonly list: PageList | null;
  readonly headline: Headline;
  readonly openHelp: () => void;
}

export const Header = ({ view, live, trouble, sound, runs, choose, list, headline, openHelp }: HeaderProps) => {
  const now = useNow(view.head.going);
  const rest = findRest(view, live, now);
  const said = rest === null ? describe(view, live, now) : sayRest(rest, now);
  const isBelow = headline.hold?.cause === said;
  return (
    <header class="top">
      <div class="top-line top-name">
        <div class="brand">
          <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
            <path d="M3 14V4a2 2 0 0 1 2-2h1v12M13 14V4a2 2 0 0 0-2-2h-1v12" />
          </svg>
          <span>dualgate</span>
        </div>
        <h1>
          <bdi>{view.head.spec}</bdi>
        </h1>
        <RunChooser {...{ run: view.head.run, runs, choose }} />
        <div class="top-tools">
          <ThemeSwitch />
          <button
            type="button"
            class="icon-button"
            onClick={openHelp}
            aria-label="Keys and signs"
            title="Keys and signs (?)"
          >
            ?
          </button>
        </div>
      </div>
      {list !== null && (
        <p class="top-line top-list">
          <a href="#tasks">
            <strong>{countTasks(list)}</strong>
          </a>
        </p>
      )}
      <div class="top-line top-body">
        <div class="top-says">
          <p class="run-status">
            <span role="status" aria-live="polite">
              <Chip shown={trouble === null ? shownStatusOf(view, rest) : NOT_BELIEVED} large />
              <span class="hidden"> {view.position.phase}</span>
            </span>{' '}
            <bdi class="why">{trouble === null ? (isBelow ? '' : said) : describeBreak(sound)}</bdi>
          </p>
          {trouble === null && <HeadlineView headline={headline} />}
        </div>
        {sound !== 0 && <Facts view={view} />}
      </div>
    </header>
  );
};

/** A run that waits for a person or for a time is not working. */
const shownStatusOf = ({ status }: RunView, rest: Rest | null): Shown =>
  rest === null ? STATUSES[status] : RESTS[rest.for];

/** The question to a person stands below. */
const sayRest = (rest: Rest, now: number): string =>
  rest.for === 'approval' ? '' : [describeRest(rest, now), rest.why].filter((part) => part !== '').join(': ');

const describeBreak = (sound: number | null): string => {
  if (sound === null) return 'Later records are not shown';
  return sound === 0 ? 'None of it is shown' : 'Only the records before the break are shown';
};

const describe = (view: RunView, live: Live | null, now: number): string =>
  view.head.going ? sayDoingNow(view, live, now) : sayWhyBeside(view.status, view.why);

const Facts = ({ view }: { readonly view: RunView }) => {
  const { head, decided, usage, position, budget, began } = view;
  // A resume grants the limits anew: the time of the whole run says nothing about them then.
  const isResumed = budget !== null && began !== null && budget.since > began && budget.iterations.used < decided;
  const used = budget?.iterations.used ?? decided;
  const spent = budget?.cost.used ?? usage?.cost_usd ?? null;
  const elapsed = useRunTime(view);
  const limits: Partial<RunLimits> = head.limits ?? {};
  return (
    <dl class="facts">
      {position.phase !== null && <Fact name="phase" value={position.phase} />}
      <Fact
        name="run time"
        title={RUN_TIME}
        value={showDuration(elapsed)}
        of={
          limits.minutes === undefined || isResumed
            ? null
            : { limit: showDuration(limits.minutes * 60_000), share: elapsed / (limits.minutes * 60_000) }
        }
      />
      <Fact
        name="iterations"
        value={String(used)}
        title={isResumed ? `${showCount(decided, 'iteration')} in all, ${used} since the last resume` : ''}
        of={
          limits.iterations === undefined
            ? null
            : { limit: `${limits.iterations}${isResumed ? ' since the resume' : ''}`, share: used / limits.iterations }
        }
      />
      <Fact
        name={usage?.cost_usd === null ? 'tokens' : 'cost'}
        value={showUsage(usage)}
        title={
          usage === null
            ? 'The agent reports no usage'
            : `${showTokens(usage.input_tokens)} in, ${showTokens(usage.output_tokens)} out`
        }
        of={
          limits.cost === undefined || usage === null || usage.cost_usd === null || spent === null
            ? null
            : { limit: `$${limits.cost}`, share: spent / limits.cost }
        }
      />
      {began !== null && (
        <Fact
          name="began"
          value={head.going ? showClock(began) : showDay(began)}
          title={`${showDay(began)}, ${showCount(decided, 'iteration')}`}
        />
      )}
    </dl>
  );
};
