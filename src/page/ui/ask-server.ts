/**
 * Requests of the page to its server, other than the stream: the runs, parts that were not sent at first, and operator commands.
 */
import type { PageAnswer, PageCommand, PageItems, PagePart, PageRun } from '../page-data.ts';
import type { PageChanges, PageTranscript } from '../page-transcript.ts';

// The token of the server and the chosen run: both are in the address, and nowhere else. The server requires the token, so a
// page that removed it from its address could not be loaded again.

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

/** Null if there is none, or the server does not answer. */
export const fetchRuns = async (token: string): Promise<readonly PageRun[] | null> => {
  const { runs = [] } = (await fetchAll<{ readonly runs: readonly PageRun[] }>('runs', token)) ?? {};
  return runs.length === 0 ? null : runs;
};

/** Null if the server does not answer. */
export const fetchItems = (token: string): Promise<PageItems | null> => fetchAll('items', token);

const fetchAll = async <T>(what: 'runs' | 'items', token: string): Promise<T | null> => {
  try {
    const response = await fetch(`/${what}?${new URLSearchParams({ token }).toString()}`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is the server that this page came from
    return response.ok ? ((await response.json()) as T) : null;
  } catch {
    return null;
  }
};

interface Parts {
  readonly rows: PagePart;
  readonly records: PagePart;
  readonly transcript: PageTranscript;
  readonly changes: PageChanges;
}

/** @returns why it is refused, if it is */
export const fetchPart = async <What extends keyof Parts>(
  what: What,
  asked: Readonly<Record<string, string>>,
): Promise<Parts[What] | string> => {
  try {
    const response = await fetch(`/${what}?${new URLSearchParams(asked).toString()}`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is the server that this page came from
    const answer = (await response.json()) as Parts[What] & { readonly said?: string };
    return response.ok ? answer : (answer.said ?? NO_ANSWER);
  } catch {
    return NO_ANSWER;
  }
};

const NO_ANSWER = 'The server does not answer.';

export const sendCommand = async (token: string, command: PageCommand): Promise<PageAnswer> => {
  try {
    const response = await fetch('/commands', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-dualgate-token': token },
      body: JSON.stringify(command),
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is the server that this page came from
    const answer = (await response.json()) as Partial<PageAnswer>;
    return { ok: response.ok && answer.ok !== false, said: answer.said ?? '' };
  } catch {
    return { ok: false, said: 'The server did not answer. Check below whether the command was carried out.' };
  }
};
