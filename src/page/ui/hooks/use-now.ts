/**
 * The time, once a second while a run is active.
 *
 * @module
 */
import { useEffect, useState } from 'preact/hooks';

/** Milliseconds of the epoch. */
export const useNow = (isGoing: boolean): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isGoing) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isGoing]);
  return now;
};
