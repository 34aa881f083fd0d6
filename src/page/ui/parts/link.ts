/**
 * The link to the server: what it sends, as actions of the page, gathered and handed on once a frame.
 *
 * @module
 */
import type { PageAction } from '../../model/page-state.ts';
import type { PageMessages } from '../../page-data.ts';

type Act = (actions: readonly PageAction[]) => void;

/** @returns how to close it */
export const openLink = ({ run, token }: { readonly run: string; readonly token: string }, act: Act): (() => void) => {
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
      }, AGAIN_MS);
    };
    return opened;
  };
  let source = connect();
  return () => {
    clearTimeout(again);
    source.close();
  };
};

const AGAIN_MS = 1_500;

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
