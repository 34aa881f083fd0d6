/**
 * Counts the work of a run that is under way.
 *
 * @module
 */

/** Work that may outlive the state that began it: a run ends only after it. */
export const createTracker = () => {
  const going = new Set<Promise<unknown>>();
  const track = async <T>(work: Promise<T>): Promise<T> => {
    going.add(work);
    try {
      return await work;
    } finally {
      going.delete(work);
    }
  };
  return { track, done: () => Promise.allSettled(going) };
};
