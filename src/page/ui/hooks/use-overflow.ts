/**
 * Whether a box holds more than it shows.
 *
 * @module
 */
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

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
