/**
 * The token of the server and the chosen run: both are in the address, and nowhere else. The server requires the token,
 * so a page that removed it from its address could not be loaded again.
 *
 * @module
 */

/** '' where there is none: the server will refuse. */
export const readToken = (): string => new URLSearchParams(location.search).get('token') ?? '';

/** '' for the active run. */
export const namedRun = (): string => new URLSearchParams(location.search).get('run') ?? '';

/** So that a reload shows the same run. */
export const nameRun = (run: string): void => {
  const place = new URL(location.href);
  place.searchParams.set('run', run);
  history.replaceState(null, '', place);
};
