/** Hooks of the page: keys, the clock, overflow, and repeated questions to the server. */
import { useLayoutEffect, useState, useEffect, useContext, useRef } from 'preact/hooks';
import { type RefObject, createContext } from 'preact';

/** Milliseconds: before there is something, and after. */
const SOON = 500;

const LATER = 5_000;

interface AskedOptions {
  /** Null in a report: it is not asked. */
  readonly token: string | null;
  readonly isOver: boolean;
}

/** @param fetch - answers null while there is nothing @returns the last answer; null before the first */
export const useAsked = <T>(fetch: (token: string) => Promise<T | null>, { token, isOver }: AskedOptions): T | null => {
  const [last, setLast] = useState<T | null>(null);
  useLayoutEffect(() => {
    if (token === null || isOver) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const ask = async (): Promise<void> => {
      const found = await fetch(token);
      if (isGone) return;
      if (found !== null) setLast(() => found);
      timer = setTimeout(() => void ask(), found === null ? SOON : LATER);
    };
    void ask();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [token, isOver]);
  return last;
};

/** Asked again when the box, or the first thing in it, gets another size. */
export const useOverflow = (box: RefObject<HTMLElement | null>): boolean => {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const look = (): void =>
      setCut(current.scrollWidth > current.clientWidth + 1 || current.scrollHeight > current.clientHeight + 1);
    const observer = new ResizeObserver(look);
    for (const each of [current, current.firstElementChild]) if (each !== null) observer.observe(each);
    return () => observer.disconnect();
  }, []);
  return isCut;
};

/** Whether news still come: without them a clock would tell of a run that nobody sees. */
export const Ticking = createContext(true);

/** Milliseconds of the epoch. */
export const useNow = (isGoing: boolean): number => {
  const isTicking = useContext(Ticking) && isGoing;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isTicking) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isTicking]);
  return now;
};

interface Keys {
  readonly shown: number | null;
  readonly last: number;
  readonly select: (n: number | null) => void;
  readonly help: RefObject<HTMLDialogElement | null>;
}

export const KEYS = [
  ['j, ↓', 'the next iteration'],
  ['k, ↑', 'the previous iteration'],
  ['g, Home', 'the first iteration'],
  ['G, End', 'the last iteration; a live page follows the work again'],
  ['/', 'search iterations and tests'],
  ['?', 'show these keys'],
  ['Esc', 'close the dialog'],
] as const;

/** The id of the box that the key opens. */
export const SEARCH = 'search';

export const useKeys = (keys: Keys): void => {
  const current = useRef(keys);
  current.current = keys;
  // Not after a frame: what is seen can be gone through, on a busy machine too.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (press(event.key, current.current, event.target)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
};

const press = (key: string, { shown, last, select, help }: Keys, target: EventTarget | null): boolean => {
  // Elsewhere arrows, Home and End scroll the page.
  const inList = target instanceof Element && target.closest('[role=listbox]') !== null;
  const move = (n: number): boolean => {
    if (last > 0) select(Math.min(Math.max(n, 1), last));
    return true;
  };
  if (key === 'j' || (inList && key === 'ArrowDown')) return move((shown ?? 0) + 1);
  if (key === 'k' || (inList && key === 'ArrowUp')) return move((shown ?? 2) - 1);
  if (inList && key === 'PageDown') return move((shown ?? 0) + 10);
  if (inList && key === 'PageUp') return move((shown ?? 2) - 10);
  if (key === 'g' || (inList && key === 'Home')) return move(1);
  if (key === 'G' || (inList && key === 'End')) return move(last);
  if (key === '/') {
    const box = document.getElementById(SEARCH);
    box?.focus();
    return box !== null;
  }
  if (key !== '?') return false;
  help.current?.showModal();
  return true;
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]') !== null;
