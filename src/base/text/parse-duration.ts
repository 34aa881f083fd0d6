/** Durations as people write them: integers with a unit, the largest unit first. */

export const DURATION = /^(?=\d)(?:(\d{1,9})h)?(?:(\d{1,9})m(?!s))?(?:(\d{1,9})s)?(?:(\d{1,9})ms)?$/;

/** Milliseconds, or `null` if the text is not a duration. */
export const parseDuration = (text: string): number | null => {
  const match = DURATION.exec(text);
  if (match === null) return null;
  const [hours, minutes, seconds, milliseconds] = match.slice(1).map((digits) => Number(digits ?? 0));
  return (((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000 + (milliseconds ?? 0);
};
