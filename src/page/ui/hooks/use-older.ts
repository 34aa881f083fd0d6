/**
 * Requests parts that the server did not send at first: rows of the list in sight, and the records of the selected iteration.
 *
 * @module
 */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ROWS_AT_ONCE } from '../../page-window.ts';
import type { PageRow } from '../../page-status.ts';
import type { PageState } from '../../model/page-state.ts';
import type { RunView } from '../../model/run-view.ts';
import { fetchPart } from '../ask-server.ts';
import type { OpenPage } from './use-page.ts';

interface OlderProps {
  readonly state: PageState;
  readonly view: RunView;
  readonly act: OpenPage['act'];
  /** Null in a file, which has no server. */
  readonly token: string | null;
  /** The selected iteration. */
  readonly shown: { readonly n: number; readonly row: PageRow | undefined; readonly has: number } | null;
}

interface Older {
  /** Why the selected iteration did not arrive; '' while it is loading, null in a file. */
  readonly why: string | null;
  /** Asks for the rows around an iteration, once. */
  readonly askRows: (n: number) => void;
}

/** `answered`: how many records the iteration had by then. */
type Asked = 'waiting' | { readonly answered: number } | { readonly refused: string };

/** Milliseconds before a refused request is repeated. */
const AGAIN_MS = 3_000;

export const useOlder = ({ state, view, act, token, shown }: OlderProps): Older => {
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
  if (token === null) return { why: null, askRows };
  if (isOver) return { why: 'The server has ended.', askRows };
  const answer = asked.current.get(key);
  if (answer !== undefined && typeof answer !== 'string' && 'refused' in answer)
    return { why: answer.refused, askRows };
  const isWaiting = lacks && (answer === 'waiting' || isToBeAsked(answer, wanted));
  return { why: isWaiting ? '' : 'They load on request.', askRows };
};

/** Not yet, or more of it came since. */
const isToBeAsked = (answer: Asked | undefined, wanted: number): boolean =>
  answer === undefined || (typeof answer !== 'string' && 'answered' in answer && answer.answered < wanted);
