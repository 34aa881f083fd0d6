/** Counts, durations, money, tokens and times of day for people, the same on the screen, in reports and on the page. */
import type { TurnUsage } from '../../../gates/iteration.ts';

export const DURATION = /^(?=\d)(?:(\d{1,9})h)?(?:(\d{1,9})m(?!s))?(?:(\d{1,9})s)?(?:(\d{1,9})ms)?$/;

/** Milliseconds, or `null` if the text is not a duration. */
export const parseDuration = (text: string): number | null => {
  const match = DURATION.exec(text);
  if (match === null) return null;
  const [hours, minutes, seconds, milliseconds] = match.slice(1).map((digits) => Number(digits ?? 0));
  return (((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000 + (milliseconds ?? 0);
};

/** `0.8 s`, `42 s`, `3 min 5 s`, `2 h 7 min`. @param ms - milliseconds; a negative number counts as 0 */
export const showDuration = (ms: number): string => {
  const length = Math.max(0, ms);
  if (length < 9_950) return `${(length / 1_000).toFixed(1)} s`;
  const seconds = Math.round(length / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** `$0.08`, `$12.30`; below a cent `<$0.01`. */
export const showCost = (dollars: number): string =>
  dollars > 0 && dollars < 0.01 ? '<$0.01' : `$${dollars.toFixed(2)}`;

/** `950`, `12.3k`, `4.6M`. */
export const showTokens = (count: number): string => {
  if (count < 1_000) return `${count}`;
  if (count < 999_950) return `${(count / 1_000).toFixed(1)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
};

/** `8572`, `12,345`. */
export const showNumber = (count: number): string => (count < 10_000 ? `${count}` : count.toLocaleString('en-US'));

/** `1 iteration`, `2 iterations`. */
export const showCount = (count: number, noun: string): string =>
  `${showNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

/** The cost if it is known, else tokens; `–` if neither is. */
export const showUsage = (usage: TurnUsage | null): string => {
  if (usage === null) return '–';
  return usage.cost_usd === null
    ? `${showTokens(usage.input_tokens + usage.output_tokens)} tokens`
    : showCost(usage.cost_usd);
};

/** `12.3k in, 2.1k out, $0.08`; the price only if it is known. */
export const describeUsage = ({ input_tokens, output_tokens, cost_usd }: TurnUsage): string =>
  [
    `${showTokens(input_tokens)} in`,
    `${showTokens(output_tokens)} out`,
    ...(cost_usd === null ? [] : [showCost(cost_usd)]),
  ].join(', ');

const MEBIBYTE = 1_048_576;

/** `12 MiB`, `8572 bytes`. */
export const showBytes = (bytes: number): string =>
  bytes >= MEBIBYTE ? `${Math.round(bytes / MEBIBYTE)} MiB` : `${bytes} bytes`;

/** Memory of programs: `300 MB`, `4.0 GB`. */
export const showMemory = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;

/** `14:03:07`, in local time. @param at - ISO 8601 */
export const showClock = (at: string): string => {
  const time = new Date(at);
  return Number.isNaN(time.getTime())
    ? '–'
    : `${pad(time.getHours())}:${pad(time.getMinutes())}:${pad(time.getSeconds())}`;
};

/** `2026-01-13 15:03 +01:00`, in local time; `2026-01-13 14:03 UTC`. @param at - ISO 8601 */
export const showDay = (at: string): string => {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return '–';
  return `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())} ${pad(time.getHours())}:${pad(time.getMinutes())} ${zoneOf(time)}`;
};

/** The offset of the zone at that time: summer has another one. */
const zoneOf = (time: Date): string => {
  const east = -time.getTimezoneOffset();
  const minutes = Math.abs(east);
  return east === 0 ? 'UTC' : `${east < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
};

const pad = (part: number): string => String(part).padStart(2, '0');
