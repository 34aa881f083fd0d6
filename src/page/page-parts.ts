/**
 * Script and style of the page, as they were built into the package.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PageError } from './page-error.ts';
import { describeCause } from '../text/describe-cause.ts';

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
