/**
 * The time, once a second while a run is active and its server answers; otherwise it stands still.
 *
 * @module
 */
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

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
