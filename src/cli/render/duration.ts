/**
 * Durations as people read them.
 *
 * @module
 */

/** `0.8 s`, `42 s`, `3 min 05 s`, `2 h 07 min`. @param ms - milliseconds, 0 or more */
export const renderDuration = (ms: number): string => {
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
};
