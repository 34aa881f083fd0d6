/**
 * The token that the server wants, and the run that is asked for: both stand in the address, and nowhere else. The server lets nobody
 * in without the token, so a page that took it out of its address could not be loaded again.
 *
 * @module
 */

/** '' where there is none: the server will refuse. */
export const readToken = (): string => new URLSearchParams(location.search).get('token') ?? '';

/** '' for the one that goes on. */
export const namedRun = (): string => new URLSearchParams(location.search).get('run') ?? '';

/** So that a reload shows the same run. */
export const nameRun = (run: string): void => {
  const place = new URL(location.href);
  place.searchParams.set('run', run);
  history.replaceState(null, '', place);
};
