/**
 * The local time of day.
 *
 * @module
 */

/** `07:04:09`, local. @param at - ISO 8601 */
export const renderClockTime = (at: string): string => new Date(at).toTimeString().slice(0, 8);
