/**
 * Asks the server again and again, and keeps its last answer.
 *
 * @module
 */
import { useLayoutEffect, useState } from 'preact/hooks';

/** Milliseconds: before there is something, and after. */
const SOON = 500;

const LATER = 5_000;

interface AskedOptions {
  /** Null in a report: it is not asked. */
  readonly token: string | null;
  /** The server has ended. */
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
