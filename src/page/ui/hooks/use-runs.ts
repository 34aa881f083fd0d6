/**
 * The runs that the server knows, asked for again and again: a list of work begins one after another.
 *
 * @module
 */
import { useLayoutEffect, useState } from 'preact/hooks';
import type { PageRun } from '../../page-data.ts';
import { fetchRuns } from '../ask-server.ts';

/** Milliseconds: before there is one, and after. */
const SOON = 500;
const LATER = 5_000;

/** @param token - null in a report, which knows no others than its own */
export const useRuns = (token: string | null, isOver: boolean): readonly PageRun[] => {
  const [runs, setRuns] = useState<readonly PageRun[]>([]);
  const isFound = runs.length > 0;
  useLayoutEffect(() => {
    if (token === null || isOver) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const ask = async (): Promise<void> => {
      const found = await fetchRuns(token);
      if (isGone) return;
      if (found.length > 0) setRuns(found);
      timer = setTimeout(() => void ask(), found.length > 0 ? LATER : SOON);
    };
    void ask();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [token, isOver, isFound]);
  return runs;
};

/**
 * The run to be shown where nobody chose one: the one that goes on, and no other until another goes on.
 *
 * @param shown - null before the first
 */
export const followRuns = (runs: readonly PageRun[], shown: string | null): string | null => {
  const [first] = runs;
  if (first === undefined || shown === null) return first?.run ?? null;
  const isShownGoing = runs.some(({ run, standing }) => run === shown && standing === 'running');
  return !isShownGoing && first.standing === 'running' ? first.run : shown;
};
