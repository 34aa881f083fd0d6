/**
 * The page as one HTML file: live, or a report with its data in it. Whatever the data say, they are text: inside of the script element that
 * carries them nothing is markup, and the policy lets no other script run than ours.
 *
 * @module
 */
import { createHash } from 'node:crypto';
import type { PageFile } from './page-data.ts';
import type { PageParts } from './page-parts.ts';

interface RenderedPage {
  readonly html: string;
  /** For the header of who serves it: the page itself has what can be said there. */
  readonly policy: string;
}

/**
 * Pure.
 *
 * @param data - of a report; `null` for the live page, which asks its server
 */
export const renderPage = ({ script, style }: PageParts, data: PageFile | null): RenderedPage => {
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
