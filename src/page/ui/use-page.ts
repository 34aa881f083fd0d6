/** The state of the page, kept up to date by the link; for a report, as it was written. */
import { useCallback, useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { type PageAction, type PageState, reducePage } from '../model/page-state.ts';
import type { PageMessages, PageAnswer, PageCommand, PageItems, PagePart, PageRun } from '../page-data.ts';
import { ROWS_AT_ONCE, type PageChanges, type PageTranscript } from '../page-transcript.ts';
import type { PageRow } from '../page-status.ts';
import type { RunView } from '../model/run-view.ts';

// The server's token and the chosen run are in the address alone: without the token, the page could not load again.

/** '' where there is none: the server will refuse. */
export const readToken = (): string => new URLSearchParams(location.search).get('token') ?? '';

/** '' for the active run. */
export const namedRun = (): string => new URLSearchParams(location.search).get('run') ?? '';

/** So that a reload shows the same run. */
export const nameRun = (run: string): void => {
  const place = new URL(location.href);
  place.searchParams.set('run', run);
  history.replaceState(null, '', place);
};

interface Parts {
  readonly runs: { readonly runs: readonly PageRun[] };
  readonly items: PageItems;
  readonly rows: PagePart;
  readonly records: PagePart;
  readonly transcript: PageTranscript;
  readonly changes: PageChanges;
}

/** @returns why it is refused, if it is */
export const fetchPart = async <What extends keyof Parts>(
  what: What,
  asked: Readonly<Record<string, string>>,
): Promise<Parts[What] | string> => {
  try {
    const response = await fetch(`/${what}?${new URLSearchParams(asked).toString()}`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is the server that this page came from
    const answer = (await response.json()) as Parts[What] & { readonly said?: string };
    return response.ok ? answer : (answer.said ?? NO_ANSWER);
  } catch {
    return NO_ANSWER;
  }
};

/** Null if there is none, or the server does not answer. */
export const fetchRuns = async (token: string): Promise<readonly PageRun[] | null> => {
  const answer = await fetchPart('runs', { token });
  return typeof answer === 'string' || answer.runs.length === 0 ? null : answer.runs;
};

export const fetchItems = async (token: string): Promise<PageItems | null> => {
  const answer = await fetchPart('items', { token });
  return typeof answer === 'string' ? null : answer;
};

const NO_ANSWER = 'The server does not answer.';

export const sendCommand = async (token: string, command: PageCommand): Promise<PageAnswer> => {
  try {
    const response = await fetch('/commands', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-dualgate-token': token },
      body: JSON.stringify(command),
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is the server that this page came from
    const answer = (await response.json()) as Partial<PageAnswer>;
    return { ok: response.ok && answer.ok !== false, said: answer.said ?? '' };
  } catch {
    return { ok: false, said: 'The server did not answer. Check below whether the command was carried out.' };
  }
};

type Act = (actions: readonly PageAction[]) => void;

/** @returns how to close it */
const openLink = ({ run, token }: { readonly run: string; readonly token: string }, act: Act): (() => void) => {
  const asked = new URLSearchParams({ run, token });
  const push = gather(act);
  let again: ReturnType<typeof setTimeout> | undefined;
  const connect = (): EventSource => {
    const opened = new EventSource(`/events?${asked.toString()}`);
    listen(opened, push);
    opened.onerror = () => {
      push({ do: 'link', link: 'lost' });
      // The browser itself connects again, unless it was refused.
      if (opened.readyState !== EventSource.CLOSED) return;
      clearTimeout(again);
      again = setTimeout(() => {
        source = connect();
      }, RECONNECT_MS);
    };
    return opened;
  };
  let source = connect();
  return () => {
    clearTimeout(again);
    source.close();
  };
};

const RECONNECT_MS = 1_500;

const listen = (source: EventSource, push: (action: PageAction) => void): void => {
  source.onopen = () => push({ do: 'link', link: 'open' });
  const on = <K extends keyof PageMessages>(
    name: K,
    take: (content: PageMessages[K], id: number | null) => PageAction,
  ): void =>
    source.addEventListener(name, (event: MessageEvent<string>) => {
      const id = event.lastEventId === '' ? null : Number(event.lastEventId);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is the server that this page came from
      push(take(JSON.parse(event.data) as PageMessages[K], Number.isInteger(id) ? id : null));
    });
  on('head', (head) => ({ do: 'head', head }));
  on('records', (records, id) => ({ do: 'records', records, id }));
  on('rows', (rows) => ({ do: 'rows', rows }));
  on('status', (status) => ({ do: 'status', status }));
  on('event', (event) => ({ do: 'event', event }));
  on('list', (list) => ({ do: 'list', list }));
  on('agent', (agent) => ({ do: 'agent', agent }));
  on('going', (going) => ({ do: 'going', going }));
  on('trouble', ({ said, sound }) => ({ do: 'trouble', said, sound }));
  on('over', () => {
    source.close();
    return { do: 'link', link: 'over' };
  });
};

/** A hidden tab draws no frames, so a timer replaces them. The last message is delivered at once: the server has no more. */
const gather = (act: Act): ((action: PageAction) => void) => {
  let waiting: PageAction[] = [];
  const hand = (): void => {
    const actions = waiting;
    waiting = [];
    if (actions.length > 0) act(actions);
  };
  return (action) => {
    waiting.push(action);
    if (action.do === 'link' && action.link === 'over') return hand();
    if (waiting.length > 1) return;
    if (document.hidden) setTimeout(hand, 250);
    else requestAnimationFrame(hand);
  };
};

const reduceAll = (state: PageState, actions: readonly PageAction[]): PageState => actions.reduce(reducePage, state);

export interface OpenPage {
  readonly state: PageState;
  readonly act: (action: PageAction) => void;
}

/** @param asked - null for a report */
export const usePage = (start: PageState, asked: { readonly run: string; readonly token: string } | null): OpenPage => {
  const [state, actAll] = useReducer(reduceAll, start);
  const act = useCallback((action: PageAction) => actAll([action]), []);
  const [run, token] = [asked?.run ?? null, asked?.token ?? ''];
  useEffect(() => (run === null ? undefined : openLink({ run, token }, actAll)), [run, token]);
  return { state, act };
};

interface OlderProps {
  readonly state: PageState;
  readonly view: RunView;
  readonly act: OpenPage['act'];
  /** Null in a file, which has no server. */
  readonly token: string | null;
  readonly shown: { readonly n: number; readonly row: PageRow | undefined; readonly has: number } | null;
}

/** `answered`: how many records the iteration had by then. */
type Asked = 'waiting' | { readonly answered: number } | { readonly refused: string };

/** Milliseconds before a refused request is repeated. */
const AGAIN_MS = 3_000;

/**
 * Requests parts that the server did not send at first: rows of the list in sight, records of the selected iteration.
 * @returns `why` the selected iteration did not arrive; '' while it is loading, null in a file
 */
export const useOlder = ({ state, view, act, token, shown }: OlderProps) => {
  const { run, going } = view.head;
  const asked = useRef(new Map<string, Asked>());
  const [looks, lookAgain] = useState(0);
  const isOver = state.link === 'over';
  const ask = useCallback(
    (key: string, what: 'rows' | 'records', which: Readonly<Record<string, string>>, wanted = 0): void => {
      if (token === null || isOver || !isToBeAsked(asked.current.get(key), wanted)) return;
      const know = (answer: Asked | null): void => {
        if (answer === null) asked.current.delete(key);
        else asked.current.set(key, answer);
        lookAgain((count) => count + 1);
      };
      asked.current.set(key, 'waiting');
      const take = async (): Promise<void> => {
        const part = await fetchPart(what, { run, token, ...which });
        if (typeof part === 'string') {
          know({ refused: part });
          setTimeout(() => know(null), AGAIN_MS);
        } else {
          act({ do: 'part', part });
          know({ answered: Math.max(wanted, part.rows[0]?.records ?? 0) });
        }
      };
      void take();
    },
    [token, run, isOver, act],
  );
  /** Those around an iteration, once. */
  const askRows = useCallback(
    (n: number): void => {
      const from = Math.floor((n - 1) / ROWS_AT_ONCE) * ROWS_AT_ONCE + 1;
      ask(`rows ${from}`, 'rows', { from: String(from), to: String(from + ROWS_AT_ONCE - 1) });
    },
    // Changes with each answer: refused requests are repeated.
    [ask, looks],
  );
  const { n = 0, row, has = 0 } = shown ?? {};
  const key = `records ${n}`;
  const wanted = row?.records ?? 0;
  // An active iteration is sent as it grows.
  const lacks = n > 0 && (row === undefined || has < row.records) && !(going && n === view.count);
  useEffect(() => {
    if (lacks) ask(key, 'records', { n: String(n) }, wanted);
  });
  const answer = asked.current.get(key);
  const isWaiting = lacks && (answer === 'waiting' || isToBeAsked(answer, wanted));
  const refused = typeof answer === 'object' && 'refused' in answer ? answer.refused : null;
  const why = isOver ? 'The server has ended.' : (refused ?? (isWaiting ? '' : 'They load on request.'));
  return { why: token === null ? null : why, askRows };
};

/** Not yet, or more of it came since. */
const isToBeAsked = (answer: Asked | undefined, wanted: number): boolean =>
  answer === undefined || (typeof answer === 'object' && 'answered' in answer && answer.answered < wanted);
