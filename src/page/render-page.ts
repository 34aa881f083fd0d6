/**
 * The page as one HTML file: live, or a report with its data in it. Whatever the data say, they are text: inside of the
 * script element that carries them nothing is markup, and the policy lets no other script run than ours.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createHash } from 'node:crypto';
import { kindOf, type WorkRecord } from '../records/records.ts';
import type { PageRecord, PageFile, PlacedRecord } from './page-data.ts';
import { sayRecord } from './say-record.ts';
import { type Room, trimValue } from './trim-value.ts';
import { DualgateError } from '../../gates/errors.ts';
import { describeCause } from '../base/text/describe-cause.ts';

// A record for the page: a few kilobytes, whatever the agent or the tests wrote into it, so that a run of a thousand iterations
// is a page of a few megabytes. Unused parts are left out: the config (which may name keys), the baseline, the frozen files.

/** From the widest to one that holds anything. */
const ROOMS: readonly Room[] = [
  { text: 1_200, list: 25, keys: 80 },
  { text: 300, list: 10, keys: 80 },
  { text: 100, list: 4, keys: 60 },
];

/** Characters of JSON that a record may take before it is cut further. */
const MAX_RECORD = 12_000;

/** A missing unmet clause would look met, a missing metric unmeasured. Config, floor and vocabulary bound them. */
const WHOLE: readonly string[] = [
  'decision.gate_1.unmet',
  'decision.gate_2.unmet',
  'decision.approval.unmet',
  'record.metrics',
];

/** Pure. @param record - may have been trimmed before @param most - characters of JSON that it should not exceed */
export const trimRecord = (record: PageRecord, most = MAX_RECORD): PageRecord => {
  const lean = { ...leaveOut(record), totals: record.totals ?? {} };
  for (const room of ROOMS) {
    const trimmed = trimTo(lean, room);
    if (room === ROOMS.at(-1) || JSON.stringify(trimmed).length <= most) return trimmed;
  }
  return lean;
};

const trimTo = (record: PageRecord, room: Room): PageRecord => {
  const { value, totals: now } = trimValue(record.data, room, WHOLE);
  const { type, at } = record;
  // The limit of an earlier cut is not the original amount.
  const totals = { ...now, ...record.totals };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- trimming keeps the shape, and the type is that of the data
  return { type, at, data: value, ...(Object.keys(totals).length === 0 ? {} : { totals }) } as unknown as PageRecord;
};

const leaveOut = ({ type, at, data }: WorkRecord): WorkRecord =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the kind of this type keeps its type
  ({ type, at, data: kindOf(type).trims?.(data) ?? data }) as unknown as WorkRecord;

/** @param record - without secrets @param n - its iteration, from 1 */
export const placeRecord = (record: WorkRecord, n: number): PlacedRecord => ({
  ...trimRecord(record),
  n,
  said: sayRecord(record),
});

/** The page is not built, or its port is not available. Fix: in a checkout `npm run build:js`; another `--port`. */
export class PageError extends DualgateError {
  override readonly name = 'PageError';
  readonly code = 'E_PAGE';
}

/** Script and style of the page, as they were built into the package. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
}

/** Beside the bundle; from source, where `npm run build:js` puts them. */
const FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/page/' : './page/', import.meta.url),
);

/** @throws {PageError} when they were not built */
export const readPageParts = (folder = FOLDER): PageParts => {
  try {
    return { script: readFileSync(`${folder}/page.js`, 'utf8'), style: readFileSync(`${folder}/page.css`, 'utf8') };
  } catch (cause) {
    const said = describeCause(cause);
    throw new PageError(`Cannot show the page: it was not built (${said}). In a checkout, run: npm run build:js.`, {
      cause,
    });
  }
};

/**
 * @param data - of a report; `null` for the live page, which asks its server
 * @returns `policy` for the header of who serves it: the page itself has what can be said there
 */
export const renderPage = ({ script, style }: PageParts, data: PageFile | null) => {
  const [code, css] = [closeNoScript(script), style.replaceAll(/<(?=\/style)/gi, '\\3c ')];
  const shared = [
    "default-src 'none'",
    `script-src '${hashOf(code)}'`,
    `style-src '${hashOf(css)}'`,
    `connect-src ${data === null ? "'self'" : "'none'"}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return { html: render({ code, css, data, policy: shared }), policy: `${shared}; frame-ancestors 'none'` };
};

const render = (parts: {
  readonly code: string;
  readonly css: string;
  readonly data: PageFile | null;
  readonly policy: string;
}): string =>
  [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${parts.policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(titleOf(parts.data))}</title>`,
    '<link rel="icon" href="data:,">',
    `<style>${parts.css}</style>`,
    '</head>',
    '<body>',
    '<div id="dualgate-page"></div>',
    '<noscript>This page needs scripts, but no network. dualgate report prints the same as text.</noscript>',
    ...(parts.data === null
      ? []
      : [`<script type="application/json" id="dualgate-data">${embedJson(parts.data)}</script>`]),
    `<script>${parts.code}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');

const titleOf = (data: PageFile | null): string => {
  const [first, second] = data?.runs ?? [];
  if (first === undefined) return 'dualgate';
  return second === undefined ? `${first.spec} · dualgate` : `${data?.runs.length} runs · dualgate`;
};

const ESCAPES: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** JSON in which nothing ends a script element or begins a comment. */
export const embedJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, (character) => ESCAPES[character] ?? '');

/** Both occur in strings only, where the backslash changes nothing. */
const closeNoScript = (code: string): string =>
  code.replaceAll(/<(?=\/script)/gi, '\\x3c').replaceAll('<!--', '\\x3c!--');

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
