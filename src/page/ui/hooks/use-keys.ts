/**
 * The keys that work everywhere except in text fields.
 *
 * @module
 */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Keys {
  readonly shown: number | null;
  readonly last: number;
  readonly select: (n: number | null) => void;
  readonly help: RefObject<HTMLDialogElement | null>;
}

/** For the dialog that lists them. */
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
